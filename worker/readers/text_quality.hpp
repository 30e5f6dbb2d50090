// SPDX-License-Identifier: Apache-2.0
//
// Whether a text layer says anything: fonts without a mapping to characters
// give letters that are none. Pure.
#pragma once

#include <cstdint>
#include <string_view>

namespace readers {

struct TextQuality {
  uint64_t characters = 0; // printed
  uint64_t unknown = 0;    // U+FFFD, private use, controls, "(cid:12)"
  uint64_t words = 0;      // of at least four characters, not numbers or codes
  uint64_t odd = 0;        // of those: no word of any language looks like that
  uint64_t letters = 0;    // of those words, from A to Z
  uint64_t common = 0;     // of the letters: one of "etaoinsrl"
};

TextQuality quality_of(std::string_view text);

// True where there is enough text to say so.
bool is_garbage(const TextQuality& quality);

// More than a tenth of it is written from right to left (Hebrew, Arabic).
bool runs_leftward(std::string_view text);

} // namespace readers
