// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/well_reader.hpp"

#include "worker/readers/well_files.hpp"

#include <string>
#include <utility>

namespace readers {
namespace {

using namespace wells;

std::unique_ptr<Parser> parser_of(Family family, const Input& input,
                                  std::string_view head) {
  switch (family) {
  case Family::rms_well:
    return make_rms_parser(input.curves);
  case Family::petrel_path:
    return make_petrel_path_parser();
  case Family::petrel_tops:
    return make_petrel_tops_parser();
  default:
    return make_table_parser(family, head);
  }
}

// As detect() found it, or whatever it holds if it has lost its name.
Family family_to_read(std::string_view head, const Input& input) {
  const auto found = family_of(head, input.extension());
  if (found != Family::none) {
    return found;
  }
  return layout_of(head, Family::path)   ? Family::path
         : layout_of(head, Family::tops) ? Family::tops
                                         : Family::none;
}

class WellReader : public Reader {
public:
  std::string_view name() const override { return "well"; }
  uint32_t version() const override { return 1; }

  std::vector<FormatNote> notes() const override {
    constexpr std::string_view k_path_facts =
        "Stations, measured depth range and steepest angle, in metres and "
        "degrees where the file says its units.";
    return {
        {"rms_well", "RMS text well", "`.rmswell`, any",
         "Its first lines: version, kind, name with coordinates, number and "
         "names of logs, a row with that many numbers.",
         "For each well: name, position, elevation, logs with ranges and null "
         "fractions, extent, depth range of a log of measured depth. No units: "
         "the format has none.",
         "A summary and the logs with the codes of discrete ones.",
         "The rows, which are described by counts and ranges."},
        {"petrel_well_path", "Petrel well path", "any",
         "`# WELL TRACE FROM PETREL`.",
         "Well, position, elevation; as well_path.", "Header and stations.",
         "Stations beyond 512 KiB of text."},
        {"petrel_well_tops", "Petrel well tops", "any", "`# Petrel well tops`.",
         "Number of wells, names of tops; wells as keys of their rows.",
         "Header and rows as records.", "Rows beyond 512 KiB of text."},
        {"well_path", "Table of a well's path", "`.dev`, `.track`, `.survey` …",
         "The file name, and columns named as those of a survey (MD, INC, AZI, "
         "TVD), or X, Y, Z and a depth that is the way between the points.",
         k_path_facts, "Comments and stations as records.",
         "Numbers that nothing names."},
        {"well_tops", "Table of a well's tops", "`.tops`, `.picks` …",
         "The file name, names of columns, and rows with a number and a name.",
         "Names of tops.", "Rows as records.", ""}};
  }

  Detection detect(const Input& input) const override {
    if (input.is_directory || input.size == 0 ||
        !input.sniff().is_text) {
      return {};
    }
    const auto family = family_of(input.text(), input.extension());
    return family == Family::none
               ? Detection{}
               : Detection{Match::content, std::string(format_of(family))};
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    const auto head = input.text();
    const auto family = family_to_read(head, input);
    if (family == Family::none) {
      return base::fail(base::Errc::corrupt,
                        "no well file: neither the first lines of an RMS or "
                        "Petrel file nor a table of a path or tops");
    }
    const auto parser = parser_of(family, input, head);
    TRY_ASSIGN(LineSource source, LineSource::open(input.path));
    Line line, first_binary;
    uint64_t binary = 0;
    while (true) {
      TRY_ASSIGN(const bool more, source.next(line));
      if (!more) {
        break;
      }
      if (line.number % 4096 == 0) {
        TRY(sink.progress());
      }
      if (!line.binary) {
        parser->take(line);
      } else if (binary++ == 0) {
        first_binary = line;
      }
    }
    Findings out;
    TRY(parser->finish(out));
    if (binary > 0) {
      auto where = at_line(first_binary.number);
      where.byte = first_binary.offset;
      out.refuse("line", "",
                 std::to_string(binary) +
                     " lines of bytes that are no text; this is the first",
                 where);
    }
    const auto* name = out.find("well_name");
    TRY(sink.begin({std::string(format_of(family)),
                    name == nullptr ? "" : name->text,
                    {}}));
    TRY(out.put(sink));
    return sink.end();
  }
};

} // namespace

std::unique_ptr<Reader> make_well_reader() {
  return std::make_unique<WellReader>();
}

} // namespace readers
