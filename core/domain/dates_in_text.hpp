// SPDX-License-Identifier: Apache-2.0
//
// Dates wherever they stand in running text. Pure; linear.
#pragma once

#include "core/domain/date.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace domain {

struct DateInText {
  size_t begin = 0; // bytes of the text
  size_t end = 0;
  std::optional<DateSpan> span; // nothing for a day without a year: "12 June"
  std::string time; // "T10:15:00Z" behind it, as it stands; within [begin, end)
  std::string written; // its numbers and months in their order: "12.m6.1992"
  friend bool operator==(const DateInText&, const DateInText&) = default;
};

// In order of place. The text is that of PlainText. A year alone is a number
// and no date here; eight digits are one if they can be a day from 1900 on.
std::vector<DateInText> find_dates(std::string_view plain);

// Whether `said` is the same day or month as `held`, in whatever writing; a day
// without its year is the same as one of any year. One that may be two days
// (06/12/92) is the same only as one that is written in the same order, and one
// with a time of day only as one with the same time.
bool same_date(const DateInText& said, const DateInText& held);

} // namespace domain
