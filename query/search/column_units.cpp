// SPDX-License-Identifier: Apache-2.0
#include "query/search/column_units.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

namespace query {
namespace {

using Words = std::set<std::string, std::less<>>;

std::optional<domain::Unit> known_unit(const std::string& text) {
  const auto unit = domain::parse_unit(text);
  return unit ? std::optional(*unit) : std::nullopt;
}

// What stands in the last brackets.
std::string bracketed(const std::string& heading) {
  const size_t open = heading.find_last_of("([");
  const size_t close = heading.find_last_of(")]");
  return open != std::string::npos && close != std::string::npos && close > open
             ? heading.substr(open + 1, close - open - 1)
             : "";
}

const Words& diameters() {
  static const Words words = {"diameter",  "dimension", "size",  "bore",
                              "width",     "dia",       "diam",  "od",
                              "thickness", "inch",      "inches"};
  return words;
}

const Words& depths() {
  static const Words words = {"depth", "td", "tvd", "md", "deep"};
  return words;
}

const Words& lengths() {
  static const Words words = {"length", "long", "distance", "len"};
  return words;
}

bool is_one_of(const std::string& word, const Words& words) {
  constexpr size_t k_cut = 5;
  return words.contains(word) ||
         (word.size() >= k_cut &&
          std::any_of(words.begin(), words.end(), [&](const std::string& one) {
            return one.starts_with(word);
          }));
}

bool says(const std::vector<std::string>& question, const Words& words) {
  return std::any_of(
      question.begin(), question.end(),
      [&](const std::string& word) { return words.contains(word); });
}

// Of what the question speaks, by its words, else by its unit.
const Words* quantity_of(const domain::NumberAsked& number,
                         const std::vector<std::string>& question) {
  static const Words deep = {"deep", "deeper", "depth", "shallower", "td"};
  static const Words far = {"long", "longer", "length", "shorter"};
  static const Words wide = {"diameter", "wide", "wider", "dimension",
                             "size",     "bore", "thick"};
  static const Words small = {"inch", "inches", "in", "mm", "\""};
  if (says(question, deep)) {
    return &depths();
  }
  if (says(question, far)) {
    return &lengths();
  }
  return says(question, wide) || small.contains(number.unit) ? &diameters()
                                                             : nullptr;
}

} // namespace

std::optional<domain::Unit> unit_of_heading(const std::string& heading) {
  if (const std::string inside = bracketed(heading); !inside.empty()) {
    return known_unit(inside);
  }
  const size_t at = heading.find_last_of("_ ");
  if (at == std::string::npos) {
    return std::nullopt;
  }
  const std::string last = heading.substr(at + 1);
  return last.size() >= 2 || last == "m" || last == "M" ? known_unit(last)
                                                        : std::nullopt;
}

std::vector<std::string> heading_words(const std::string& heading) {
  std::vector<std::string> out;
  bool small = false; // the letter before
  bool fresh = true;
  for (const char c : heading) {
    const bool capital = c >= 'A' && c <= 'Z';
    const bool letter = capital || (c >= 'a' && c <= 'z') || (c & 0x80) != 0;
    if (!letter) {
      fresh = true;
      small = false;
      continue;
    }
    if (fresh || (capital && small)) {
      out.emplace_back();
    }
    fresh = false;
    out.back().push_back(capital ? static_cast<char>(c - 'A' + 'a') : c);
    small = !capital;
  }
  return out;
}

bool tells_quantity(const std::string& heading,
                    const domain::NumberAsked& number,
                    const std::vector<std::string>& question) {
  const Words* words = quantity_of(number, question);
  const auto said = heading_words(heading);
  return words != nullptr &&
         std::any_of(said.begin(), said.end(), [&](const std::string& word) {
           return is_one_of(word, *words);
         });
}

std::optional<domain::NumberAsked> in_unit(const domain::NumberAsked& number,
                                           const domain::Unit& to) {
  constexpr double k_rounding = 1e-9; // 42 in are 1066.8 mm, nearly
  const auto from = domain::parse_unit(number.unit);
  if (!from || from->dimension != to.dimension) {
    return std::nullopt;
  }
  const auto convert = [&](double value) {
    return (value * from->scale + from->offset - to.offset) / to.scale;
  };
  domain::NumberAsked out = number;
  const double loose = number.open ? -k_rounding : k_rounding;
  if (number.least) {
    const double value = convert(*number.least);
    out.least = value - std::abs(value) * loose;
  }
  if (number.most) {
    const double value = convert(*number.most);
    out.most = value + std::abs(value) * loose;
  }
  return out;
}

} // namespace query
