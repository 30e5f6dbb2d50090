// SPDX-License-Identifier: Apache-2.0
#include "core/domain/date.hpp"
#include "query/search/row_conditions.hpp"

namespace query {
namespace {

// Every day that the cell may mean lies between the bounds.
bool in_days(const std::string& cell, const domain::AskedFact& asked) {
  const auto span = domain::parse_date(cell);
  return span && (!asked.least || span->first >= *asked.least) &&
         (!asked.most || span->last <= *asked.most);
}

} // namespace

std::string RowCondition::display() const {
  std::string out;
  for (const std::string& column : columns) {
    out += (out.empty() ? "" : " or ") + column;
  }
  if (days || number) {
    return out + " " + (days ? days->words : number->words) +
           (note.empty() ? "" : " (" + note + ")");
  }
  std::string list = shown_values;
  for (const std::string& value : values) {
    list += !shown_values.empty() ? "" : (list.empty() ? "" : " or ") + value;
  }
  return out + (negated ? " != " : " = ") + list;
}

RowTest::RowTest(const RowCondition& condition) : m_condition(condition) {
  for (const std::string& name : condition.columns) {
    Column& column = m_columns[name];
    column.attribute = domain::attribute_of(name);
    for (const std::string& value : condition.values) {
      column.wanted.insert(domain::comparable(column.attribute, value));
    }
  }
}

bool RowTest::fits(const std::string& cell, const Column& column) const {
  if (m_condition.days) {
    return in_days(cell, *m_condition.days);
  }
  if (m_condition.number) {
    const auto value = domain::cell_number(cell);
    return value && m_condition.number->holds(*value);
  }
  return column.wanted.contains(domain::comparable(column.attribute, cell)) !=
         m_condition.negated;
}

bool RowTest::passes(const TableRow& row) {
  for (const RowField& field : row.fields) {
    const auto at = m_columns.find(field.name);
    if (at == m_columns.end()) {
      continue;
    }
    const auto [judged, is_new] = at->second.judged.emplace(field.value, false);
    judged->second = is_new ? fits(field.value, at->second) : judged->second;
    if (judged->second) {
      return true;
    }
  }
  return false;
}

} // namespace query
