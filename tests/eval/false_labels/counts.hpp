// SPDX-License-Identifier: Apache-2.0
//
// Digit runs in a text that could be US well numbers, and what the product
// makes of them. The runs are found here by hand, not by the code under test.
#pragma once

#include "core/domain/keys.hpp"
#include "core/domain/places.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace false_labels {

struct Run {
  std::string digits; // 10, 12 or 14 of them
  bool labelled = false;
};

// Bare runs of 10, 12 or 14 digits that stand alone, and dashed ones
// (SS-CCC-UUUUU, with -DD and -EE), whose state and county exist. Labelled:
// "API" or "UWI" stands before it, with nothing between but "no", "number",
// "well" and punctuation.
std::vector<Run> runs_in(std::string_view text);

struct Counts {
  uint64_t texts = 0;
  uint64_t bare = 0;      // runs of 10, 12 or 14 digits
  uint64_t plausible = 0; // of those and of dashed ones: such a county exists
  uint64_t labelled = 0;  // of the plausible ones
  uint64_t found = 0;     // of the labelled ones, by the product
  uint64_t false_labels = 0;         // what the product takes without a label
  std::vector<std::string> examples; // of false labels and of what is missed
};

void count(std::string_view text, domain::KeyContext context, Counts& counts);

} // namespace false_labels
