// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/eclipse_output_reader.hpp"

#include "worker/readers/eclipse_output.hpp"
#include "worker/readers/line_source.hpp"

#include <utility>

namespace readers {
namespace {

class EclipseOutputReader final : public Reader {
public:
  std::string_view name() const override { return "eclipse-output"; }
  uint32_t version() const override { return 1; }

  Detection detect(const Input& input) const override {
    const bool ours =
        !input.is_directory &&
        (eclipse::is_unformatted(input.head) ||
         (sniff_text(input.head).is_text && eclipse::is_formatted(input.head)));
    return ours ? Detection{Match::magic, "eclipse-output"} : Detection{};
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    const auto tick = [&sink] { return sink.progress(); };
    auto opened = eclipse::is_unformatted(input.head)
                      ? eclipse::open_unformatted(input.path, tick)
                      : eclipse::open_formatted(input.path, tick);
    TRY_ASSIGN(const auto records, std::move(opened));
    eclipse::Output output;
    TRY(output.read(*records));
    const Findings findings = output.describe();
    TRY(sink.begin({"eclipse-output", "", {}}));
    TRY(findings.put(sink));
    return sink.end();
  }
};

} // namespace

std::unique_ptr<Reader> make_eclipse_output_reader() {
  return std::make_unique<EclipseOutputReader>();
}

} // namespace readers
