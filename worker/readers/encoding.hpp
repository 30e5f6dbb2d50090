// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace readers {

struct DecodedBytes {
  std::string text;      // valid UTF-8
  std::string encoding;  // that was used
  uint64_t replaced = 0; // characters that had no meaning in it: U+FFFD
};

// Bytes that are not UTF-8, by the encoding a format names ("" or an unknown
// name: what the bytes suggest).
DecodedBytes decode_bytes(std::string_view bytes, const std::string& encoding);

} // namespace readers
