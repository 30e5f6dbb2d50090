// SPDX-License-Identifier: Apache-2.0
//
// Dates in the names of files, by which the copies of one table at several
// dates are told from each other. Pure.
#pragma once

#include "core/domain/date.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace domain {

struct DatedName {
  std::string form;            // the path with "#" for each date
  std::vector<DateSpan> dates; // in the order of the path; may be none
};

// "blocks/Licensed_Blocks_On_Dec_2013.dbf" is "blocks/Licensed_Blocks_On_#.dbf"
// of 2013-12. A date has a year of four digits from 1900 to 2050, or is eight
// digits: 2013-12-01, 01_Dec_2013, Dec2013, 20131201, 2013. Left alone is what
// has two readings, and what is one with other digits or with fewer than three
// letters ("B2013" is a code).
DatedName dated_name(std::string_view path);

} // namespace domain
