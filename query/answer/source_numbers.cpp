// SPDX-License-Identifier: Apache-2.0
//
// Numbers of a source: what stands beside them, and which claims they bear.
#include "core/domain/comparison.hpp"
#include "core/domain/shadow.hpp"
#include "core/domain/text.hpp"
#include "query/answer/general_words.hpp"
#include "query/answer/source_index.hpp"

#include <algorithm>
#include <iterator>

namespace query {
namespace {

using domain::ascii_letter;
using domain::word_byte;

std::string dimension_of(const std::string& unit) {
  return unit.substr(0, unit.find('*'));
}

// Whether what stands before a number names a unit or a currency as a label
// does: before a colon or an equals sign ("DEPTH_FT: "), in brackets, or behind
// a point ("STRT .FT").
bool names_unit(std::string_view label, const std::string& unit) {
  const size_t colon = label.find_last_of(":=");
  for (size_t at = 0; at < label.size();) {
    const auto part = [](char c) {
      return word_byte(c) || c == '%' || c == '/' || c == '^' || c == '$';
    };
    if (!part(label[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < label.size() && part(label[end])) {
      ++end;
    }
    const auto word = label.substr(at, end - at);
    const char left = at > 0 ? label[at - 1] : ' ';
    const bool said = (colon != std::string_view::npos && end <= colon) ||
                      left == '(' || left == '[' || left == '.';
    if (said &&
        (domain::unit_key(word) == unit || domain::currency_of(word) == unit)) {
      return true;
    }
    at = end;
  }
  return false;
}

// The word of three letters or more that follows a blank at `at`, small; ""
// for none and for one that only joins.
std::string word_behind(std::string_view text, size_t at) {
  constexpr std::string_view k_joining[] = {
      "and", "the",  "for",   "from", "with", "was", "are", "has", "had",
      "per", "that", "which", "were", "than", "are", "but", "nor"};
  if (at >= text.size() || text[at] != ' ') {
    return "";
  }
  size_t end = at + 1;
  while (end < text.size() && ascii_letter(text[end])) {
    ++end;
  }
  const bool whole = end == text.size() || !word_byte(text[end]);
  std::string out = domain::lower_ascii(text.substr(at + 1, end - at - 1));
  const bool joins = std::find(std::begin(k_joining), std::end(k_joining),
                               out) != std::end(k_joining);
  return whole && !joins && out.size() >= 3 ? out : "";
}

// The word before a blank at `at`, small, if it begins with a capital or a
// colon makes a label of it: "MCKENZIE 18", "Stock: 40".
std::string name_before(std::string_view text, size_t at) {
  if (at < 2 || text[at - 1] != ' ') {
    return "";
  }
  const bool label = text[at - 2] == ':';
  const size_t end = at - (label ? 2 : 1);
  size_t begin = end;
  while (begin > 0 && ascii_letter(text[begin - 1])) {
    --begin;
  }
  const auto word = text.substr(begin, end - begin);
  const bool name = word.size() >= 3 &&
                    (label || (word[0] >= 'A' && word[0] <= 'Z')) &&
                    (begin == 0 || !word_byte(text[begin - 1]));
  return name ? domain::lower_ascii(word) : "";
}

size_t decimals(std::string_view number) {
  const size_t point = number.find('.');
  return point == std::string_view::npos ? 0 : number.size() - point - 1;
}

} // namespace

void SourceIndex::index_numbers() {
  m_numbers = domain::find_numbers(plain().substr(0, m_text_end));
  for (size_t i = 0; i < m_numbers.numbers.size(); ++i) {
    const auto& number = m_numbers.numbers[i];
    m_by_value.emplace(number.value, i);
    if (const auto word = word_behind(plain(), number.end); !word.empty()) {
      m_before_word[word].insert(number.value);
    }
    if (const auto name = name_before(plain(), number.begin); !name.empty()) {
      m_behind_name[name].insert(number.value);
    }
  }
  for (const auto& date : m_dates) {
    const auto year = date.span ? date.span->year() : std::nullopt;
    const std::string digits = year ? std::to_string(*year) : "";
    const size_t at =
        plain().substr(date.begin, date.end - date.begin).find(digits);
    if (year && at != std::string_view::npos && date.end <= m_text_end) {
      m_years.emplace(
          digits, Stretch{date.begin + at, date.begin + at + digits.size()});
    }
  }
}

// "(ft)", "[m]" anywhere in the text.
void SourceIndex::index_units() {
  const auto text = plain().substr(0, m_text_end);
  for (size_t at = 0;
       (at = text.find_first_of("([", at)) != std::string_view::npos; ++at) {
    const size_t end = text.find_first_of(")]([", at + 1);
    if (end == std::string_view::npos || end - at > 24) {
      continue;
    }
    const auto unit = domain::unit_key(text.substr(at + 1, end - at - 1));
    if (!unit.empty()) {
      m_bracketed[dimension_of(unit)].insert(unit);
    }
  }
}

// A unit in the name of the field before the number, or the only one of its
// dimension that the passage names in brackets.
bool SourceIndex::has_unit(const domain::NumberInText& held,
                           const std::string& unit) const {
  constexpr size_t k_label = 80;
  const auto& all = m_numbers.numbers;
  const auto next = std::lower_bound(
      all.begin(), all.end(), held.begin,
      [](const auto& one, size_t at) { return one.begin < at; });
  // What belongs to the number before says nothing of this one.
  const size_t before = next == all.begin() ? 0 : std::prev(next)->all_end;
  const size_t from =
      std::max(std::min(before, held.all_begin),
               held.all_begin - std::min(held.all_begin, k_label));
  std::string_view label = plain().substr(from, held.all_begin - from);
  const size_t border = label.find_last_of(";\n|");
  label = border == std::string_view::npos ? label : label.substr(border + 1);
  if (held.implied_unit == unit || names_unit(label, unit)) {
    return true;
  }
  const auto named = m_bracketed.find(dimension_of(unit));
  return named != m_bracketed.end() && named->second.size() == 1 &&
         named->second.contains(unit);
}

// Of a number without a unit: its neighbours, where the source has numbers
// beside them.
bool SourceIndex::fits_neighbours(const Claim& claim,
                                  std::string_view sentence) const {
  const auto among = [&](const auto& numbers, const std::string& word) {
    const auto found = word.empty() ? numbers.end() : numbers.find(word);
    return found == numbers.end() || found->second.contains(claim.number.value);
  };
  return among(m_before_word, word_behind(sentence, claim.end)) &&
         among(m_behind_name, name_before(sentence, claim.begin));
}

std::vector<Support> SourceIndex::numbers(const Claim& claim,
                                          std::string_view sentence) const {
  std::vector<Support> out;
  const auto& said = claim.number;
  const bool plain_number =
      said.unit.empty() && said.currency.empty() && said.multiple.empty();
  if (plain_number && !fits_neighbours(claim, sentence)) {
    return out;
  }
  const std::string next = word_behind(sentence, claim.end);
  // "350 kbar" where the source says 350 bar: an unknown word may be a unit.
  const bool unknown =
      plain_number && !next.empty() && !has_word(next) && !is_general(next);
  const auto fits = [&](const domain::NumberInText& held) {
    if (unknown && !held.unit.empty()) {
      return false;
    }
    if (said.multiple != held.multiple ||
        (said.compares != 0 && said.compares != held.compares)) {
      return false;
    }
    const bool unit = said.unit.empty() || said.unit == held.unit ||
                      (held.unit.empty() && held.currency.empty() &&
                       has_unit(held, said.unit));
    const bool money = said.currency.empty() ||
                       said.currency == held.currency ||
                       (held.currency.empty() && held.unit.empty() &&
                        has_unit(held, said.currency));
    const bool alike =
        !plain_number || said.in_words || held.in_words ||
        decimals(sentence.substr(said.begin, said.end - said.begin)) ==
            decimals(plain().substr(held.begin, held.end - held.begin));
    return unit && money && alike;
  };
  const auto [first, last] = m_by_value.equal_range(said.value);
  for (auto at = first; at != last; ++at) {
    const auto& held = m_numbers.numbers[at->second];
    if (fits(held)) {
      const bool bracket =
          held.end < plain().size() && plain()[held.end] == ')';
      const bool with_unit =
          !said.unit.empty() && said.unit == held.unit && !bracket;
      const bool with_money =
          !said.currency.empty() && said.currency == held.currency;
      put(with_money ? held.all_begin : held.begin,
          with_unit || with_money ? held.all_end : held.end, out);
      out.back().with_unit = with_unit || with_money;
      out.back().with_money = with_money;
    }
  }
  const bool bare = said.unit.empty() && said.currency.empty() &&
                    said.multiple.empty() && said.compares == 0;
  const auto [year, behind] = m_years.equal_range(said.value);
  for (auto at = year; bare && at != behind; ++at) {
    put(at->second.begin, at->second.end, out);
  }
  return out;
}

} // namespace query
