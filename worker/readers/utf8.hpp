// SPDX-License-Identifier: Apache-2.0
//
// Characters whose numbers stand in a file, as UTF-8. Pure.
#pragma once

#include <cstdint>
#include <string>

namespace readers {

// Halves of pairs and numbers beyond Unicode become U+FFFD.
inline void append_utf8(std::string& out, uint32_t c) {
  const auto put = [&](uint32_t byte) { out += static_cast<char>(byte); };
  if ((c >= 0xD800 && c < 0xE000) || c > 0x10FFFF) {
    c = 0xFFFD;
  }
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xC0 | c >> 6);
    put(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    put(0xE0 | c >> 12);
    put(0x80 | (c >> 6 & 0x3F));
    put(0x80 | (c & 0x3F));
  } else {
    put(0xF0 | c >> 18);
    put(0x80 | (c >> 12 & 0x3F));
    put(0x80 | (c >> 6 & 0x3F));
    put(0x80 | (c & 0x3F));
  }
}

} // namespace readers
