// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/csv.hpp"

#include "worker/readers/csv_reading.hpp"
#include "worker/readers/csv_table.hpp"
#include "worker/readers/line_source.hpp"

namespace readers {
namespace {

bool is_whole(const Input& input) {
  return input.head.size() >= input.size;
}

class CsvReader final : public Reader {
public:
  std::string_view name() const override { return "csv"; }
  uint32_t version() const override { return 5; }

  Detection detect(const Input& input) const override {
    if (input.is_directory || !input.sniff().is_text) {
      return {};
    }
    const auto extension = input.extension();
    if (extension == "csv" || extension == "tsv") {
      return {Match::content, extension};
    }
    if (extension == "txt" &&
        is_surely_table(input.text(), is_whole(input))) {
      return {Match::content, "csv"};
    }
    return {};
  }

  std::vector<FormatNote> notes() const override {
    return {
        {"csv", "Delimited tables", "`.csv`, `.tsv`, `.txt`, `.dat`",
         "Lines that one delimiter (comma, semicolon, tab, bar) cuts into the "
         "same number of cells; quotes as RFC 4180 has them.",
         "Columns, rows, delimiter, encoding; values of columns that repeat "
         "(states, operators, types), ranges of measured ones, dates; "
         "identifiers as keys where most of a column's values are such.",
         "A row is a record, `NAME: value; NAME: value`; columns of prose "
         "stand with their row. Located by row.",
         "Bare numbers that name nothing, in large tables; rows that have "
         "another number of cells are rejects and stay as text."},
        {"tsv", "Tab separated values", "`.tsv`", "As above, with tabs.", "",
         "", ""},
    };
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    domain::DocumentHead head;
    head.format = input.extension() == "tsv" ? "tsv" : "csv";
    TRY(sink.begin(std::move(head)));
    auto layout = learn_layout(input.text(), is_whole(input));
    TRY(read_table(input, std::move(layout), sink));
    return sink.end();
  }
};

} // namespace

std::unique_ptr<Reader> make_csv_reader() {
  return std::make_unique<CsvReader>();
}

} // namespace readers
