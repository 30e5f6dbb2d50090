// SPDX-License-Identifier: Apache-2.0
//
// The readings of one date; for date.cpp, for nobody else.
#pragma once

#include "core/domain/date.hpp"

namespace domain {

inline constexpr uint32_t k_first_year = 1800;
inline constexpr uint32_t k_last_year = 2100;

uint32_t days_in(uint32_t year, uint32_t month);
Day day_of(uint32_t year, uint32_t month, uint32_t day);
// Without blanks and quotes around it.
std::string_view trimmed_date(std::string_view text);
// All readings of the text together, also with years that no archive has.
// Nothing if it is no date. Of at most 60 bytes.
std::optional<DateSpan> read_date(std::string_view text, DateOrder order);

} // namespace domain
