// SPDX-License-Identifier: Apache-2.0
//
// The word lists of the company rules, for company.cpp alone. All in capitals
// without accents.
#pragma once

#include <string_view>
#include <vector>

namespace domain {

// Of several words: "LIMITED LIABILITY COMPANY". Longest first.
struct LegalPhrase {
  std::string_view text;
  std::vector<std::string_view> words;
};
const std::vector<LegalPhrase>& legal_phrases();
bool is_legal_anywhere(std::string_view word); // LLC, INC
bool is_legal_at_end(std::string_view word);   // CO, AS, AG
bool is_legal_in_front(std::string_view word); // AS, PAO

// What an abbreviation of the trade means; "" if it is none.
std::string_view abbreviation(std::string_view word);

} // namespace domain
