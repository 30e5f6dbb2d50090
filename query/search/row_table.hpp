// SPDX-License-Identifier: Apache-2.0
//
// The tables of one file with their rows in memory. Private to the room.
#pragma once

#include "query/core/rows.hpp"
#include "query/search/question.hpp"

#include <string>
#include <vector>

namespace query {

struct RowTable {
  std::string path;  // of the file
  std::string layer; // "" where the file is one table
  std::vector<domain::Fact> facts;
  std::vector<TableRow> rows;
  Columns columns;    // that a row fills
  uint64_t total = 0; // rows of the table, with text or without
};

// Tables of the file at `path` that have rows; none if the file has more than
// `left` passages, which goes down by what is read.
base::Result<std::vector<RowTable>>
row_tables(const ArchiveView& view, const HitPath& path, size_t& left);

// Whether a cell of `column` is `form` (domain::comparable()).
bool has_cell(const RowTable& table, const std::string& column,
              const std::string& form);

} // namespace query
