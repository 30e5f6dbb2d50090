// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/lis_reader.hpp"

#include "worker/readers/line_source.hpp"
#include "worker/readers/lis_facts.hpp"
#include "worker/readers/lis_records.hpp"
#include "worker/readers/record_pass.hpp"

#include <string>
#include <utility>

namespace readers {
namespace {

using namespace lis;

std::string title_of(const Findings& findings) {
  for (const auto* key : {"well_name", "file_id"}) {
    if (const auto* fact = findings.find(key)) {
      return fact->text;
    }
  }
  return "";
}

class LisReader : public Reader {
public:
  std::string_view name() const override { return "lis"; }
  uint32_t version() const override { return 1; }

  std::vector<FormatNote> notes() const override {
    return {{"lis", "LIS 79 well log", "`.lis`",
             "Physical records that follow one another and a first logical "
             "record that holds what its type says; with or without tape "
             "marks (TIF).",
             "For each logical file: headers of reel, tape and file, the "
             "constants that service companies name alike (well, company, "
             "field, API number, elevations …), curves with units and "
             "families, first and last index (metres where it is a length), "
             "direction, number of rows, absent value.",
             "A summary, curves, tables of constants and tools as records, "
             "comments.",
             "Samples (counted only), encrypted tables, programs and "
             "pictures. Damaged parts are stepped over, with their byte."}};
  }

  Detection detect(const Input& input) const override {
    if (input.is_directory || input.size == 0) {
      return {};
    }
    Start start;
    const auto sure = likeness(input.head, input.size, start);
    const bool named = input.extension() == "lis";
    if (sure == Likeness::certain || (named && sure == Likeness::possible)) {
      return {Match::content, "lis"};
    }
    return named && !input.sniff().is_text
               ? Detection{Match::extension, "lis"}
               : Detection{};
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    Start start;
    if (likeness(input.head, input.size, start) == Likeness::none) {
      return base::fail(base::Errc::corrupt,
                        "no LIS record at the start of the file (byte 0: no "
                        "physical record with a header or a table); try "
                        "another copy of the file");
    }
    TRY_ASSIGN(ByteWindow window, ByteWindow::open(input.path));
    RecordSource source(std::move(window), start);
    Gatherer gatherer;
    TRY(gather_records<Record>(source, gatherer, sink));
    Findings out;
    if (start.tape != TapeOrder::none) {
      out.say("tape_image", "TIF", at_byte(0));
    }
    describe(gatherer, input.curves, out);
    put_problems(source, gatherer, out);
    TRY(sink.begin({"lis", title_of(out), {}}));
    TRY(out.put(sink));
    return sink.end();
  }
};

} // namespace

std::unique_ptr<Reader> make_lis_reader() {
  return std::make_unique<LisReader>();
}

} // namespace readers
