// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/dlis_reader.hpp"

#include "worker/readers/dlis_facts.hpp"
#include "worker/readers/dlis_records.hpp"
#include "worker/readers/line_source.hpp"
#include "worker/readers/record_pass.hpp"

#include <string>
#include <utility>

namespace readers {
namespace {

using namespace dlis;

void describe_start(const Start& start, Findings& out) {
  if (start.junk > 0) {
    out.refuse("junk", "",
               std::to_string(start.junk) +
                   " bytes stand before the file; they are not read",
               at_byte(0));
  }
  if (!start.label) {
    out.refuse("storage unit label", "", "the file has none", at_byte(0));
    return;
  }
  const auto where = at_byte(start.label->offset, "storage unit label");
  out.say("dlis_version", clean(start.label->version), where);
  out.say("storage_set", clean(start.label->set_id), where);
  out.say("max_record_length", clean(start.label->max_length), where);
}

// The well of the first logical file that says it.
std::string title_of(const Findings& findings) {
  const auto* well = findings.find("well_name");
  const auto* file = findings.find("logical_file");
  return well != nullptr ? well->text : file != nullptr ? file->text : "";
}

Findings describe(const Start& start, Gatherer& gatherer,
                  const RecordSource& source,
                  const domain::CurveFamilies& curves) {
  Findings out;
  describe_start(start, out);
  if (start.tape != TapeOrder::none) {
    out.say("tape_image", "TIF", at_byte(0));
  }
  out.count("logical_file_count", gatherer.file_count());
  for (size_t i = 0; i < gatherer.files().size(); ++i) {
    describe_file(gatherer.files()[i], i + 1, curves, out);
  }
  put_problems(source, gatherer, out);
  return out;
}

base::Error not_readable(const RecordSource& source) {
  const auto& problems = source.problems();
  return {base::Errc::corrupt,
          "no logical record can be read" +
              (problems.empty()
                   ? std::string(": nothing stands behind the label")
                   : ": byte " + std::to_string(problems.front().offset) +
                         ": " + problems.front().reason) +
              "; try another copy of the file"};
}

class DlisReader : public Reader {
public:
  std::string_view name() const override { return "dlis"; }
  uint32_t version() const override { return 1; }

  std::vector<FormatNote> notes() const override {
    return {{"dlis", "DLIS well log (API RP66 version 1)", "`.dlis`",
             "The storage unit label, or without one a visible record that "
             "holds a file header or an origin; also behind tape marks (TIF) "
             "or other bytes within the first 64 KiB.",
             "For each logical file: all fields of its origin (well, field, "
             "company, service company, run, order, file set and number, "
             "created), curves with units and families, frames with their "
             "index range (metres where it is a length), direction, spacing "
             "and number of rows, constants that other logs have too. The "
             "range comes from the frame's attributes, else from the data; "
             "where they differ, a reject says so. API numbers, UWIs and well "
             "names are keys.",
             "A summary of each logical file; channels, parameters, tools, "
             "equipment, calibrations and comments as records.",
             "Samples (counted only), encrypted records, objects of one "
             "company's own beyond 16 KiB a set. Damaged parts are stepped "
             "over, with their byte."}};
  }

  Detection detect(const Input& input) const override {
    if (input.is_directory || input.size == 0) {
      return {};
    }
    const auto start = find_start(input.head);
    if (start && (start->label || input.extension() == "dlis")) {
      return {Match::magic, "dlis"};
    }
    if (start) {
      return {Match::content, "dlis"};
    }
    const bool named =
        input.extension() == "dlis" && !input.sniff().is_text;
    return named ? Detection{Match::extension, "dlis"} : Detection{};
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    const auto start = find_start(input.head);
    if (!start) {
      return base::fail(base::Errc::corrupt,
                        "neither a storage unit label nor a visible record in "
                        "the first " +
                            std::to_string(input.head.size()) +
                            " bytes: no DLIS file, or its beginning is lost");
    }
    TRY_ASSIGN(ByteWindow window, ByteWindow::open(input.path));
    RecordSource source(std::move(window), *start);
    Gatherer gatherer;
    TRY(gather_records<Record>(source, gatherer, sink));
    if (gatherer.files().empty()) {
      return base::fail(not_readable(source));
    }
    const auto findings = describe(*start, gatherer, source, input.curves);
    TRY(sink.begin({"dlis", title_of(findings), {}}));
    TRY(findings.put(sink));
    return sink.end();
  }
};

} // namespace

std::unique_ptr<Reader> make_dlis_reader() {
  return std::make_unique<DlisReader>();
}

} // namespace readers
