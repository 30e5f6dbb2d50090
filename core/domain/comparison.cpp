// SPDX-License-Identifier: Apache-2.0
#include "core/domain/comparison.hpp"

#include "core/domain/text.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace domain {
namespace {

constexpr size_t k_longest = 4096; // bytes of a question that are read

// Signs of currencies in UTF-8, and words behind the number.
constexpr const char* k_sign =
    "[$\\x{20ac}\\x{a3}\\x{a5}]|usd ?|eur ?|gbp ?|nok ?";
constexpr const char* k_money_behind =
    "(?: ?(?:usd|eur|gbp|nok|cad|dollars?|euros?|pounds|kroner))?";

} // namespace

std::optional<double> cell_number(std::string_view text) {
  static const RE2 form(
      "\\s*(?:[$\\x{20ac}\\x{a3}\\x{a5}]|USD|EUR|GBP|NOK|CAD)?\\s*"
      "([-+]?[0-9]{1,3}(?:,[0-9]{3})+(?:\\.[0-9]+)?|[-+]?[0-9]*\\.?[0-9]+"
      "(?:[eE][-+]?[0-9]{1,3})?)"
      "\\s*(?:[$\\x{20ac}\\x{a3}\\x{a5}]|USD|EUR|GBP|NOK|CAD)?\\s*");
  re2::StringPiece number;
  if (!RE2::FullMatch(re2::StringPiece(text.data(), text.size()), form,
                      &number)) {
    return std::nullopt;
  }
  std::string digits(number);
  std::erase(digits, ',');
  const double value = std::strtod(digits.c_str(), nullptr);
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

bool is_money(std::string_view text) {
  static const RE2 form("[$\\x{20ac}\\x{a3}\\x{a5}]|USD|EUR|GBP|NOK|CAD");
  return RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), form);
}

std::vector<NumberAsked> numbers_asked(std::string_view question) {
  static const RE2 single(
      "(?i)(?:^|[^a-z])(more than|over|above|greater than|exceeding|>|at least|"
      "not less than|no less than|>=|less than|under|below|cheaper than|<|"
      "at most|no more than|not more than|up to|<=) ?"
      "((" +
      std::string(k_sign) + ")?([0-9][0-9,]*(?:\\.[0-9]+)?)(" +
      std::string(k_money_behind) + "))");
  static const RE2 between(
      "(?i)(?:^|[^a-z])between ((" + std::string(k_sign) +
      ")?([0-9][0-9,]*(?:\\.[0-9]+)?) and (?:" + std::string(k_sign) +
      ")?([0-9][0-9,]*(?:\\.[0-9]+)?)(" + std::string(k_money_behind) + "))");
  const std::string_view text = cut_utf8(question, k_longest);
  std::vector<NumberAsked> out;
  re2::StringPiece rest(text.data(), text.size());
  re2::StringPiece word;
  re2::StringPiece whole;
  re2::StringPiece sign;
  re2::StringPiece number;
  re2::StringPiece behind;
  while (RE2::FindAndConsume(&rest, single, &word, &whole, &sign, &number,
                             &behind)) {
    const std::string compares =
        fold(std::string_view(word.data(), word.size()));
    const auto value =
        cell_number(std::string_view(number.data(), number.size()));
    if (!value) {
      continue;
    }
    const auto is = [&](std::initializer_list<std::string_view> forms) {
      return std::find(forms.begin(), forms.end(), compares) != forms.end();
    };
    NumberAsked one;
    one.money = !sign.empty() || !behind.empty();
    one.words = std::string(word) + " " + std::string(whole);
    one.open = is({"more than", "over", "above", "greater than", "exceeding",
                   ">", "less than", "under", "below", "cheaper than", "<"});
    const bool low =
        is({"more than", "over", "above", "greater than", "exceeding", ">",
            "at least", "not less than", "no less than", ">="});
    (low ? one.least : one.most) = value;
    out.push_back(std::move(one));
  }
  rest = re2::StringPiece(text.data(), text.size());
  re2::StringPiece high;
  while (RE2::FindAndConsume(&rest, between, &whole, &sign, &number, &high,
                             &behind)) {
    NumberAsked one;
    one.least = cell_number(std::string_view(number.data(), number.size()));
    one.most = cell_number(std::string_view(high.data(), high.size()));
    one.money = !sign.empty() || !behind.empty();
    one.words = "between " + std::string(whole);
    if (one.least && one.most) {
      out.push_back(std::move(one));
    }
  }
  return out;
}

} // namespace domain
