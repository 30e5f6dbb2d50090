// SPDX-License-Identifier: Apache-2.0
//
// Which encoding bytes are in, by a measure over the text that each would
// give (letters.hpp). Pure, but for tables made at the first call; linear.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace domain {

struct MeasuredEncoding {
  std::string encoding; // "windows-1252", "IBM850", "GB18030" …
  // Another that reads these bytes differently and about as well; "" if there
  // is none.
  std::string doubt;
};

// Of text in a superset of ASCII that is not UTF-8. Where nothing is clearly
// better than windows-1252, it is that.
MeasuredEncoding measure_encoding(std::string_view bytes);

// Bytes of the character of UTF-8 that begins at `at`; 0 if none does.
// REQUIRES: at < bytes.size().
size_t utf8_length(std::string_view bytes, size_t at);

// Characters beyond ASCII as UTF-8 has them, beside bytes that are none of it.
struct Utf8Share {
  uint64_t characters = 0;
  uint64_t bad_bytes = 0;
};
Utf8Share measure_utf8(std::string_view bytes);
// UTF-8 but for a few bytes: what is damaged, not in another encoding.
bool is_mostly_utf8(std::string_view bytes);

enum class ByteOrder { little, big };
// UTF-16 without a byte order mark; nothing if it is something else.
std::optional<ByteOrder> measure_utf16(std::string_view bytes);

// Plain text in EBCDIC: hardly a byte that is no letter, digit or usual sign.
bool is_ebcdic_text(std::string_view bytes);

} // namespace domain
