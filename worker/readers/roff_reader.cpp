// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/roff_reader.hpp"

#include "worker/readers/roff.hpp"

#include <utility>

namespace readers {
namespace {

bool is_binary(const Input& input) {
  return input.head.starts_with(std::string_view("roff-bin\0", 9));
}

class RoffReader final : public Reader {
public:
  std::string_view name() const override { return "roff"; }
  uint32_t version() const override { return 2; }

  Detection detect(const Input& input) const override {
    const bool ours = !input.is_directory &&
                      (is_binary(input) || input.head.starts_with("roff-asc"));
    return ours ? Detection{Match::magic, "roff"} : Detection{};
  }

  std::vector<FormatNote> notes() const override {
    return {{"roff", "ROFF grids and parameters (Roxar RMS)",
             "`.roff`, `.roffasc`, `.roffbin`", "`roff-bin` or `roff-asc`.",
             "`software`, `created_date`, `data_type`, the grid's counts and "
             "extent, `active_cells`, `subgrid_count`, `parameter`s.",
             "One, with the codes of discrete parameters.",
             "Values of parameters."}};
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    const auto tick = [&sink] { return sink.progress(); };
    auto opened = is_binary(input) ? roff::open_binary(input.path, tick)
                                   : roff::open_text(input.path, tick);
    TRY_ASSIGN(const auto source, std::move(opened));
    TRY_ASSIGN(const Findings findings, roff::describe(*source));
    TRY(sink.begin({"roff", "", {}}));
    TRY(findings.put(sink));
    return sink.end();
  }
};

} // namespace

std::unique_ptr<Reader> make_roff_reader() {
  return std::make_unique<RoffReader>();
}

} // namespace readers
