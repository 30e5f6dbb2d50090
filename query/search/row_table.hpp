// SPDX-License-Identifier: Apache-2.0
//
// The tables of one file with their rows in memory. Private to the room.
#pragma once

#include "core/domain/attributes.hpp"
#include "query/core/rows.hpp"
#include "query/search/question.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace query {

struct RowTable {
  std::string layer; // "" where the file is one table
  std::vector<domain::Fact> facts;
  std::vector<TableRow> rows;
  Columns columns;    // that a row fills
  uint64_t total = 0; // rows of the table, with text or without
  // By index_table(), so that questions need not look at every row: the
  // different cells of each column, and what columns and keys of facts mean.
  std::map<std::string, std::vector<std::string>, std::less<>> cells;
  std::map<std::string, domain::Attribute, std::less<>> attributes;
};

// After the rest is filled in.
void index_table(RowTable& table);

using RowTables = std::shared_ptr<const std::vector<RowTable>>;

// Tables of the file at `path` that have rows; none if the file has more than
// `left` passages, which goes down by what is read. Those asked for last are
// kept with the view.
base::Result<RowTables> row_tables(const ArchiveView& view, const HitPath& path,
                                   size_t& left);

// Whether a cell of `column` is `form` (domain::comparable()).
bool has_cell(const RowTable& table, const std::string& column,
              const std::string& form);

} // namespace query
