// SPDX-License-Identifier: Apache-2.0
//
// Text as the scanners of this room see it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace domain {

// A copy in which every Unicode dash is "-", every Unicode space and control
// character " ", full-width ASCII is ASCII, what has no width is left out, and
// so is the end of a line behind a dash where it breaks a code in two
// ("ABC-" and "4471-B"); with the way back to the bytes it was made from.
class Shadow {
public:
  explicit Shadow(std::string_view text);

  std::string_view text() const { return m_text; }
  // Byte offset in the original of byte `at` (or the end) of the shadow.
  size_t original(size_t at) const;

private:
  std::string m_text;
  std::vector<std::pair<size_t, size_t>> m_shifts; // shadow offset, added
};

inline bool ascii_digit(char c) {
  return c >= '0' && c <= '9';
}
inline bool ascii_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
// Letters, digits and every byte above 127.
inline bool word_byte(char c) {
  return ascii_digit(c) || ascii_letter(c) ||
         static_cast<unsigned char>(c) >= 0x80;
}

} // namespace domain
