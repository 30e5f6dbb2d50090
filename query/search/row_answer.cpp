// SPDX-License-Identifier: Apache-2.0
#include "query/search/row_answer.hpp"

#include "query/search/row_conditions.hpp"

#include <algorithm>

namespace query {
namespace {

RowAnswer count(RowTable& table, const std::vector<RowCondition>& conditions) {
  RowAnswer out;
  out.rows = table.rows.size();
  out.total = table.total;
  std::vector<RowTest> tests;
  for (const RowCondition& condition : conditions) {
    out.conditions.push_back(condition.display());
    tests.emplace_back(condition);
  }
  for (TableRow& row : table.rows) {
    const bool all =
        std::all_of(tests.begin(), tests.end(),
                    [&](RowTest& test) { return test.passes(row); });
    if (all && ++out.matching <= k_rows_shown) {
      out.first.push_back(std::move(row));
    }
  }
  return out;
}

} // namespace

base::Result<std::vector<RowAnswer>>
answers_by_rows(const RowQuestion& asked, const HitPath& path, size_t& left) {
  // Rows that do not hold its identifiers are not what is asked for.
  if (!asked.question.identifiers.empty() &&
      !asked.question.holders.contains(path)) {
    return std::vector<RowAnswer>();
  }
  TRY_ASSIGN(auto tables, row_tables(asked.view, path, left));
  std::vector<RowAnswer> out;
  for (RowTable& table : tables) {
    const auto found = row_conditions(table, asked.question, asked.text);
    if (found && !found->all.empty()) {
      RowAnswer answer = count(table, found->all);
      answer.unheard = found->unheard;
      answer.path = path;
      answer.layer = tables.size() > 1 ? table.layer : "";
      out.push_back(std::move(answer));
    }
  }
  return out;
}

} // namespace query
