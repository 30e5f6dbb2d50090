// SPDX-License-Identifier: Apache-2.0
#include "core/domain/comparison.hpp"

#include "core/domain/quantity.hpp"
#include "core/domain/text.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <span>
#include <utility>

namespace domain {
namespace {

constexpr size_t k_longest = 4096; // bytes of a question that are read

// Signs of currencies in UTF-8, and words before and behind the number.
constexpr const char* k_sign =
    "([$\\x{20ac}\\x{a3}\\x{a5}]|usd ?|eur ?|gbp ?|nok ?|cad ?)?";
constexpr const char* k_number = "([0-9][0-9,]*(?:\\.[0-9]+)?)"
                                 "((?: ?(?:thousand|million|billion|k|mn|bn)"
                                 "\\b)?)";
constexpr const char* k_money_behind =
    "((?: ?(?:[$\\x{20ac}\\x{a3}\\x{a5}]|(?:usd|eur|gbp|nok|cad|dollars?|"
    "euros?|pounds|kroner)\\b))?)";

// What compares, and which bound the number is.
struct Word {
  const char* text;
  bool least;
  bool open; // the bound itself does not count
};
constexpr std::array<Word, 16> k_words = {{{"more than", true, true},
                                           {"over", true, true},
                                           {"above", true, true},
                                           {"greater than", true, true},
                                           {"exceeding", true, true},
                                           {"exceeds", true, true},
                                           {"exceed", true, true},
                                           {">=", true, false},
                                           {">", true, true},
                                           {"at least", true, false},
                                           {"less than", false, true},
                                           {"under", false, true},
                                           {"below", false, true},
                                           {"cheaper than", false, true},
                                           {"at most", false, false},
                                           {"up to", false, false}}};
// "<=" and "<" are no words that anything stands before.
constexpr std::array<Word, 2> k_signs = {
    {{"<=", false, false}, {"<", false, true}}};

re2::StringPiece piece(std::string_view text) {
  return {text.data(), text.size()};
}

std::string_view view(re2::StringPiece text) {
  return {text.data(), text.size()};
}

double scale_of(std::string_view word) {
  const std::string said = fold(word);
  const auto ends = [&](std::string_view tail) { return said.ends_with(tail); };
  return ends("thousand") || ends("k")   ? 1e3
         : ends("million") || ends("mn") ? 1e6
         : ends("billion") || ends("bn") ? 1e9
                                         : 1;
}

std::optional<double> scaled(re2::StringPiece number, re2::StringPiece scale) {
  const auto value = cell_number(view(number));
  return value ? std::optional(*value * scale_of(view(scale))) : std::nullopt;
}

// "ft" of "3000 ft"; "in" is a place's as a rule.
std::string unit_behind(re2::StringPiece rest) {
  static const RE2 form("^ ?([A-Za-z%\xc2\xb5\xce\xbc]+)");
  re2::StringPiece word;
  if (!RE2::PartialMatch(rest, form, &word) || word == "in" || word == "a") {
    return "";
  }
  const std::string unit(word);
  return unit.starts_with('%') || parse_quantity("1 " + unit) ? unit : "";
}

const Word* word_of(std::string_view compares) {
  const std::string said = fold(compares);
  for (const auto& list :
       {std::span<const Word>(k_words), std::span<const Word>(k_signs)}) {
    for (const Word& word : list) {
      if (said == word.text) {
        return &word;
      }
    }
  }
  return nullptr;
}

std::string alternatives() {
  std::string out;
  for (const auto& list :
       {std::span<const Word>(k_words), std::span<const Word>(k_signs)}) {
    for (const Word& word : list) {
      out += (out.empty() ? "" : "|") + std::string(word.text);
    }
  }
  return out;
}

void put_single(std::string_view text, std::vector<NumberAsked>& out) {
  static const RE2 form(
      "(?i)(?:^|[^a-z])((?:not |no |never |[a-z]+n['\\x{2019}]"
      "t )?(" +
      alternatives() + ") ?" + k_sign + k_number + k_money_behind + ")");
  re2::StringPiece rest = piece(text);
  re2::StringPiece whole, word, sign, number, scale, behind;
  while (RE2::FindAndConsume(&rest, form, &whole, &word, &sign, &number, &scale,
                             &behind)) {
    const Word* compares = word_of(view(word));
    const auto value = scaled(number, scale);
    if (compares == nullptr || !value) {
      continue;
    }
    // "not over 50" is at most 50.
    const bool negated = word.data() != whole.data();
    NumberAsked one;
    one.words = std::string(whole);
    one.currency = currency_of(one.words);
    one.money = !sign.empty() || !behind.empty();
    one.unit = one.money ? "" : unit_behind(rest);
    one.open = compares->open != negated;
    (compares->least != negated ? one.least : one.most) = value;
    out.push_back(std::move(one));
  }
}

void put_between(std::string_view text, std::vector<NumberAsked>& out) {
  static const RE2 form("(?i)(?:^|[^a-z])(between " + std::string(k_sign) +
                        k_number + " and " + k_sign + k_number +
                        k_money_behind + ")");
  re2::StringPiece rest = piece(text);
  re2::StringPiece whole, sign, low, low_scale, again, high, high_scale, behind;
  while (RE2::FindAndConsume(&rest, form, &whole, &sign, &low, &low_scale,
                             &again, &high, &high_scale, &behind)) {
    NumberAsked one;
    // "between 2 and 5 million": of both.
    one.least = scaled(low, low_scale.empty() ? high_scale : low_scale);
    one.most = scaled(high, high_scale);
    one.words = std::string(whole);
    one.currency = currency_of(one.words);
    one.money = !sign.empty() || !again.empty() || !behind.empty();
    one.unit = one.money ? "" : unit_behind(rest);
    if (one.least && one.most) {
      out.push_back(std::move(one));
    }
  }
}

// "42 inches or more", "300 m or deeper", "50 or less".
void put_or_more(std::string_view text, std::vector<NumberAsked>& out) {
  static const RE2 form("(?i)(?:^|[^a-z0-9.,])(" + std::string(k_number) +
                        "(?: ?([a-z%]+))? or (?:(more|over|above|greater|"
                        "larger|longer|deeper|higher|bigger|wider|thicker)|"
                        "less|under|below|fewer|smaller|shorter|lower|"
                        "shallower)\\b)");
  re2::StringPiece rest = piece(text);
  re2::StringPiece whole, number, scale, unit, more;
  while (
      RE2::FindAndConsume(&rest, form, &whole, &number, &scale, &unit, &more)) {
    const auto value = scaled(number, scale);
    NumberAsked one;
    one.unit = unit.empty() ? "" : unit_behind(unit);
    if (!value || (!unit.empty() && one.unit.empty())) {
      continue;
    }
    one.words = std::string(whole);
    (more.empty() ? one.most : one.least) = value;
    out.push_back(std::move(one));
  }
}

// "a diameter of 42 inches", "with 7 in casing" is none: only behind "of".
void put_equal(std::string_view text, std::vector<NumberAsked>& out) {
  static const RE2 form("(?i)\\bof (" + std::string(k_number) +
                        " ?([a-z]{2,})\\b)( or )?");
  re2::StringPiece rest = piece(text);
  re2::StringPiece whole, number, scale, unit, other;
  while (RE2::FindAndConsume(&rest, form, &whole, &number, &scale, &unit,
                             &other)) {
    const auto value = scaled(number, scale);
    NumberAsked one;
    one.unit = unit_behind(unit);
    if (!value || one.unit.empty() || !other.empty()) {
      continue;
    }
    one.words = std::string(whole);
    one.least = value;
    one.most = value;
    out.push_back(std::move(one));
  }
}

} // namespace

std::optional<double> cell_number(std::string_view text) {
  static const RE2 form(
      "\\s*(?:[$\\x{20ac}\\x{a3}\\x{a5}]|USD|EUR|GBP|NOK|CAD)?\\s*"
      "\\+?(-?[0-9]{1,3}(?:,[0-9]{3})+(?:\\.[0-9]+)?|-?[0-9]*\\.?[0-9]+"
      "(?:[eE][-+]?[0-9]{1,3})?)"
      "\\s*(?:[$\\x{20ac}\\x{a3}\\x{a5}]|USD|EUR|GBP|NOK|CAD)?\\s*");
  re2::StringPiece number;
  if (!RE2::FullMatch(piece(text), form, &number)) {
    return std::nullopt;
  }
  std::string digits(number);
  std::erase(digits, ',');
  double value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool fine = error == std::errc() && std::isfinite(value);
  return fine ? std::optional(value) : std::nullopt;
}

std::string currency_of(std::string_view text) {
  static const RE2 form("([$\\x{20ac}\\x{a3}\\x{a5}]|(?i:USD|EUR|GBP|NOK|CAD|"
                        "dollar|euro|pounds|kroner))");
  static const std::map<std::string, std::string, std::less<>> codes = {
      {"$", "USD"},      {"dollar", "USD"}, {"\u20ac", "EUR"},
      {"euro", "EUR"},   {"\u00a3", "GBP"}, {"pounds", "GBP"},
      {"\u00a5", "JPY"}, {"kroner", "NOK"}};
  re2::StringPiece sign;
  if (!RE2::PartialMatch(piece(text), form, &sign)) {
    return "";
  }
  const auto known = codes.find(fold(view(sign)));
  return known == codes.end() ? upper(view(sign)) : known->second;
}

bool is_money(std::string_view text) {
  return !currency_of(text).empty();
}

std::vector<NumberAsked> numbers_asked(std::string_view question) {
  const std::string_view text = cut_utf8(question, k_longest);
  std::vector<NumberAsked> out;
  put_single(text, out);
  put_between(text, out);
  put_or_more(text, out);
  put_equal(text, out);
  return out;
}

} // namespace domain
