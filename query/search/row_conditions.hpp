// SPDX-License-Identifier: Apache-2.0
//
// What a question asks of the rows of a table. Private to the room.
#pragma once

#include "core/domain/attributes.hpp"
#include "core/domain/comparison.hpp"
#include "query/search/question_phrases.hpp"
#include "query/search/row_table.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace query {

// Columns, and what the cell of one of them has to be.
struct RowCondition {
  std::set<std::string> columns;
  std::set<std::string> values; // as written; empty: a number or a date
  std::optional<domain::NumberAsked> number;
  std::optional<domain::AskedFact> days; // a date that lies in them
  bool negated = false;     // the cell is filled, and none of `values`
  std::string shown_values; // "" = `values`
  std::string meets;        // AskedMatch::shown that it stands for, or ""
  std::string note;         // what the table does not say, shown with it; or ""

  std::string display() const; // "COUNTY = Natrona or Converse"
};

// Whether rows pass; remembers the cells that it has judged. `condition` must
// outlive it. One thread.
class RowTest {
public:
  explicit RowTest(const RowCondition& condition);
  bool passes(const TableRow& row);

private:
  struct Column {
    domain::Attribute attribute;
    std::set<std::string> wanted; // comparable
    std::unordered_map<std::string, bool> judged;
  };
  bool fits(const std::string& cell, const Column& column) const;

  const RowCondition& m_condition;
  std::map<std::string, Column> m_columns;
};

struct RowConditions {
  std::vector<RowCondition> all;
  QuestionPhrases phrases; // of the question, with what they use
};

// Whether rows can answer `text` at all: it has no identifier (their rows are
// on its card), its groups are known to the archive, and it negates nothing but
// groups. `curves` as the question was understood with.
bool asks_rows(const Question& question, const std::string& text,
               const domain::CurveFamilies& curves);

// Conditions of `text` that apply to `table`; nothing if any of what the
// question says of rows cannot be told from it (rows_for()). REQUIRES:
// asks_rows().
std::optional<RowConditions> row_conditions(const RowTable& table,
                                            const Question& question,
                                            const std::string& text);

// Of a table that cannot tell because of a number with a unit: the column that
// is nearest to it, and why it was not taken; "" for none.
std::string nearest_of(const RowTable& table, const std::string& text);

} // namespace query
