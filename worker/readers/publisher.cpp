// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/publisher.hpp"

#include "worker/readers/little_endian.hpp"
#include "worker/readers/ole_text.hpp"

#include <algorithm>

namespace readers {

std::string publisher_text(std::string_view contents) {
  constexpr size_t first = 0x20, entry_bytes = 24, most = 1000;
  const LittleEndian all(contents);
  std::string out;
  if (!contents.starts_with("CHNKINK ")) {
    return out;
  }
  size_t behind = 0; // the end of the last text
  for (size_t i = 0; i < most; ++i) {
    const LittleEndian entry = all.part(first + entry_bytes * i, entry_bytes);
    if (entry.size() < entry_bytes || entry.u16(0) != entry_bytes) {
      break;
    }
    const size_t at = entry.u32(16);
    if (entry.bytes(2, 4) == "TEXT" && at >= behind) {
      const auto bytes = all.bytes(at, entry.u32(20));
      out += text_of_utf16(bytes) + "\n";
      behind = at + bytes.size();
    }
  }
  std::replace(out.begin(), out.end(), '\r', '\n');
  std::replace(out.begin(), out.end(), '\v', '\n');
  std::replace(out.begin(), out.end(), '\f', '\n');
  return out;
}

} // namespace readers
