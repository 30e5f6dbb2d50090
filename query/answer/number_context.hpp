// SPDX-License-Identifier: Apache-2.0
//
// What stands beside the numbers of a text and says of what each is one: its
// label, its heading, or the words of its clause. Pure; linear.
#pragma once

#include "core/domain/numbers_in_text.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace query {

struct Beside {
  size_t begin = 0; // bytes of the text; what stands before the number
  size_t end = 0;
  size_t behind_begin = 0; // what stands behind it
  size_t behind_end = 0;
};

// Of each number, in their order: what stands before it on its line, from the
// number of the same unit or the border of a cell (";", "|") or a sentence on;
// where that has no letter, the nearest line above that has one; in a list
// ("100, 200 and 300 m") that of the first. A line that begins with a small
// letter goes on from the one above. Behind a number
// up to a comma or "and". At most 120 bytes before it and 48 behind.
std::vector<Beside>
beside_numbers(std::string_view text,
               const std::vector<domain::NumberInText>& numbers);

// The words before one that say something, else those behind it: small, each
// once, at most 16.
std::vector<std::string> words_beside(std::string_view text,
                                      const Beside& beside);

// Which of `words` stand there, a bit each. Of a word of five letters or more
// the beginning is enough. `small` is the text with ASCII letters small.
unsigned held_beside(std::string_view small, const Beside& beside,
                     const std::vector<std::string>& words);

} // namespace query
