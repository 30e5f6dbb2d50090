// SPDX-License-Identifier: Apache-2.0
#include "query/search/row_columns.hpp"

#include "core/domain/date.hpp"
#include "core/domain/text.hpp"
#include "query/search/column_units.hpp"
#include "query/search/row_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace query {
namespace {

domain::Attribute attribute_of(const RowTable& table, const std::string& name) {
  const auto known = table.attributes.find(name);
  return known != table.attributes.end() ? known->second
                                         : domain::attribute_of(name);
}

bool has(const QuestionWords& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// "Discoveries" and "discovery": by their first letters, or the same.
bool has_stem(const QuestionWords& words, const std::string& word) {
  constexpr size_t k_stem = 6;
  return has(words, word) ||
         (word.size() >= k_stem &&
          std::any_of(words.begin(), words.end(), [&](const auto& other) {
            return other.starts_with(word.substr(0, k_stem));
          }));
}

// Every word of the heading stands in the question; its unit need not.
bool is_named(const RowTable& table, const std::string& column,
              const QuestionWords& words) {
  auto heading = domain::words_of(attribute_of(table, column).name);
  if (unit_of_heading(column) && heading.size() > 1) {
    heading.pop_back();
  }
  return !heading.empty() &&
         std::all_of(heading.begin(), heading.end(),
                     [&](const auto& word) { return has(words, word); }) &&
         !std::all_of(heading.begin(), heading.end(), is_empty_word);
}

// Nearly all of its cells are numbers; none is in another currency.
bool is_numeric(const RowTable& table, const std::string& column,
                const domain::NumberAsked& number, bool money) {
  size_t filled = 0;
  size_t fit = 0;
  for (const TableRow& row : table.rows) {
    for (const RowField& field : row.fields) {
      if (field.name != column) {
        continue;
      }
      ++filled;
      const std::string currency = domain::currency_of(field.value);
      fit += domain::cell_number(field.value) && (!money || !currency.empty())
                 ? 1
                 : 0;
      if (!number.currency.empty() && !currency.empty() &&
          currency != number.currency) {
        return false;
      }
    }
  }
  return filled > 0 && fit * 10 >= filled * 9;
}

// One of its cells is the very number.
bool has_number(const RowTable& table, const std::string& column,
                const domain::NumberAsked& number) {
  const auto cells = table.cells.find(column);
  const auto is_bound = [&](double value) {
    return (number.least && value == *number.least) ||
           (number.most && value == *number.most);
  };
  return cells != table.cells.end() &&
         std::any_of(cells->second.begin(), cells->second.end(),
                     [&](const std::string& cell) {
                       const auto value = domain::cell_number(cell);
                       return value && is_bound(*value);
                     });
}

// Columns that the question names, else those that tell of what the unit
// measures; of one thing.
std::vector<std::string> candidates(const RowTable& table,
                                    const domain::NumberAsked& number,
                                    const QuestionWords& words) {
  std::vector<std::string> named;
  std::vector<std::string> telling;
  std::vector<std::string> priced;
  for (const std::string& column : table.columns) {
    if (is_named(table, column, words) &&
        is_numeric(table, column, number, false)) {
      named.push_back(column);
    }
    if (number.money && is_numeric(table, column, number, true)) {
      priced.push_back(column);
    }
    if (!number.unit.empty() && tells_quantity(column, number, words) &&
        is_numeric(table, column, number, false)) {
      telling.push_back(column);
    }
  }
  if (named.size() == 1) {
    return named;
  }
  return number.unit.empty() ? priced : telling;
}

// Cells that are dates or years.
bool has_dates(const RowTable& table, const std::string& column) {
  const auto cells = table.cells.find(column);
  if (cells == table.cells.end()) {
    return false;
  }
  constexpr size_t k_looked_at = 1000;
  size_t fit = 0;
  const size_t count = std::min(cells->second.size(), k_looked_at);
  for (size_t i = 0; i < count; ++i) {
    fit += domain::parse_date(cells->second[i]) ? 1 : 0;
  }
  return count > 0 && fit * 10 >= count * 9;
}

} // namespace

std::optional<NumberColumn> number_column(const RowTable& table,
                                          const domain::NumberAsked& number,
                                          const QuestionWords& words) {
  const auto chosen = candidates(table, number, words);
  if (chosen.size() != 1) {
    return std::nullopt;
  }
  const std::string& column = chosen.front();
  if (number.unit.empty()) {
    return NumberColumn{column, number, ""};
  }
  if (const auto unit = unit_of_heading(column)) {
    const auto converted = in_unit(number, *unit);
    return converted ? std::optional(NumberColumn{column, *converted, ""})
                     : std::nullopt;
  }
  if (!has_number(table, column, number)) {
    return std::nullopt;
  }
  return NumberColumn{column, number,
                      "a column that states no unit, taken as it stands"};
}

std::string nearest_column(const RowTable& table,
                           const domain::NumberAsked& number,
                           const QuestionWords& words) {
  if (number.unit.empty()) {
    return "";
  }
  const auto chosen = candidates(table, number, words);
  if (chosen.empty()) {
    return "";
  }
  if (chosen.size() > 1) {
    return fmt::format("{} or {}: which of them is not said", chosen[0],
                       chosen[1]);
  }
  return unit_of_heading(chosen[0])
             ? chosen[0] + ", which is in a unit of something else"
             : chosen[0] + ", whose unit is not stated and which never is that "
                           "very number";
}

std::string date_column(const RowTable& table, const QuestionWords& words) {
  std::vector<std::string> dated;
  std::vector<std::string> named;
  for (const std::string& column : table.columns) {
    if (!domain::names_a_date(column) || !has_dates(table, column)) {
      continue;
    }
    dated.push_back(column);
    const auto heading = heading_words(column);
    if (std::any_of(heading.begin(), heading.end(), [&](const auto& word) {
          return word.size() >= 4 && word != "date" && has_stem(words, word);
        })) {
      named.push_back(column);
    }
  }
  if (dated.size() == 1) {
    return dated.front();
  }
  return named.size() == 1 ? named.front() : "";
}

} // namespace query
