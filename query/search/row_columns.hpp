// SPDX-License-Identifier: Apache-2.0
//
// Which column of a table a number or a date of a question is about. Private to
// the room.
#pragma once

#include "core/domain/asked.hpp"
#include "core/domain/comparison.hpp"
#include "query/search/row_table.hpp"

#include <optional>
#include <string>
#include <vector>

namespace query {

// Words of the question, as words_of() gives them.
using QuestionWords = std::vector<std::string>;

struct NumberColumn {
  std::string column;
  domain::NumberAsked number; // in the column's unit
  std::string note; // where the table does not say all: "states no unit"
};

// The column whose heading the question names, else the only one with money or
// with what the unit measures (column_units.hpp). One with a unit is converted
// to, exactly. One without is taken only if its numbers are of that kind: one
// of them is the very number that is asked for.
std::optional<NumberColumn> number_column(const RowTable& table,
                                          const domain::NumberAsked& number,
                                          const QuestionWords& words);

// A column that may be what the number is about, where number_column() finds
// none: with why it was not taken. "" for none.
std::string nearest_column(const RowTable& table,
                           const domain::NumberAsked& number,
                           const QuestionWords& words);

// The column of dates or years that a date without a verb is about: the only
// one, or the only one whose heading the question names. "" for none.
std::string date_column(const RowTable& table, const QuestionWords& words);

} // namespace query
