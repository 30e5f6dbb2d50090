// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace domain {

struct DecodedText {
  std::string text;      // valid UTF-8
  std::string encoding;  // that was used: "windows-1251", "UTF-16LE" …
  uint64_t replaced = 0; // characters that had no meaning in it: now U+FFFD
};

// Bytes that are not valid UTF-8, as UTF-8. `encoding` is what a format
// declares (an IANA name or a usual alias; ISO-8859-1 is read as its superset
// windows-1252). If it is "" or not known, the bytes decide: text with many
// letters outside ASCII is what ICU's detector takes it for, other text is
// windows-1252. Linear; memory a small multiple of `bytes`.
DecodedText decode_text(std::string_view bytes, std::string_view encoding = {});

} // namespace domain
