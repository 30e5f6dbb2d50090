// SPDX-License-Identifier: Apache-2.0
//
// Rows of a table or layer, as its passages hold them: "NAME: value; NAME:
// value" on a line each.
#pragma once

#include "core/base/result.hpp"
#include "store/generation.hpp"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace query {

struct RowField {
  std::string name; // the column's heading
  std::string value;
};

struct TableRow {
  domain::Locator locator; // of the passage; `row` is that of this row if every
                           // row before it in the passage has text; `line`
                           // only of the passage's first row
  std::string text;        // as it stands
  // Empty where the row's cells cannot be told apart by column. The name is ""
  // of what stands before the first heading.
  std::vector<RowField> fields;
};

using Columns = std::set<std::string, std::less<>>;

// Headings of the columns of a document: its facts `column`.
Columns columns_of(const std::vector<domain::Fact>& facts);

// Rows of one record passage, one a line: readers leave no newline in a cell.
// A field begins only at a heading of `columns`, so that "; " and ": " inside
// of values stay there. Empty if no line has a heading.
std::vector<TableRow> rows_of(const domain::Passage& passage,
                              const Columns& columns);

// A document and its rows to be read.
struct RowSource {
  const store::Generation& shard;
  const store::DocumentVersion& version;
  uint32_t passages = 0;
  const Columns& columns;
};

// Every row of the record passages in order, until `visit` says false. A row
// that was cut over passages is whole again. Passages that hold none of
// `holding` are passed over, unless that is empty. Reads each passage once.
base::Result<void> each_row(const RowSource& source,
                            const std::vector<std::string>& holding,
                            const std::function<bool(TableRow&&)>& visit);

} // namespace query
