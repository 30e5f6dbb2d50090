// SPDX-License-Identifier: Apache-2.0
#include "core/domain/well_number.hpp"

#include "core/domain/places.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <vector>

namespace domain {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\"'");
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(" \t\"'") - first + 1);
}

// A whole number that a spreadsheet wrote with a point or an exponent. More
// than 15 digits cannot be trusted in a double, and well numbers have 14. Where
// fewer digits are written than the number has, the rest was rounded away: of
// "4.90250632500E+13" the twelve that are there name a well, "4.2501E+13" names
// none.
std::optional<std::string> digits_of_float(std::string_view text) {
  double value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size() &&
                     value >= 0 && value < 1e14 && std::floor(value) == value;
  if (!whole) {
    return std::nullopt;
  }
  std::string digits = std::to_string(static_cast<uint64_t>(value));
  const auto point = text.find_first_of("eE");
  const auto mantissa = text.substr(0, point);
  const auto written = static_cast<size_t>(
      std::count_if(mantissa.begin(), mantissa.end(), is_digit));
  if (point == std::string_view::npos || written >= digits.size()) {
    return digits;
  }
  const bool well_and_sidetrack = digits.size() == 14 && written == 12;
  return well_and_sidetrack ? std::optional(digits.substr(0, 12))
                            : std::nullopt;
}

// "API No. ", "US Well Number: ", "UWI=".
std::string_view without_label(std::string_view text) {
  if (text.empty() || is_digit(text.front())) {
    return text; // nearly always
  }
  static const RE2 label("(?i)(?:us )?(?:api|uwi|us well)(?: ?well)?"
                         "(?: ?(?:no\\.?|num(?:ber)?|#))?[ :#.=-]+");
  re2::StringPiece rest(text.data(), text.size());
  RE2::Consume(&rest, label);
  return {rest.data(), rest.size()};
}

// Sizes of the groups between separators; all groups must be digits. Between
// two groups alone a point or a slash makes a number or a fraction.
std::optional<std::vector<size_t>> group_sizes(std::string_view text) {
  std::vector<size_t> sizes = {0};
  bool other = false; // than dashes and blanks
  for (const char c : text) {
    const bool separator =
        std::string_view("- ./_").find(c) != std::string_view::npos;
    if (is_digit(c)) {
      ++sizes.back();
    } else if (separator && sizes.back() > 0) {
      other = other || (c != '-' && c != ' ');
      sizes.push_back(0);
    } else {
      return std::nullopt;
    }
  }
  const bool fits = sizes.back() > 0 && (!other || sizes.size() >= 3);
  return fits ? std::optional(sizes) : std::nullopt;
}

// The published groups, or neighbours of them written together.
bool groups_fit(const std::vector<size_t>& sizes) {
  if (sizes.size() == 1) {
    return true;
  }
  static const std::vector<std::vector<size_t>> k_forms = {
      {2, 3, 5},    {2, 3, 5, 2},   {2, 3, 5, 2, 2}, {2, 3, 5, 4}, {3, 5},
      {5, 5},       {2, 8},         {5, 5, 2},       {5, 5, 2, 2}, {5, 5, 4},
      {10, 2},      {10, 2, 2},     {10, 4},         {1, 3, 5},    {12, 2},
      {1, 3, 5, 2}, {1, 3, 5, 2, 2}};
  return std::find(k_forms.begin(), k_forms.end(), sizes) != k_forms.end();
}

std::string only_digits(std::string_view text) {
  std::string out;
  std::copy_if(text.begin(), text.end(), std::back_inserter(out), is_digit);
  return out;
}

uint32_t number_of(std::string_view digits) {
  uint32_t out = 0;
  for (const char c : digits) {
    out = out * 10 + static_cast<uint32_t>(c - '0');
  }
  return out;
}

} // namespace

base::Result<WellNumber> WellNumber::parse(std::string_view text) {
  text = without_label(trim(text));
  std::string digits;
  const auto sizes = group_sizes(text);
  if (sizes && groups_fit(*sizes)) {
    digits = only_digits(text);
  } else if (auto whole = digits_of_float(text)) {
    digits = std::move(*whole);
  }
  const size_t n = digits.size();
  if (n == 7 || n == 9 || n == 11 || n == 13) {
    digits.insert(digits.begin(), '0');
  } else if (n != 8 && n != 10 && n != 12 && n != 14) {
    return base::fail(base::Errc::invalid,
                      "not a well number: 7, 8, 10, 12 or 14 digits are "
                      "needed, as 49-025-06325");
  }
  WellNumber out(std::move(digits));
  if (out.state() && !is_state_and_county(*out.state(), out.county())) {
    return base::fail(base::Errc::invalid,
                      "no well number: no such state and county");
  }
  if (number_of(out.local().substr(3)) == 0) {
    return base::fail(base::Errc::invalid, "no well number: unique is 0");
  }
  return out;
}

std::string WellNumber::display() const {
  const bool local_only = m_digits.size() == 8;
  std::string out = local_only ? "" : m_digits.substr(0, 2) + "-";
  out += local().substr(0, 3) + "-" + local().substr(3);
  for (size_t at = 10; at < m_digits.size(); at += 2) {
    out += "-" + m_digits.substr(at, 2);
  }
  return out;
}

std::optional<uint32_t> WellNumber::state() const {
  return m_digits.size() == 8 ? std::nullopt
                              : std::optional(number_of(m_digits.substr(0, 2)));
}

uint32_t WellNumber::county() const {
  return number_of(local().substr(0, 3));
}

std::string WellNumber::local() const {
  return m_digits.size() == 8 ? m_digits : m_digits.substr(2, 8);
}

bool same_well(const WellNumber& a, const WellNumber& b) {
  const bool both = a.state() && b.state();
  return a.local() == b.local() && (!both || a.state() == b.state());
}

} // namespace domain
