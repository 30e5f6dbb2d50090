// SPDX-License-Identifier: Apache-2.0
//
// A delimited file as a table: preamble, header, rows. Streams.
#pragma once

#include "core/base/result.hpp"
#include "worker/readers/csv_records.hpp"
#include "worker/readers/line_source.hpp"

#include <optional>
#include <string>
#include <vector>

namespace readers {

// Where in the file the table stands, learnt from its start.
struct TableLayout {
  Dialect dialect;
  size_t columns = 1;
  size_t preamble = 0; // records before the table
  bool has_header = false;
  std::vector<std::string> header; // "" where a column has no name
};

// Whether record `at` is a header of those behind it: it names every column, or
// all but a few, in words, most of them once (ISA-Tab has "Protocol REF" for
// every step), and not what stands in the rows below.
bool is_header(const std::vector<Record>& records, size_t at);
// Records before the header: titles and notes, which fill few of the columns.
size_t preamble_of(const std::vector<Record>& records, size_t columns);

// From the decoded head of the file.
TableLayout learn_layout(std::string_view text, bool complete);

// Does text read as a table by its content alone, without a name that says so?
bool is_surely_table(std::string_view text, bool complete);

struct Row {
  Record record;
  uint64_t number = 0;   // from 1, the header not counted
  bool preamble = false; // stands before the table; number is 0
  bool fits = false;     // has a field for every column, and no more
};

class TableStream {
public:
  static base::Result<TableStream> open(const std::string& path,
                                        const TableLayout& layout);
  // False at the end of the file. The header is not handed out.
  base::Result<bool> next(Row& row);
  const LineSource& source() const { return m_source; }

private:
  TableStream(LineSource source, const TableLayout& layout)
      : m_source(std::move(source)), m_records(layout.dialect),
        m_layout(layout) {}
  LineSource m_source;
  CsvRecords m_records;
  TableLayout m_layout;
  uint64_t m_taken = 0; // records so far, preamble and header too
  uint64_t m_rows = 0;
  bool m_end = false;
};

} // namespace readers
