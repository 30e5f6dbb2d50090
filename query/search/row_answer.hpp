// SPDX-License-Identifier: Apache-2.0
//
// Rows of the tables and layers among the hits that are what a question asks
// for: counted exactly, not ranked.
#pragma once

#include "query/core/rows.hpp"
#include "query/search/question.hpp"

#include <set>
#include <string>
#include <vector>

namespace query {

struct RowAnswer {
  HitPath path;
  std::string layer;                   // of a file with several tables; else ""
  std::vector<std::string> conditions; // "COUNTY = Natrona"
  std::set<std::string> meets; // AskedMatch::shown of what they stand for
  // Words of the question that no condition is made of, folded: what the count
  // does not look at ("plugged" where no cell says so).
  std::vector<std::string> unheard;
  uint64_t matching = 0;
  uint64_t rows = 0;  // that have text
  uint64_t total = 0; // of the table; more than `rows`: the rest is not counted
  std::vector<TableRow> first; // of the matching ones, at most k_rows_shown
};
inline constexpr size_t k_rows_shown = 5;
// Passages of tables that one question reads: some 100,000 rows.
inline constexpr size_t k_passages_counted = 10'000;

// What rows_for() is asked for.
struct RowQuestion {
  const ArchiveView& view;
  const Question& question;
  const std::string& text;
};

// Tables of the first six of `paths` that hold any, whose rows can answer, each
// by itself: every group that the question names is a column (or the whole
// table is of that group), values that stand in the question are those of a
// column ("oil" in WELL_TYPE; of "oil and gas" the longest), and a comparison
// with a number names a column ("cost more than $50"). A word that is a value
// of several columns counts in any of them. No answer if no condition applies,
// or if anything that the question says of rows cannot be told from the table:
// one of its groups, any identifier, a negation of what is no group, a unit or
// currency that the column does not bear, a value that the rows leave out
// because nearly all have it. A table whose rows all match or none do says no
// more than its hit, and has none either. Nor has one whose words tell less
// than those that it does not hear (row_words.hpp), one that hears less than
// another, or one that would go beyond k_passages_counted.
base::Result<std::vector<RowAnswer>>
rows_for(const RowQuestion& asked, const std::vector<HitPath>& paths);

} // namespace query
