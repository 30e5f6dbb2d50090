// SPDX-License-Identifier: Apache-2.0
//
// Dates as files write them, with what is not known kept open. Gregorian
// calendar throughout (ISO 8601). Pure.
#pragma once

#include "core/base/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace domain {

// A day as the number yyyymmdd: it sorts, and a person can read it.
using Day = uint32_t;
std::string display_day(Day day); // "1992-06-12"
// The day before and the day after.
Day day_before(Day day);
Day day_after(Day day);

// Which part of 06/12/92 is the day, where somebody knows it.
enum class DateOrder {
  unknown = 0,
  month_first = 1,
  day_first = 2,
};

// First and last day that a date may be: one day for 1992-06-12, a month, a
// year, and for 06/12/92 the span from 1992-06-12 to 1992-12-06.
struct DateSpan {
  Day first = 0;
  Day last = 0;           // not before `first`
  bool ambiguous = false; // one of its two ends or what is between the
                          // readings; else any day of the span
  bool one_day() const { return first == last; }
  // The year that all of it lies in.
  std::optional<uint32_t> year() const;
  // "1992-06-12", "1992-06", "1992", "1992-06-12 or 1992-12-06".
  std::string display() const;
  friend auto operator<=>(const DateSpan&, const DateSpan&) = default;
};

// Years 1800 to 2100. Reads 1992-06-12, 1992/6/12, 06/12/92, 12.06.1992,
// 12-JUN-1992, 12 June 92, June 12, 1992, 12JUN1992, June 1992, JUN-92,
// 1992-06, 1992, 19920612, 061292, with a time of day behind it, which is left
// out. Day and month are told apart where one is above 12, or by `order`; else
// both readings count. A year of two digits is 2000 to 2030, or 1931 to 1999.
// Months in English, Danish, Dutch, German and Norwegian.
// Errc::not_found where the text is what programs write for "no date"
// (is_missing_date), Errc::invalid where it is none.
base::Result<DateSpan> parse_date(std::string_view text,
                                  DateOrder order = DateOrder::unknown);

// Blank, 0, 0000-00-00, 9999-12-31 and other years of nines, 99/99/99,
// 1900-01-01, 1899-12-30, 1753-01-01 and 0001-01-01, in which data bases and
// spreadsheets begin.
bool is_missing_date(std::string_view text);

// What a date is of, from a field's name: "spud_date" for SPUD, SpudDate,
// spud_dt, wlbEntryDate. Nothing where the name says no more than that it is
// a date, or not even that. The others: completed_date, drilled_date (drilling
// ended), plugged_date, permitted_date, logged_date, recorded_date,
// granted_date, effective_date, expires_date, signed_date, submitted_date,
// published_date, discovered_date, updated_date, exported_date, created_date.
std::optional<std::string_view> date_role(std::string_view field);

// Whether the name says that its values are dates or years; some fields that
// have a role do not (SPUD), and there bare years do not count.
bool names_a_date(std::string_view field);

// Dates in a line of text that says what they are of: "DATE RECORDED: JUN
// 1984", "Spud date 1/2/80", "acquired in 1984". First of each role.
struct DateMention {
  std::string_view role;
  std::string text; // the date as written
};
std::vector<DateMention> dates_said(std::string_view line);

// Whether a role tells of the subject itself, not of the record about it: what
// people mean by "from 1984".
bool is_event(std::string_view role);

} // namespace domain
