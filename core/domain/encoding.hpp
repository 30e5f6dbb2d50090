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
  // An encoding that gives another text and fits about as well, if the bytes
  // decided and could not tell; "" else.
  std::string doubt;
};

// Bytes that are not valid UTF-8, as UTF-8. `encoding` is what a format
// declares (an IANA name or a usual alias; ISO-8859-1 is read as its superset
// windows-1252). If it is "", not known or "UTF-8", the bytes decide: UTF-8
// with a few bad bytes, which are marked, or what measure_encoding() says.
// Linear; memory a small multiple of `bytes`.
DecodedText decode_text(std::string_view bytes, std::string_view encoding = {});

// UTF-8 whose bad bytes are marked, each by U+FFFD.
DecodedText decode_damaged_utf8(std::string_view bytes);

} // namespace domain
