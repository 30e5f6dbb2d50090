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
  TRY_ASSIGN(auto tables, row_tables(asked.view, path, left));
  std::vector<RowAnswer> out;
  for (RowTable& table : tables) {
    const auto conditions =
        row_conditions(table, asked.question, asked.text, asked.view.curves());
    if (conditions && !conditions->empty()) {
      RowAnswer answer = count(table, *conditions);
      answer.path = path;
      answer.layer = tables.size() > 1 ? table.layer : "";
      out.push_back(std::move(answer));
    }
  }
  return out;
}

} // namespace query
