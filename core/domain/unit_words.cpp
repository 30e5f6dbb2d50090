// SPDX-License-Identifier: Apache-2.0
#include "core/domain/unit_words.hpp"

#include "core/domain/numbers_in_text.hpp"
#include "core/domain/quantity.hpp"
#include "core/domain/shadow.hpp"
#include "core/domain/text.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

namespace domain {
namespace {

// Units beside those of parse_unit(): spelling, what spellings share.
const std::map<std::string, std::string, std::less<>>& more_units() {
  static const std::map<std::string, std::string, std::less<>> all = {
      {"%", "%"},
      {"percent", "%"},
      {"per cent", "%"},
      {"pct", "%"},
      {"\xc2\xb0", "degree"},
      {"deg", "degree"},
      {"degree", "degree"},
      {"degrees", "degree"},
      {"degrees celsius", "celsius"},
      {"degrees fahrenheit", "fahrenheit"},
      {"ohm", "ohm"},
      {"ohms", "ohm"},
      {"ohmm", "ohm.m"},
      {"ohm.m", "ohm.m"},
      {"ohm-m", "ohm.m"},
      {"ohm m", "ohm.m"},
      {"cc", "cm3"},
      {"cm3", "cm3"},
      {"cm^3", "cm3"},
      {"m^3", "m3"},
      {"ft^3", "ft3"},
      {"g", "g"},
      {"gm", "g"},
      {"t", "t"},
      {"ton", "ton"},
      {"tons", "ton"},
      {"tonne", "t"},
      {"tonnes", "t"},
      {"ppm", "ppm"},
      {"ppb", "ppb"},
      {"ppg", "ppg"},
      {"gapi", "gapi"},
      {"cp", "cp"},
      {"md", "md"},
      {"mv", "mv"},
      {"hz", "hz"},
      {"khz", "khz"},
      {"mhz", "mhz"},
      {"db", "db"},
      {"rpm", "rpm"},
      {"bopd", "bopd"},
      {"bwpd", "bwpd"},
      {"bpd", "bpd"},
      {"boe", "boe"},
      {"boepd", "boepd"},
      {"mcf", "mcf"},
      {"mmcf", "mmcf"},
      {"mscf", "mscf"},
      {"mmscf", "mmscf"},
      {"mscfd", "mscfd"},
      {"mmscfd", "mmscfd"},
      {"bcf", "bcf"},
      {"tcf", "tcf"},
      {"km2", "km2"},
      {"km^2", "km2"},
      {"sq km", "km2"},
      {"square kilometres", "km2"},
      {"square kilometers", "km2"},
      {"m2", "m2"},
      {"m^2", "m2"},
      {"square metres", "m2"},
      {"square meters", "m2"},
      {"sq m", "m2"},
      {"sq ft", "ft2"},
      {"ft2", "ft2"},
      {"ft^2", "ft2"},
      {"square feet", "ft2"},
      {"square miles", "mi2"},
      {"sq mi", "mi2"},
      {"acre", "acre"},
      {"acres", "acre"},
      {"ha", "ha"},
      {"hectare", "ha"},
      {"hectares", "ha"},
      {"kn", "kn"},
      {"lbf", "lbf"},
      {"ksi", "ksi"},
      {"kpsi", "ksi"},
      {"gpa", "gpa"},
      {"v", "v"},
      {"volt", "v"},
      {"volts", "v"},
      {"kv", "kv"},
      {"kw", "kw"},
      {"mw", "mw"},
      {"hp", "hp"},
      {"amp", "amp"},
      {"amps", "amp"},
      {"gpm", "gpm"},
      {"day", "day"},
      {"days", "day"},
      {"week", "week"},
      {"weeks", "week"},
      {"month", "month"},
      {"months", "month"},
      {"year", "year"},
      {"years", "year"},
      {"calendar days", "day"},
      {"business days", "business day"},
      {"business day", "business day"},
      {"working days", "working day"},
      {"working day", "working day"},
      {"mole", "mole"},
      {"liter", "l"},
      {"liters", "l"},
      {"litre", "l"},
      {"litres", "l"},
      {"d", "d"}};
  return all;
}

std::string simple_key(std::string_view unit) {
  const auto known = more_units().find(lower_ascii(unit));
  if (known != more_units().end()) {
    return known->second;
  }
  const auto parsed = parse_unit(unit);
  if (!parsed) {
    return "";
  }
  return std::string(parsed->si) + "*" + std::to_string(parsed->scale * 1e9) +
         "+" + std::to_string(parsed->offset);
}

bool unit_byte(char c) {
  return word_byte(c) || c == '%' || c == '^' || c == '/' || c == '.';
}

// Words that "in" may introduce: "5 in the", "3 in Wyoming", "7 in 1984".
bool introduces(std::string_view behind) {
  constexpr std::array<std::string_view, 16> k_words = {
      "the",  "a",   "an",  "this",  "that", "these", "those", "all",
      "each", "any", "its", "their", "both", "total", "which", "other"};
  while (behind.starts_with(' ')) {
    behind.remove_prefix(1);
  }
  const size_t end = behind.find_first_of(" .,;:)");
  const auto word = behind.substr(0, end);
  return !word.empty() &&
         (ascii_digit(word[0]) || (word[0] >= 'A' && word[0] <= 'Z') ||
          std::find(k_words.begin(), k_words.end(), word) != k_words.end());
}

bool may_be_unit(std::string_view unit, std::string_view behind, bool apart) {
  const std::string small = lower_ascii(unit);
  if (!apart) {
    return true;
  }
  if (small == "in") {
    return !introduces(behind);
  }
  return unit != "US" && unit != "MW" && unit != "T" && unit != "S" &&
         unit != "D" && unit != "V" && unit != "H" && unit != "B" &&
         !(unit == "'" || unit == "\"");
}

// Two words that are one unit: "per cent", "cubic feet".
BesideNumber two_words(std::string_view text, size_t first) {
  if (first >= text.size() || text[first] != ' ') {
    return {};
  }
  size_t end = first + 1;
  while (end < text.size() && ascii_letter(text[end])) {
    ++end;
  }
  auto key = end > first + 1 ? simple_key(text.substr(0, end)) : std::string();
  return key.empty() ? BesideNumber{} : BesideNumber{std::move(key), end};
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 22>
    k_currencies = {
        {{"usd", "USD"},    {"us dollars", "USD"},   {"dollars", "USD"},
         {"dollar", "USD"}, {"eur", "EUR"},          {"euros", "EUR"},
         {"euro", "EUR"},   {"gbp", "GBP"},          {"pounds sterling", "GBP"},
         {"nok", "NOK"},    {"kroner", "NOK"},       {"cad", "CAD"},
         {"aud", "AUD"},    {"dkk", "DKK"},          {"sek", "SEK"},
         {"chf", "CHF"},    {"jpy", "JPY"},          {"cny", "CNY"},
         {"$", "USD"},      {"\xe2\x82\xac", "EUR"}, {"\xc2\xa3", "GBP"},
         {"cents", "cent"}}};

} // namespace

std::string unit_key(std::string_view unit) {
  std::string out;
  size_t begin = 0;
  while (begin <= unit.size()) {
    const size_t slash = std::min(unit.find('/', begin), unit.size());
    const std::string part = simple_key(unit.substr(begin, slash - begin));
    if (part.empty()) {
      return "";
    }
    out += (out.empty() ? "" : "/") + part;
    begin = slash + 1;
  }
  return out;
}

BesideNumber unit_at(std::string_view text, bool apart) {
  if (text.empty()) {
    return {};
  }
  if (!apart && (text[0] == '"' || text[0] == '\'')) {
    const bool ends = text.size() == 1 || !word_byte(text[1]);
    return ends ? BesideNumber{unit_key(text.substr(0, 1)), 1} : BesideNumber{};
  }
  size_t end = 0;
  while (end < text.size() && end < 20 && unit_byte(text[end])) {
    ++end;
  }
  size_t word = end;
  while (word > 0 && (text[word - 1] == '.' || text[word - 1] == '/')) {
    --word;
  }
  if (word == 0 || (end == 20 && end < text.size() && unit_byte(text[end]))) {
    return {};
  }
  if (auto both = two_words(text, word); both.size > 0) {
    return both;
  }
  auto key = unit_key(text.substr(0, word));
  if (key.empty() ||
      !may_be_unit(text.substr(0, word), text.substr(word), apart)) {
    return {};
  }
  return {std::move(key), word};
}

BesideNumber multiple_at(std::string_view text, bool money) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4>
      k_words = {{{"thousand", "thousand"},
                  {"million", "million"},
                  {"billion", "billion"},
                  {"trillion", "trillion"}}};
  constexpr std::array<std::pair<std::string_view, std::string_view>, 7>
      k_short = {{{"k", "thousand"},
                  {"mm", "million"},
                  {"mn", "million"},
                  {"m", "million"},
                  {"bn", "billion"},
                  {"b", "billion"},
                  {"tn", "trillion"}}};
  const size_t blank = text.starts_with(' ') || text.starts_with('-') ? 1 : 0;
  size_t end = blank;
  while (end < text.size() && ascii_letter(text[end])) {
    ++end;
  }
  const std::string word = lower_ascii(text.substr(blank, end - blank));
  for (const auto& [spelling, key] : k_words) {
    if (word == spelling || word == std::string(spelling) + "s") {
      return {std::string(key), end};
    }
  }
  for (const auto& [spelling, key] : k_short) {
    if (money && word == spelling) {
      return {std::string(key), end};
    }
  }
  return {};
}

BesideNumber currency_at(std::string_view text) {
  const size_t blank = text.starts_with(' ') ? 1 : 0;
  const std::string small = lower_ascii(text.substr(blank));
  for (const auto& [spelling, key] : k_currencies) {
    const size_t end = spelling.size();
    const bool sign = !ascii_letter(spelling[0]);
    if (small.starts_with(spelling) &&
        (sign || end == small.size() || !word_byte(small[end]))) {
      return {std::string(key), blank + end};
    }
  }
  return {};
}

BesideNumber currency_before(std::string_view text) {
  const size_t blank = text.ends_with(' ') ? 1 : 0;
  const std::string small =
      lower_ascii(text.substr(text.size() - std::min<size_t>(text.size(), 18)));
  const std::string_view left =
      std::string_view(small).substr(0, small.size() - blank);
  for (const auto& [spelling, key] : k_currencies) {
    const bool sign = !ascii_letter(spelling[0]);
    const size_t begin = left.size() - std::min(left.size(), spelling.size());
    const bool whole = sign || begin == 0 || !word_byte(left[begin - 1]);
    if (left.ends_with(spelling) && whole && (!sign || blank == 0)) {
      const size_t us = sign && left.substr(0, begin).ends_with("us") ? 2 : 0;
      return {std::string(key), spelling.size() + blank + us};
    }
  }
  return {};
}

} // namespace domain
