// SPDX-License-Identifier: Apache-2.0
//
// Numbers written in English words. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace domain {

// "three", "twenty-five", "three hundred and twelve", "a dozen" at the
// beginning of `text` (letters of any case), 2 or more: "one" is more often a
// pronoun than a count. Whole words; "thousands" names no number.
struct NumberWords {
  uint64_t value = 0;
  size_t size = 0; // bytes
};
std::optional<NumberWords> number_words(std::string_view text);

} // namespace domain
