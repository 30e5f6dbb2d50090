// SPDX-License-Identifier: Apache-2.0
//
// A table as its rows, whatever it is stored in, and what is made of it:
// facts, a schema, records, keys. Two passes; memory is bounded by the columns.
#pragma once

#include "core/domain/document.hpp"
#include "worker/readers/csv_table.hpp"

#include <string>

namespace readers {

// Where the rows come from. One thread.
class TableRows {
public:
  TableRows() = default;
  TableRows(const TableRows&) = delete;
  TableRows& operator=(const TableRows&) = delete;
  virtual ~TableRows() = default;
  // To the first row; also before the first pass.
  virtual base::Result<void> rewind() = 0;
  // As TableStream::next().
  virtual base::Result<bool> next(Row& row) = 0;
  // What the first pass has learnt of the file around the table.
  virtual base::Result<void> put_facts(domain::DocumentSink&) { return {}; }
};

struct TablePlace {
  std::string section; // what every locator begins with: a sheet; may be ""
  // Put facts of columns even where they have no names.
  bool describe_nameless = true;
};

// Between begin() and end() of the document.
base::Result<void> read_rows(TableRows& rows, TableLayout layout,
                             const TablePlace& place,
                             domain::DocumentSink& sink);

} // namespace readers
