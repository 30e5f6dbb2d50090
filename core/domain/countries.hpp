// SPDX-License-Identifier: Apache-2.0
//
// Countries by the names that files and people give them: ISO 3166-1 codes, and
// names in English and in the country's own language (CLDR, by ICU). Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace domain {

// Every way of writing the country that `name` is one of ("USA", "United
// States", "US" …), the English name first; empty for a name that is not known.
std::vector<std::string> country_names(std::string_view name);

struct CountryMention {
  std::string name; // in English
  size_t begin = 0; // bytes of the text
  size_t end = 0;
};
// Names as whole words in any case, codes of two or three letters in capitals
// only; the longest first where two begin alike. In order, none inside another.
std::vector<CountryMention> find_countries(std::string_view text);

} // namespace domain
