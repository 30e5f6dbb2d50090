// SPDX-License-Identifier: Apache-2.0
#include "query/search/row_conditions.hpp"

#include "core/domain/asked_dates.hpp"
#include "core/domain/date.hpp"
#include "core/domain/text.hpp"
#include "query/core/condition.hpp"
#include "query/search/question_phrases.hpp"
#include "query/search/row_columns.hpp"
#include "query/search/row_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace query {
namespace {

constexpr size_t k_listed = 4; // values of a condition told one by one

// Whether a cell may be named by a word of a question.
bool is_word(const std::string& form) {
  const bool digits = std::all_of(form.begin(), form.end(), [](char c) {
    return (c >= '0' && c <= '9') || c == ' ';
  });
  return form.size() >= 3 && form.size() <= 60 && !digits &&
         !is_empty_word(form);
}

// Words of a quantity that are heard as a number too: "more than 1000 m".
bool is_number(const domain::AskedFact& fact, const std::string& text) {
  const auto numbers = domain::numbers_asked(text);
  return fact.text.empty() && !is_date_key(fact.key) &&
         std::any_of(numbers.begin(), numbers.end(), [&](const auto& number) {
           // A number's unit is none of its words: "more than 1000".
           const std::string said = number.words + " " + number.unit;
           return said.find(fact.words) != std::string::npos ||
                  fact.words.find(number.words) != std::string::npos;
         });
}

class Conditions {
public:
  Conditions(const RowTable& table, const Question& question,
             const std::string& text)
      : m_table(table), m_question(question), m_text(text), m_phrases(text),
        m_words(domain::words_of(text)) {}

  std::optional<RowConditions> find() {
    const auto numbers = domain::numbers_asked(m_text);
    if (!put_groups() ||
        !std::all_of(numbers.begin(), numbers.end(),
                     [&](const auto& number) { return put_number(number); })) {
      return std::nullopt;
    }
    put_values();
    put_loose_dates();
    for (const RowCondition& condition : m_out) {
      if (condition.days) {
        m_phrases.use(condition.days->words);
      }
    }
    if (!has_alternatives() || asks_what_is_left_out()) {
      return std::nullopt;
    }
    for (const domain::NumberAsked& number : numbers) {
      m_phrases.use(number.words);
    }
    return RowConditions{std::move(m_out), std::move(m_phrases)};
  }

private:
  bool put_groups() {
    return std::all_of(
        m_question.asked.begin(), m_question.asked.end(),
        [&](const AskedMatch& match) { return put_group(match); });
  }

  bool put_group(const AskedMatch& match) {
    if (match.asked.text.empty()) {
      // Other quantities of documents are cells only as numbers of columns.
      return is_number(match.asked, m_text) || put_date(match);
    }
    m_phrases.use(match.asked.words);
    if (match.asked.key == k_kind_key) {
      return true; // of files, and of no row
    }
    for (const std::string& value : match.values) {
      m_phrases.use(value);
    }
    const auto attribute = attribute_of(match.asked.key);
    for (const std::string& column : m_table.columns) {
      if (attribute_of(column).name == attribute.name) {
        RowCondition condition;
        condition.columns = {column};
        condition.values = cells_of(column, match);
        condition.negated = match.asked.negated;
        condition.meets = match.shown;
        if (condition.values.size() > k_listed) {
          condition.shown_values = fmt::format(
              "{} in {} spellings", match.asked.text, condition.values.size());
        }
        m_out.push_back(std::move(condition));
        return true;
      }
    }
    return !match.asked.negated && is_whole(match, attribute);
  }

  // What its cells may be. Of a company every cell is judged by itself: the
  // spellings of facts are those of other files, and a large table may hold one
  // that is no fact.
  std::set<std::string> cells_of(const std::string& column,
                                 const AskedMatch& match) const {
    if (!match.means) {
      return {match.values.begin(), match.values.end()};
    }
    std::set<std::string> cells;
    if (const auto held = m_table.cells.find(column);
        held != m_table.cells.end()) {
      cells.insert(held->second.begin(), held->second.end());
    }
    std::erase_if(cells, [&](const auto& cell) { return !match.means(cell); });
    return cells.empty() ? std::set<std::string>{match.asked.text} : cells;
  }

  bool put_date(const AskedMatch& match) {
    for (const std::string& column : m_table.columns) {
      if (domain::date_role(column) == match.asked.key) {
        RowCondition condition;
        condition.columns = {column};
        condition.days = match.asked;
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

  bool put_number(const domain::NumberAsked& number) {
    const auto chosen = number_column(m_table, number, m_words);
    if (!chosen) {
      return false;
    }
    RowCondition condition;
    condition.columns = {chosen->column};
    condition.number = chosen->number;
    condition.note = chosen->note;
    m_out.push_back(std::move(condition));
    return true;
  }

  // A year that no verb explains; where the table has no such column the year
  // stays unheard.
  void put_loose_dates() {
    for (const domain::AskedFact& date : domain::loose_dates(m_text)) {
      const std::string column = date_column(m_table, m_words);
      if (!column.empty()) {
        RowCondition condition;
        condition.columns = {column};
        condition.days = date;
        m_out.push_back(std::move(condition));
      }
    }
  }

  struct Named {
    std::set<std::string> columns;
    std::set<std::string> values; // as written
  };

  // Cells that stand in the question as whole words, by their folded form.
  std::map<std::string, Named> named_cells() const {
    std::map<std::string, Named> out;
    for (const auto& [column, cells] : m_table.cells) {
      for (const std::string& cell : cells) {
        constexpr size_t k_longest = 200;
        if (column.empty() || cell.size() > k_longest ||
            !m_phrases.may_begin(cell)) {
          continue;
        }
        const std::string form = domain::near_identical_form(cell);
        if (is_word(form) && m_phrases.has(form)) {
          out[form].columns.insert(column);
          out[form].values.insert(cell);
        }
      }
    }
    return out;
  }

  // The longest first: what stands inside of "oil and gas" alone is no "gas".
  void put_values() {
    const auto cells = named_cells();
    std::vector<std::string> forms;
    for (const auto& [form, named] : cells) {
      forms.push_back(form);
    }
    std::stable_sort(
        forms.begin(), forms.end(),
        [](const auto& a, const auto& b) { return a.size() > b.size(); });
    for (const std::string& form : forms) {
      if (m_phrases.use(form)) {
        put_named(cells.at(form));
      }
    }
  }

  // Alternatives of one column are one condition.
  void put_named(const Named& named) {
    for (RowCondition& other : m_out) {
      const bool shared = std::any_of(
          named.columns.begin(), named.columns.end(),
          [&](const auto& column) { return other.columns.contains(column); });
      if (shared && !other.values.empty() && !other.negated) {
        other.columns.insert(named.columns.begin(), named.columns.end());
        other.values.insert(named.values.begin(), named.values.end());
        return;
      }
    }
    RowCondition condition;
    condition.columns = named.columns;
    condition.values = named.values;
    m_out.push_back(std::move(condition));
  }

  // "Oil wells or wells in Natrona" is no list of values of one column.
  bool has_alternatives() const {
    size_t more = 0;
    for (const RowCondition& condition : m_out) {
      more += condition.values.empty() ? 0 : condition.values.size() - 1;
    }
    for (const RowCondition& condition : m_out) { // "42 inches or more"
      more += condition.number &&
                      condition.number->words.find(" or ") != std::string::npos
                  ? 1
                  : 0;
    }
    return m_out.size() < 2 || m_phrases.count("or") <= more;
  }

  // What nearly all rows say is left out of them, so that it cannot be told
  // from an empty cell: a fact of the table that no cell has. "Plugged oil
  // wells" where nearly all are plugged, and the few others say what they are.
  bool asks_what_is_left_out() const {
    std::map<std::string, std::vector<std::string>> columns; // by attribute
    for (const std::string& column : m_table.columns) {
      columns[attribute_of(column).name].push_back(column);
    }
    std::string key;
    domain::Attribute attribute;
    for (const domain::Fact& fact : m_table.facts) {
      if (fact.key != key) {
        key = fact.key;
        attribute = attribute_of(key);
      }
      const auto at = columns.find(attribute.name);
      if (at != columns.end() && is_left_out(fact, attribute, at->second)) {
        return true;
      }
    }
    return false;
  }

  bool is_left_out(const domain::Fact& fact, const domain::Attribute& attribute,
                   const std::vector<std::string>& columns) const {
    const std::string form = domain::comparable(attribute, fact.text);
    const std::string folded = domain::near_identical_form(fact.text);
    return (is_wanted(form, attribute) ||
            (is_word(folded) && m_phrases.has_unused(folded))) &&
           std::none_of(columns.begin(), columns.end(),
                        [&](const std::string& column) {
                          return has_cell(m_table, column, form);
                        });
  }

  bool is_wanted(const std::string& form,
                 const domain::Attribute& attribute) const {
    return std::any_of(m_out.begin(), m_out.end(), [&](const auto& condition) {
      // Of a negation the others are asked for, which have their cells.
      return !condition.negated &&
             std::any_of(condition.columns.begin(), condition.columns.end(),
                         [&](const std::string& column) {
                           return attribute_of(column).name == attribute.name;
                         }) &&
             std::any_of(condition.values.begin(), condition.values.end(),
                         [&](const std::string& value) {
                           return domain::comparable(attribute, value) == form;
                         });
    });
  }

  // Of a column or the key of a fact.
  domain::Attribute attribute_of(const std::string& name) const {
    const auto known = m_table.attributes.find(name);
    return known != m_table.attributes.end() ? known->second
                                             : domain::attribute_of(name);
  }

  const RowTable& m_table;
  const Question& m_question;
  const std::string& m_text;
  QuestionPhrases m_phrases;
  std::vector<std::string> m_words; // of the text
  std::vector<RowCondition> m_out;
};

} // namespace

// Groups that no file of the archive has at all are not among the matches.
bool asks_rows(const Question& question, const std::string& text,
               const domain::CurveFamilies& curves) {
  const auto facts = domain::asked_facts(text, curves);
  const bool heard =
      std::all_of(facts.begin(), facts.end(), [&](const auto& fact) {
        return is_number(fact, text) ||
               std::any_of(question.asked.begin(), question.asked.end(),
                           [&](const AskedMatch& match) {
                             return match.asked.key == fact.key;
                           });
      });
  const auto negated = std::count_if(
      question.asked.begin(), question.asked.end(),
      [](const AskedMatch& match) { return match.asked.negated; });
  return heard && question.identifiers.empty() &&
         QuestionPhrases(text).negations(domain::numbers_asked(text)) <=
             static_cast<size_t>(negated);
}

std::string nearest_of(const RowTable& table, const std::string& text) {
  const auto words = domain::words_of(text);
  for (const domain::NumberAsked& number : domain::numbers_asked(text)) {
    const std::string nearest = nearest_column(table, number, words);
    if (!nearest.empty() && !number_column(table, number, words)) {
      return nearest;
    }
  }
  return "";
}

std::optional<RowConditions> row_conditions(const RowTable& table,
                                            const Question& question,
                                            const std::string& text) {
  return Conditions(table, question, text).find();
}

} // namespace query
