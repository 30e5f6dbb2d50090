// SPDX-License-Identifier: Apache-2.0
//
// Documents of one number that say different things: which line of each tells
// what was asked, and which lines tell them apart. Pure.
#pragma once

#include "query/answer/telling.hpp"

#include <string>
#include <vector>

namespace query {

struct Apart {
  std::string line;                 // "GRAND TOTAL 5,738"
  std::vector<std::string> differs; // "Insured name Gabriel Diaz"; at most 3
};

// One for each of `texts`, in their order, if each has a line with most of
// `words` that reads like that of the others but for its numbers, and no two
// are the same; else none. REQUIRES: at least two texts.
std::vector<Apart> told_apart(const std::vector<std::string>& texts,
                              const TellingWords& words);

} // namespace query
