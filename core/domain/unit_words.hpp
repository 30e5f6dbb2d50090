// SPDX-License-Identifier: Apache-2.0
//
// Units, currencies and multiples as they stand beside numbers; for
// numbers_in_text.cpp, for nobody else.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace domain {

struct BesideNumber {
  std::string key;
  size_t size = 0; // bytes; 0: there is none
};

// The unit with which `text` begins. Behind a blank (`apart`) the word "in" is
// inches only where no word follows that it could introduce, and "US" and "A"
// are none.
BesideNumber unit_at(std::string_view text, bool apart);
// " million" with which `text` begins; of money also "M", "k", "bn".
BesideNumber multiple_at(std::string_view text, bool money);
// " USD", " dollars" at the beginning; "$", "NOK " at the end.
BesideNumber currency_at(std::string_view text);
BesideNumber currency_before(std::string_view text);

} // namespace domain
