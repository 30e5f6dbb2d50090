// SPDX-License-Identifier: Apache-2.0
//
// Letters and words of textual headers, as the cards write them: ASCII is
// folded, every other byte belongs to a word.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace readers::segy {

inline char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}
inline bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
inline bool is_word(char c) {
  return is_digit(c) || (upper(c) >= 'A' && upper(c) <= 'Z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

inline std::string upper_of(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), upper);
  return out;
}

} // namespace readers::segy
