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

// The word of two letters or more that follows a blank at `at`, small; ""
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
  return whole && !joins && out.size() >= 2 && !says_nothing(out) ? out : "";
}

// The word before a blank at `at`, small, if it begins with a capital or a
// colon makes a label of it: "MCKENZIE 18", "Stock: 40", "LEN_KM: 12".
std::string name_before(std::string_view text, size_t at) {
  if (at < 2 || text[at - 1] != ' ') {
    return "";
  }
  const bool point = text[at - 2] == '.'; // "NO. 2"
  const bool label = text[at - 2] == ':' || point;
  const size_t end = at - (label ? 2 : 1);
  const auto part = [&](char c) {
    return ascii_letter(c) || (label && (c == '_' || domain::ascii_digit(c)));
  };
  size_t begin = end;
  while (begin > 0 && part(text[begin - 1])) {
    --begin;
  }
  const auto word = text.substr(begin, end - begin);
  const bool name = word.size() >= (label ? 2U : 3U) &&
                    (!point || word.size() <= 4) &&
                    (label ? std::any_of(word.begin(), word.end(), ascii_letter)
                           : word[0] >= 'A' && word[0] <= 'Z') &&
                    (begin == 0 || !word_byte(text[begin - 1]));
  return name ? domain::lower_ascii(word) : "";
}

bool among_words(const std::vector<std::string>& words,
                 const std::vector<std::string>& others) {
  return std::any_of(words.begin(), words.end(), [&](const auto& word) {
    return std::find(others.begin(), others.end(), word) != others.end();
  });
}

// Where the words begin that a bracket at `at` belongs to: on its line behind
// the bracket before; of a line that begins with it, on the one above.
size_t label_begin(std::string_view text, size_t after, size_t at) {
  constexpr size_t k_longest = 60;
  const size_t floor = std::max(after, at - std::min(at, k_longest));
  size_t begin = at;
  bool any = false;
  while (begin > floor && !(text[begin - 1] == '\n' && any)) {
    --begin;
    any = any || ascii_letter(text[begin]);
  }
  return begin;
}

bool is_plain(const domain::NumberInText& number) {
  return number.unit.empty() && number.currency.empty() &&
         number.multiple.empty();
}

size_t decimals(std::string_view number) {
  const size_t point = number.find('.');
  return point == std::string_view::npos ? 0 : number.size() - point - 1;
}

} // namespace

void SourceIndex::index_numbers() {
  m_numbers = domain::find_numbers(plain().substr(0, m_text_end));
  m_beside = beside_numbers(plain().substr(0, m_text_end), m_numbers.numbers);
  for (size_t i = 0; i < m_numbers.numbers.size(); ++i) {
    const auto& number = m_numbers.numbers[i];
    m_by_value.emplace(number.value, i);
    if (!number.in_words) {
      m_by_unit[number.unit].push_back(i);
    }
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

// "Depth (ft)", "Time [ms]" anywhere in the text; the words are those before it
// on its line, else on the line above.
void SourceIndex::index_units() {
  const auto text = plain().substr(0, m_text_end);
  size_t after = 0; // the bracket before
  for (size_t at = 0;
       (at = text.find_first_of("([", at)) != std::string_view::npos; ++at) {
    const size_t end = text.find_first_of(")]([", at + 1);
    if (end == std::string_view::npos || end - at > 24) {
      continue;
    }
    const auto unit = domain::unit_key(text.substr(at + 1, end - at - 1));
    if (!unit.empty()) {
      const Beside label{label_begin(text, after, at), at, at, at};
      auto& words = m_bracketed[dimension_of(unit)][unit];
      const auto more = words_beside(text, label);
      words.insert(words.end(), more.begin(), more.end());
      after = end + 1;
    }
  }
}

// A unit in the name of the field before the number, or the only one of its
// dimension that the passage names in brackets, behind a word of the sentence.
bool SourceIndex::has_unit(size_t place, const std::string& unit,
                           const Claim& claim) const {
  constexpr size_t k_label = 80;
  const auto& all = m_numbers.numbers;
  const auto& held = all[place];
  // What belongs to the number before says nothing of this one.
  const size_t before = place == 0 ? 0 : all[place - 1].all_end;
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
  if (named == m_bracketed.end() || named->second.size() != 1 ||
      !named->second.contains(unit)) {
    return false;
  }
  const auto& words = named->second.at(unit);
  return words.empty() || among_words(words, claim.beside);
}

// Another value of the same unit stands beside all the words of the sentence
// that this one stands beside, and more.
bool SourceIndex::is_of_another(size_t held, const Claim& claim) const {
  const auto& all = m_numbers.numbers;
  const auto rivals = m_by_unit.find(all[held].unit);
  if (claim.beside.empty() || is_plain(claim.number) ||
      rivals == m_by_unit.end()) {
    return false;
  }
  const unsigned own = held_beside(m_small, m_beside[held], claim.beside);
  return std::any_of(rivals->second.begin(), rivals->second.end(),
                     [&](size_t other) {
                       if (all[other].value == claim.number.value) {
                         return false;
                       }
                       const unsigned its =
                           held_beside(m_small, m_beside[other], claim.beside);
                       return (its & own) == own && its != own;
                     });
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

// Sign, multiple, unit, currency and decimals.
bool SourceIndex::bears(size_t place, const Claim& claim,
                        std::string_view sentence) const {
  const auto& said = claim.number;
  const auto& held = m_numbers.numbers[place];
  if (said.multiple != held.multiple ||
      (said.compares != 0 && said.compares != held.compares)) {
    return false;
  }
  const bool unit = said.unit.empty() || said.unit == held.unit ||
                    (held.unit.empty() && held.currency.empty() &&
                     has_unit(place, said.unit, claim));
  const bool money = said.currency.empty() || said.currency == held.currency ||
                     (held.currency.empty() && held.unit.empty() &&
                      has_unit(place, said.currency, claim));
  const bool alike =
      !is_plain(said) || said.in_words || held.in_words ||
      decimals(sentence.substr(said.begin, said.end - said.begin)) ==
          decimals(plain().substr(held.begin, held.end - held.begin));
  return unit && money && alike;
}

std::vector<Support> SourceIndex::numbers(const Claim& claim,
                                          std::string_view sentence) const {
  std::vector<Support> out;
  const auto& said = claim.number;
  if (is_plain(said) && !fits_neighbours(claim, sentence)) {
    return out;
  }
  const std::string next = word_behind(sentence, claim.end);
  // "350 kbar" where the source says 350 bar: an unknown word may be a unit.
  const bool unknown =
      is_plain(said) && !next.empty() && !has_word(next) && !is_general(next);
  const auto [first, last] = m_by_value.equal_range(said.value);
  for (auto at = first; at != last; ++at) {
    const auto& held = m_numbers.numbers[at->second];
    if (!(unknown && !held.unit.empty()) &&
        bears(at->second, claim, sentence) &&
        !is_of_another(at->second, claim)) {
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
