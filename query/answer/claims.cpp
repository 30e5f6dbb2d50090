// SPDX-License-Identifier: Apache-2.0
#include "query/answer/claims.hpp"

#include "core/domain/clause.hpp"
#include "core/domain/keys.hpp"
#include "core/domain/shadow.hpp"
#include "core/domain/text.hpp"
#include "query/answer/number_context.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace query {
namespace {

using domain::KeyContext;
using domain::KeyMatch;

bool digit(char c) {
  return c >= '0' && c <= '9';
}
bool letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool is_digits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), digit);
}

// "24-month", "200-ft": a number and a word.
bool is_measure(std::string_view word) {
  const size_t dash = word.find_first_not_of("0123456789.,");
  return dash != std::string_view::npos && dash > 0 && word[dash] == '-' &&
         word.size() > dash + 2 &&
         std::all_of(word.begin() + static_cast<std::ptrdiff_t>(dash),
                     word.end(),
                     [](char c) { return c == '-' || (c >= 'a' && c <= 'z'); });
}

// Claims by their place: a key of one more reading joins what stands there.
class Places {
public:
  void put(const KeyMatch& match, bool weak) {
    const auto [at, added] = m_claims.try_emplace({match.begin, match.end});
    Claim& claim = at->second;
    if (weak && !added && !claim.weak) {
      return; // it is known what it is
    }
    claim.weak = weak;
    if (std::find(claim.keys.begin(), claim.keys.end(), match.canonical) !=
        claim.keys.end()) {
      return;
    }
    claim.kind = ClaimKind::identifier;
    claim.begin = match.begin;
    claim.end = match.end;
    claim.keys.push_back(match.canonical);
    claim.families.push_back(match.family);
  }
  std::vector<Claim> take() {
    std::vector<Claim> out;
    out.reserve(m_claims.size());
    for (auto& [place, claim] : m_claims) {
      out.push_back(std::move(claim));
    }
    return out;
  }

private:
  std::map<std::pair<size_t, size_t>, Claim> m_claims;
};

void sort_by_place(std::vector<Claim>& claims) {
  std::stable_sort(
      claims.begin(), claims.end(), [](const Claim& a, const Claim& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
      });
}

class ClaimFinder {
public:
  explicit ClaimFinder(std::string_view plain)
      : m_text(plain), m_taken(plain.size(), false) {}

  std::vector<Claim> find() {
    quotations();
    dates();
    clauses();
    identifiers();
    numbers();
    names();
    sort_by_place(m_out);
    return std::move(m_out);
  }

private:
  char get(size_t at) const { return at < m_text.size() ? m_text[at] : ' '; }

  Claim& put(ClaimKind kind, size_t begin, size_t end) {
    Claim claim;
    claim.kind = kind;
    claim.begin = begin;
    claim.end = end;
    claim.keys = {std::string(m_text.substr(begin, end - begin))};
    std::fill(m_taken.begin() + static_cast<std::ptrdiff_t>(begin),
              m_taken.begin() + static_cast<std::ptrdiff_t>(end), true);
    m_out.push_back(std::move(claim));
    return m_out.back();
  }

  bool is_free(size_t begin, size_t end) const {
    return std::none_of(m_taken.begin() + static_cast<std::ptrdiff_t>(begin),
                        m_taken.begin() + static_cast<std::ptrdiff_t>(end),
                        [](bool taken) { return taken; });
  }

  // Between marks; what is opened and never closed runs to the end. A single
  // mark within a word, or behind one, is an apostrophe.
  void quotations() {
    size_t at = 0;
    while (at < m_text.size()) {
      const char mark = m_text[at];
      if (!opens(at)) {
        ++at;
        continue;
      }
      const size_t close = closing(mark, at + 1);
      const bool single = mark == '\'';
      if (close == std::string_view::npos && single) {
        ++at;
        continue;
      }
      const size_t end = std::min(close, m_text.size());
      if (end > at + 1) {
        put(ClaimKind::quotation, at + 1, end);
      }
      m_taken[at] = true;
      if (end < m_text.size()) {
        m_taken[end] = true;
      }
      at = end + 1;
    }
  }

  bool opens(size_t at) const {
    const char before = at > 0 ? m_text[at - 1] : ' ';
    switch (m_text[at]) {
    case '`':
      return true;
    case '"':
      return !digit(before); // else inches
    case '\'':
      return (before == ' ' || before == '(' || before == '\n') &&
             get(at + 1) != ' ';
    default:
      return false;
    }
  }

  size_t closing(char mark, size_t from) const {
    for (size_t at = from; at < m_text.size(); ++at) {
      if (m_text[at] == mark && (mark != '\'' || !letter(get(at + 1)))) {
        return at;
      }
    }
    return std::string_view::npos;
  }

  void dates() {
    for (auto& date : domain::find_dates(m_text)) {
      if (is_free(date.begin, date.end) &&
          !ends_measured(date.begin, date.end)) {
        put(ClaimKind::date, date.begin, date.end).date = date;
      }
    }
  }

  // "July 15 bbl", "Section 101 km": the last number of it has a unit.
  bool ends_measured(size_t from, size_t end) const {
    size_t begin = end;
    while (begin > from && digit(m_text[begin - 1])) {
      --begin;
    }
    const auto found = domain::find_numbers(m_text.substr(begin, 48));
    return begin < end && !found.numbers.empty() &&
           found.numbers.front().begin == 0 &&
           !found.numbers.front().unit.empty();
  }

  void clauses() {
    for (const auto& clause : domain::find_clauses(m_text)) {
      if (is_free(clause.begin, clause.end) &&
          !ends_measured(clause.begin, clause.end)) {
        put(ClaimKind::clause, clause.begin, clause.end).keys = {
            clause.path.canonical()};
      }
    }
  }

  // Also within quotations: what is quoted may be what the rest is about. Of
  // overlapping ones the first and longest.
  void identifiers() {
    size_t end = 0;
    for (auto& one : find_identifiers(m_text)) {
      const bool quoted = within_quotation(one);
      if (one.begin < end || (!quoted && !is_free(one.begin, one.end)) ||
          is_measured(one) ||
          (one.weak && !stands_alone(m_text, one.begin, one.end))) {
        continue;
      }
      end = one.end;
      if (!quoted) {
        std::fill(m_taken.begin() + static_cast<std::ptrdiff_t>(one.begin),
                  m_taken.begin() + static_cast<std::ptrdiff_t>(one.end), true);
      }
      m_out.push_back(std::move(one));
    }
  }

  bool within_quotation(const Claim& one) const {
    return std::any_of(m_out.begin(), m_out.end(), [&](const Claim& quote) {
      return quote.kind == ClaimKind::quotation && quote.begin <= one.begin &&
             one.end <= quote.end;
    });
  }

  // Bare digits with a unit behind them are a number.
  bool is_measured(const Claim& one) const {
    if (!is_digits(m_text.substr(one.begin, one.end - one.begin))) {
      return false;
    }
    const auto found = domain::find_numbers(m_text.substr(
        one.begin, std::min<size_t>(40, m_text.size() - one.begin)));
    return !found.numbers.empty() && found.numbers.front().begin == 0 &&
           (!found.numbers.front().unit.empty() ||
            !found.numbers.front().multiple.empty());
  }

  void numbers() {
    auto found = domain::find_numbers(m_text, m_taken);
    const auto beside = beside_numbers(m_text, found.numbers);
    for (size_t i = 0; i < found.numbers.size(); ++i) {
      auto& number = found.numbers[i];
      Claim& claim = put(ClaimKind::number, number.begin, number.end);
      claim.number = std::move(number);
      claim.beside = words_beside(m_text, beside[i]);
    }
    for (const auto& word : found.words) {
      put(ClaimKind::word, word.begin, word.end);
    }
  }

  static bool is_apart(char c) {
    constexpr std::string_view k_around = " \n.,;:()[]\"";
    return k_around.find(c) != std::string_view::npos;
  }

  // Words with a capital that stand in nothing else. The first of the sentence
  // has one whatever it is.
  void names() {
    const auto words = words_at(m_text);
    for (size_t i = 0; i < words.size(); ++i) {
      const auto [begin, end] = words[i];
      const std::string_view word = m_text.substr(begin, end - begin);
      const bool shape = has_capital(word) || domain::mixes_scripts(word);
      const bool first = i == 0 && !has_capital(word.substr(1)) &&
                         !domain::mixes_scripts(word);
      // A letter by itself may stand for a digit: "l", "O".
      const bool lone = word.size() == 1 && word != "a" && word != "A" &&
                        is_apart(begin > 0 ? get(begin - 1) : ' ') &&
                        is_apart(get(end));
      const bool name = shape && !first && word.size() > 1;
      if ((name || lone) && is_free(begin, end)) {
        put(ClaimKind::name, begin, end);
      }
    }
  }

  std::string_view m_text;
  std::vector<bool> m_taken;
  std::vector<Claim> m_out;
};

} // namespace

bool stands_alone(std::string_view text, size_t begin, size_t end) {
  if (begin >= end || end > text.size()) {
    return false;
  }
  const auto get = [&](size_t at) { return at < text.size() ? text[at] : ' '; };
  const auto joins = [](char c) {
    constexpr std::string_view k_joiners = "-/.+#_&'";
    return k_joiners.find(c) != std::string_view::npos;
  };
  const auto splits = [](char c) { return c == ',' || c == ':'; };
  const char left = begin > 0 ? text[begin - 1] : ' ';
  const char left2 = begin > 1 ? text[begin - 2] : ' ';
  const char first = text[begin];
  const char last = text[end - 1];
  if (domain::word_byte(first) &&
      (domain::word_byte(left) || left == '^' ||
       (joins(left) && domain::word_byte(left2) &&
        domain::ascii_digit(first)) ||
       (splits(left) && domain::ascii_digit(left2) &&
        domain::ascii_digit(first)))) {
    return false;
  }
  const char right = get(end);
  const char right2 = get(end + 1);
  return !(domain::word_byte(last) &&
           (domain::word_byte(right) || right == '^' ||
            (joins(right) && domain::word_byte(right2) &&
             domain::ascii_digit(last)) ||
            (splits(right) && domain::ascii_digit(right2) &&
             domain::ascii_digit(last))));
}

std::vector<Claim> find_claims(std::string_view plain) {
  return ClaimFinder(plain).find();
}

std::vector<Claim> find_identifiers(std::string_view plain) {
  Places places;
  for (const auto& match : domain::find_keys(plain, KeyContext::prose)) {
    places.put(match, false);
  }
  for (const auto& match : domain::find_keys(plain, KeyContext::question)) {
    const bool code = match.family == "code";
    if (!code || !is_measure(match.verbatim)) {
      places.put(match, code);
    }
  }
  auto out = places.take();
  sort_by_place(out);
  return out;
}

std::vector<WordAt> words_at(std::string_view plain) {
  std::vector<WordAt> out;
  for (size_t at = 0; at < plain.size();) {
    if (!letter(plain[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < plain.size() &&
           (letter(plain[end]) ||
            ((plain[end] == '\'' || plain[end] == '&') &&
             end + 1 < plain.size() && letter(plain[end + 1])))) {
      ++end;
    }
    const bool glued = (end < plain.size() && digit(plain[end])) ||
                       (at > 0 && digit(plain[at - 1]));
    if (!glued) {
      out.push_back({at, end});
    }
    at = end;
  }
  return out;
}

bool has_capital(std::string_view word) {
  return domain::fold(word) != word &&
         (std::any_of(word.begin(), word.end(),
                      [](char c) { return c >= 'A' && c <= 'Z'; }) ||
          domain::upper(word) == word);
}

} // namespace query
