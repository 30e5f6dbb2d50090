// SPDX-License-Identifier: Apache-2.0
#include "core/domain/date.hpp"

#include "core/domain/date_reading.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>

namespace domain {
namespace {

constexpr size_t k_longest = 60; // bytes of a date with its time

re2::StringPiece piece(std::string_view text) {
  return {text.data(), text.size()};
}

bool is_known(uint32_t year) {
  return year >= k_first_year && year <= k_last_year;
}

} // namespace

std::string display_day(Day day) {
  const std::string digits = std::to_string(100000000 + day).substr(1);
  return digits.substr(0, 4) + "-" + digits.substr(4, 2) + "-" +
         digits.substr(6);
}

Day day_before(Day day) {
  const uint32_t year = day / 10000;
  const uint32_t month = day / 100 % 100;
  if (day % 100 > 1) {
    return day - 1;
  }
  return month > 1 ? day_of(year, month - 1, days_in(year, month - 1))
                   : day_of(year - 1, 12, 31);
}

Day day_after(Day day) {
  const uint32_t year = day / 10000;
  const uint32_t month = day / 100 % 100;
  if (day % 100 < days_in(year, month)) {
    return day + 1;
  }
  return month < 12 ? day_of(year, month + 1, 1) : day_of(year + 1, 1, 1);
}

std::optional<uint32_t> DateSpan::year() const {
  return first / 10000 == last / 10000 ? std::optional(first / 10000)
                                       : std::nullopt;
}

std::string DateSpan::display() const {
  if (one_day()) {
    return display_day(first);
  }
  if (ambiguous) {
    return display_day(first) + " or " + display_day(last);
  }
  const std::string start = display_day(first);
  if (first % 10000 == 101 && last == first + 1130) {
    return start.substr(0, 4);
  }
  const uint32_t year = first / 10000;
  const bool month = first % 100 == 1 && last / 100 == first / 100 &&
                     last % 100 == days_in(year, first / 100 % 100);
  return month ? start.substr(0, 7) : start + " to " + display_day(last);
}

base::Result<DateSpan> parse_date(std::string_view text, DateOrder order) {
  if (is_missing_date(text)) {
    return base::fail(base::Errc::not_found, "says that there is no date");
  }
  const auto span = read_date(text, order);
  if (!span || !is_known(span->first / 10000) ||
      !is_known(span->last / 10000)) {
    return base::fail(base::Errc::invalid,
                      "no date: wanted as 1992-06-12 or 12-JUN-1992");
  }
  return *span;
}

bool is_missing_date(std::string_view text) {
  text = trimmed_date(text);
  static const RE2 words("(?i)(?:n/?a|none|null|nil|unknown|not known|nan|nat|"
                         "-999(?:\\.25|\\.0+)?|-9999(?:\\.0+)?|[^0-9a-z]*|"
                         "[0 /.:-]+|9[9 /.-]{3,}9)");
  if (text.size() > k_longest || RE2::FullMatch(piece(text), words)) {
    return text.size() <= k_longest;
  }
  const auto span = read_date(text, DateOrder::unknown);
  if (!span || !span->one_day()) {
    return false;
  }
  constexpr std::array<Day, 6> k_begin = {19000101, 18991230, 18991231,
                                          17530101, 10101,    10102};
  return span->first / 10000 >= 9990 ||
         std::find(k_begin.begin(), k_begin.end(), span->first) !=
             k_begin.end();
}

} // namespace domain
