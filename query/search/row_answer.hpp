// SPDX-License-Identifier: Apache-2.0
//
// Rows of the tables and layers among the hits that are what a question asks
// for: counted exactly, not ranked.
#pragma once

#include "query/core/rows.hpp"
#include "query/search/question.hpp"

#include <string>
#include <vector>

namespace query {

struct RowAnswer {
  HitPath path;
  std::vector<std::string> conditions; // "COUNTY = Natrona"
  uint64_t matching = 0;
  uint64_t rows = 0;  // that have text
  uint64_t total = 0; // of the table; more than `rows`: the rest is not counted
  std::vector<TableRow> first; // of the matching ones, at most k_rows_shown
};
inline constexpr size_t k_rows_shown = 5;

// The table at `path` if its rows can answer: every group that the question
// names is a column (or the whole table is of that group), values that stand in
// the question are those of a column ("oil" in WELL_TYPE), and a comparison
// with a number names a column ("cost more than $50"). Nothing if no condition
// applies, or if one of the question's groups cannot be told from the table.
base::Result<std::optional<RowAnswer>> answer_by_rows(const ArchiveView& view,
                                                      const Question& question,
                                                      const std::string& text,
                                                      const HitPath& path);

} // namespace query
