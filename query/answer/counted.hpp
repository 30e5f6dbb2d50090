// SPDX-License-Identifier: Apache-2.0
//
// What was counted over the rows of a table, in words. Pure.
#pragma once

#include "query/search/row_answer.hpp"

#include <string>

namespace query {

// "34 rows of wv_aband_wells.shp have COUNTY = Wyoming"; of a table of which
// not every row has text, "at least 34 rows …".
std::string count_of(const RowAnswer& rows);

// The same as a source that says how it came about: "Counted by Keybed over all
// 2,500 rows: …".
std::string counted_text(const RowAnswer& rows);

} // namespace query
