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
                           // row before it in the passage has text
  std::string text;        // as it stands
  std::vector<RowField> fields;
};

// Headings of the columns of a document: its facts `column`.
std::set<std::string> columns_of(const std::vector<domain::Fact>& facts);

// Rows of one record passage. A field begins only at a heading of `columns`,
// so that "; " and ": " inside of values stay there; a line that begins with
// none runs on from the line before. Empty if the first line has no heading.
std::vector<TableRow> rows_of(const domain::Passage& passage,
                              const std::set<std::string>& columns);

// Rows of a document that hold `text` as it stands, in order; at most `limit`.
base::Result<std::vector<TableRow>>
rows_with(const store::Generation& shard, const store::DocumentVersion& version,
          uint32_t passages, const std::set<std::string>& columns,
          const std::string& text, size_t limit);

} // namespace query
