// SPDX-License-Identifier: Apache-2.0
//
// Geodetic datums by the names that files and people give them. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace domain {

// Every way of writing the datum that `name` is one of ("NAD27", "North
// American Datum 1927", "D_North_American_1927" …), the usual short name first;
// empty for a name that is not known. Case, blanks and punctuation do not
// count. Names: EPSG Geodetic Parameter Dataset and Esri's list.
std::vector<std::string> datum_names(std::string_view name);

struct DatumMention {
  std::string name; // the short one
  size_t begin = 0; // bytes of the text
  size_t end = 0;
};
// Short names in a text ("in ED50", "the NAD 27 layers", "WGS-84"), in order.
std::vector<DatumMention> find_datums(std::string_view text);

} // namespace domain
