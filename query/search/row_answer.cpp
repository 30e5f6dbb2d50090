// SPDX-License-Identifier: Apache-2.0
#include "query/search/row_answer.hpp"

#include "query/search/row_candidates.hpp"
#include "query/search/row_conditions.hpp"
#include "query/search/row_words.hpp"

#include <algorithm>
#include <set>

namespace query {
namespace {

RowAnswer count(const RowTable& table,
                const std::vector<RowCondition>& conditions) {
  RowAnswer out;
  out.rows = table.rows.size();
  out.total = table.total;
  std::vector<RowTest> tests;
  for (const RowCondition& condition : conditions) {
    out.conditions.push_back(condition.display());
    if (!condition.meets.empty()) {
      out.meets.insert(condition.meets);
    }
    tests.emplace_back(condition);
  }
  for (const TableRow& row : table.rows) {
    const bool all =
        std::all_of(tests.begin(), tests.end(),
                    [&](RowTest& test) { return test.passes(row); });
    if (all && ++out.matching <= k_rows_shown) {
      out.first.push_back(row);
    }
  }
  return out;
}

constexpr size_t k_tables = 6;

struct Budget {
  size_t passages = k_passages_counted;
  size_t tables = k_tables; // files that hold any; other hits cost nothing
};

struct Heard {
  RowAnswer answer;
  RowWords words;
};

base::Result<std::vector<Heard>>
answers_by_rows(const RowQuestion& asked, const HitPath& path, Budget& left) {
  TRY_ASSIGN(const RowTables tables,
             row_tables(asked.view, path, left.passages));
  left.tables -= tables->empty() ? 0 : 1;
  std::vector<Heard> out;
  for (const RowTable& table : *tables) {
    const auto found = row_conditions(table, asked.question, asked.text);
    if (!found || found->all.empty()) {
      continue;
    }
    RowWords words = row_words(found->phrases, table, path.path);
    TRY_ASSIGN(const bool enough,
               hears_enough(asked.view, words, found->all.size()));
    if (enough) {
      RowAnswer answer = count(table, found->all);
      answer.unheard = words.unheard;
      answer.path = path;
      answer.layer = tables->size() > 1 ? table.layer : "";
      out.push_back({std::move(answer), std::move(words)});
    }
  }
  return out;
}

// One table at several paths is told once.
bool is_told(const RowAnswer& answer, const std::vector<Heard>& told) {
  const auto same_row = [](const TableRow& a, const TableRow& b) {
    return a.text == b.text;
  };
  return std::any_of(told.begin(), told.end(), [&](const Heard& one) {
    const RowAnswer& other = one.answer;
    return answer.rows == other.rows && answer.total == other.total &&
           answer.matching == other.matching && answer.layer == other.layer &&
           answer.conditions == other.conditions &&
           std::equal(answer.first.begin(), answer.first.end(),
                      other.first.begin(), other.first.end(), same_row);
  });
}

// Without those that hear less than another does.
std::vector<RowAnswer> best_heard(std::vector<Heard> all) {
  std::vector<RowAnswer> out;
  for (Heard& one : all) {
    if (std::none_of(all.begin(), all.end(), [&](const Heard& other) {
          return hears_more(other.words, one.words);
        })) {
      out.push_back(std::move(one.answer));
    }
  }
  return out;
}

base::Result<void> read_tables(const RowQuestion& asked,
                               const std::vector<HitPath>& paths, Budget& left,
                               std::set<HitPath>& seen,
                               std::vector<Heard>& out) {
  for (const HitPath& path : paths) {
    if (left.tables == 0) {
      break;
    }
    if (!seen.insert(path).second) {
      continue;
    }
    TRY_ASSIGN(auto answers, answers_by_rows(asked, path, left));
    for (Heard& heard : answers) {
      const RowAnswer& answer = heard.answer;
      if (answer.matching > 0 && answer.matching < answer.rows &&
          !is_told(answer, out)) {
        out.push_back(std::move(heard));
      }
    }
  }
  return {};
}

} // namespace

base::Result<std::vector<RowAnswer>>
rows_for(const RowQuestion& asked, const std::vector<HitPath>& paths) {
  std::vector<Heard> out;
  if (!asks_rows(asked.question, asked.text, asked.view.curves())) {
    return std::vector<RowAnswer>();
  }
  std::set<HitPath> seen;
  Budget left;
  TRY(read_tables(asked, paths, left, seen, out));
  TRY_ASSIGN(const auto more, tables_telling(asked.view, asked.text));
  left.tables = more.size();
  TRY(read_tables(asked, more, left, seen, out));
  return best_heard(std::move(out));
}

base::Result<std::optional<NearColumn>> near_column(const ArchiveView& view,
                                                    const std::string& text) {
  TRY_ASSIGN(const auto paths, tables_telling(view, text));
  size_t left = k_passages_counted;
  for (const HitPath& path : paths) {
    TRY_ASSIGN(const RowTables tables, row_tables(view, path, left));
    for (const RowTable& table : *tables) {
      std::string near = nearest_of(table, text);
      if (!near.empty()) {
        return std::optional(NearColumn{path, std::move(near)});
      }
    }
  }
  return std::optional<NearColumn>();
}

} // namespace query
