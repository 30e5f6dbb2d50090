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
         (input.sniff().is_text && eclipse::is_formatted(input.head)));
    return ours ? Detection{Match::magic, "eclipse-output"} : Detection{};
  }

  std::vector<FormatNote> notes() const override {
    return {
        {"eclipse-output",
         "Output of a reservoir simulator (ECLIPSE, INTERSECT, OPM Flow)",
         "`.EGRID`, `.GRID`, `.INIT`, `.UNRST`, `.SMSPEC`, `.UNSMRY`, "
         "`.RFT`, their formatted kinds, `.X0001`",
         "The header of a keyword record, in either byte order or as text.",
         "`data_type`, `simulator`, `unit_system`, `phase`, the grid's "
         "counts and extent, `active_cells`, `local_grid`, "
         "`non_neighbour_connections`, `start_date`, `first_report_date`, "
         "`last_report_date`, `report_steps`, `time_steps`, `vector_count`, "
         "`group`, `keyword`s. Wells are keys.",
         "The header with the names and counts of records; wells and "
         "summary vectors with their units.",
         "Values of cells and of vectors. Blocks are leapt over where "
         "their sizes agree with what follows."}};
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
