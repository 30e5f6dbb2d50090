// SPDX-License-Identifier: Apache-2.0
//
// Text as old Office formats hold it, as UTF-8. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace readers {

// Low byte first; half a character at the end is U+FFFD.
std::string text_of_utf16(std::string_view bytes);
// Each byte is the character of that number: UTF-16 without its zero bytes.
std::string text_of_latin1(std::string_view bytes);

// The name that domain::decode_text knows a code page of Windows, DOS or the
// Macintosh by (1251, 437, 10000, 1200); windows-1252 for one that is unknown.
std::string encoding_of_code_page(uint32_t code_page);

} // namespace readers
