// SPDX-License-Identifier: Apache-2.0
#include "query/search/row_answer.hpp"

#include "core/domain/attributes.hpp"
#include "core/domain/comparison.hpp"
#include "core/domain/date.hpp"
#include "core/domain/text.hpp"
#include "proto/document_codec.hpp"
#include "query/core/content_at.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace query {
namespace {

constexpr size_t k_most_rows = 50'000; // of a table that are looked at
constexpr size_t k_listed = 4;         // values of a condition told one by one

// One column, and what its cell has to be.
struct RowCondition {
  std::string column;
  std::set<std::string> values; // in comparable form; empty: a number
  std::optional<domain::NumberAsked> number;
  std::optional<domain::AskedFact> days; // a date that lies in them
  bool negated = false; // the cell is filled, and none of `values`
  std::string shown;
};

struct Table {
  std::vector<domain::Fact> facts;
  std::vector<TableRow> rows;
  std::set<std::string> columns; // that a row fills
  uint64_t total = 0;
};

base::Result<std::optional<Table>> load(const ArchiveView& view,
                                        const HitPath& path) {
  TRY_ASSIGN(const auto place, content_at(view, path.root, path.path));
  if (!place) {
    return std::optional<Table>();
  }
  Table out;
  TRY_ASSIGN(out.facts, place->shard->facts(place->version));
  const auto columns = columns_of(out.facts);
  for (uint32_t i = 0;
       !columns.empty() && i < place->passages && out.rows.size() < k_most_rows;
       ++i) {
    TRY_ASSIGN(const auto passage, place->shard->passage(place->version, i));
    if (passage &&
        proto::decode(*passage).kind == domain::PassageKind::record) {
      for (TableRow& row : rows_of(proto::decode(*passage), columns)) {
        for (const RowField& field : row.fields) {
          out.columns.insert(field.name);
        }
        out.rows.push_back(std::move(row));
      }
    }
  }
  for (const domain::Fact& fact : out.facts) {
    if ((fact.key == "row_count" || fact.key == "feature_count") &&
        fact.number) {
      out.total += static_cast<uint64_t>(*fact.number);
    }
  }
  return out.rows.empty() ? std::nullopt : std::optional(std::move(out));
}

class Conditions {
public:
  Conditions(const Table& table, const Question& question,
             const std::string& text)
      : m_table(table), m_question(question), m_text(text) {}

  // Nothing if a group of the question cannot be told from the table.
  std::optional<std::vector<RowCondition>> find() {
    if (!all_heard()) {
      return std::nullopt;
    }
    for (const AskedMatch& match : m_question.asked) {
      if (!put_group(match)) {
        return std::nullopt;
      }
    }
    for (const domain::NumberAsked& number : domain::numbers_asked(m_text)) {
      if (!put_number(number)) {
        return std::nullopt;
      }
    }
    put_values();
    return std::move(m_out);
  }

private:
  // Groups that no file of the archive has at all are not among the matches.
  bool all_heard() const {
    const auto facts = domain::asked_facts(m_text);
    return std::all_of(facts.begin(), facts.end(), [&](const auto& fact) {
      return std::any_of(
          m_question.asked.begin(), m_question.asked.end(),
          [&](const AskedMatch& match) { return match.asked.key == fact.key; });
    });
  }

  bool put_group(const AskedMatch& match) {
    if (match.asked.text.empty()) {
      return put_date(match); // other quantities of documents are not cells
    }
    const auto attribute = domain::attribute_of(match.asked.key);
    for (const std::string& column : m_table.columns) {
      if (domain::attribute_of(column).name == attribute.name) {
        put_column(column, match.values,
                   match.values.size() > k_listed
                       ? fmt::format("{} in {} spellings", match.asked.text,
                                     match.values.size())
                       : "",
                   match.asked.negated);
        m_said.insert(match.values.begin(), match.values.end());
        return true;
      }
    }
    m_said.insert(match.values.begin(), match.values.end());
    return !match.asked.negated && is_whole(match, attribute);
  }

  bool put_date(const AskedMatch& match) {
    for (const std::string& column : m_table.columns) {
      if (domain::date_role(column) == match.asked.key) {
        RowCondition condition;
        condition.column = column;
        condition.days = match.asked;
        condition.shown = column + " " + match.asked.words;
        m_out.push_back(std::move(condition));
        return true;
      }
    }
    return false;
  }

  // The table says it of all of its rows at once.
  bool is_whole(const AskedMatch& match,
                const domain::Attribute& attribute) const {
    std::set<std::string> wanted;
    for (const std::string& value : match.values) {
      wanted.insert(domain::comparable(attribute, value));
    }
    size_t same = 0;
    size_t other = 0;
    for (const domain::Fact& fact : m_table.facts) {
      if (fact.key == match.asked.key) {
        (wanted.contains(domain::comparable(attribute, fact.text)) ? same
                                                                   : other)++;
      }
    }
    return same > 0 && other == 0;
  }

  void put_column(const std::string& column,
                  const std::vector<std::string>& values,
                  const std::string& as_written, bool negated) {
    const auto attribute = domain::attribute_of(column);
    RowCondition condition;
    condition.column = column;
    condition.negated = negated;
    std::string list;
    for (const std::string& value : values) {
      condition.values.insert(domain::comparable(attribute, value));
      list += (list.empty() ? "" : " or ") + value;
    }
    condition.shown = column + (negated ? " != " : " = ") +
                      (as_written.empty() ? list : as_written);
    m_out.push_back(std::move(condition));
  }

  // The column whose heading the question names, else the only one with money.
  bool put_number(const domain::NumberAsked& number) {
    const auto words = domain::words_of(m_text);
    std::vector<std::string> named;
    std::vector<std::string> priced;
    for (const std::string& column : m_table.columns) {
      const auto heading = domain::words_of(domain::attribute_of(column).name);
      const bool said = std::any_of(
          heading.begin(), heading.end(), [&](const std::string& word) {
            return std::find(words.begin(), words.end(), word) != words.end();
          });
      if (is_numeric(column, false) && said) {
        named.push_back(column);
      }
      if (number.money && is_numeric(column, true)) {
        priced.push_back(column);
      }
    }
    const auto& chosen = named.size() == 1 ? named : priced;
    if (chosen.size() != 1) {
      return false;
    }
    RowCondition condition;
    condition.column = chosen.front();
    condition.number = number;
    condition.shown = condition.column + " " + number.words;
    m_out.push_back(std::move(condition));
    return true;
  }

  bool is_numeric(const std::string& column, bool money) const {
    size_t filled = 0;
    size_t fit = 0;
    for (const TableRow& row : m_table.rows) {
      for (const RowField& field : row.fields) {
        if (field.name == column) {
          ++filled;
          fit += domain::cell_number(field.value) &&
                         (!money || domain::is_money(field.value))
                     ? 1
                     : 0;
        }
      }
    }
    return filled > 0 && fit * 10 >= filled * 9;
  }

  // Cells that stand in the question as whole words.
  void put_values() {
    const std::string asked = " " + domain::near_identical_form(m_text) + " ";
    std::map<std::string, std::set<std::string>> found;
    for (const TableRow& row : m_table.rows) {
      for (const RowField& field : row.fields) {
        if (names_value(asked, field.value) && !is_taken(field.name)) {
          found[field.name].insert(field.value);
        }
      }
    }
    for (const auto& [column, values] : found) {
      put_column(column, {values.begin(), values.end()}, "", false);
    }
  }

  bool is_taken(const std::string& column) const {
    return std::any_of(
        m_out.begin(), m_out.end(),
        [&](const RowCondition& other) { return other.column == column; });
  }

  bool names_value(const std::string& asked, const std::string& value) const {
    static const std::set<std::string, std::less<>> common = {
        "all",  "and",   "any",     "are",   "file",  "for",   "how",
        "item", "many",  "more",    "name",  "no",    "none",  "not",
        "of",   "other", "part",    "parts", "the",   "there", "this",
        "to",   "type",  "unknown", "value", "well",  "wells", "which",
        "with", "yes",   "county",  "state", "field", "data",  "list"};
    const std::string form = domain::near_identical_form(value);
    const bool digits = std::all_of(form.begin(), form.end(), [](char c) {
      return (c >= '0' && c <= '9') || c == ' ';
    });
    const bool said =
        std::any_of(m_said.begin(), m_said.end(), [&](const auto& one) {
          return (" " + domain::near_identical_form(one) + " ")
                     .find(" " + form + " ") != std::string::npos;
        });
    return form.size() >= 3 && form.size() <= 60 && !digits && !said &&
           !common.contains(form) &&
           asked.find(" " + form + " ") != std::string::npos;
  }

  const Table& m_table;
  const Question& m_question;
  const std::string& m_text;
  std::vector<RowCondition> m_out;
  std::set<std::string> m_said; // values of groups that are dealt with
};

// Every day that the cell may mean lies between the bounds.
bool in_days(const std::string& cell, const domain::AskedFact& asked) {
  const auto span = domain::parse_date(cell);
  return span && (!asked.least || span->first >= *asked.least) &&
         (!asked.most || span->last <= *asked.most);
}

bool passes(const TableRow& row, const RowCondition& condition) {
  const auto attribute = domain::attribute_of(condition.column);
  return std::any_of(row.fields.begin(), row.fields.end(),
                     [&](const RowField& field) {
                       if (field.name != condition.column) {
                         return false;
                       }
                       if (condition.days) {
                         return in_days(field.value, *condition.days);
                       }
                       if (condition.number) {
                         const auto value = domain::cell_number(field.value);
                         return value && condition.number->holds(*value);
                       }
                       return condition.values.contains(domain::comparable(
                                  attribute, field.value)) != condition.negated;
                     });
}

} // namespace

base::Result<std::optional<RowAnswer>> answer_by_rows(const ArchiveView& view,
                                                      const Question& question,
                                                      const std::string& text,
                                                      const HitPath& path) {
  TRY_ASSIGN(const auto table, load(view, path));
  if (!table) {
    return std::optional<RowAnswer>();
  }
  const auto conditions = Conditions(*table, question, text).find();
  if (!conditions || conditions->empty()) {
    return std::optional<RowAnswer>();
  }
  RowAnswer out;
  out.path = path;
  out.rows = table->rows.size();
  out.total = std::max<uint64_t>(table->total, out.rows);
  for (const RowCondition& condition : *conditions) {
    out.conditions.push_back(condition.shown);
  }
  for (const TableRow& row : table->rows) {
    const bool all = std::all_of(
        conditions->begin(), conditions->end(),
        [&](const RowCondition& condition) { return passes(row, condition); });
    if (all && ++out.matching <= k_rows_shown) {
      out.first.push_back(row);
    }
  }
  return out;
}

} // namespace query
