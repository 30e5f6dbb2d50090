// SPDX-License-Identifier: Apache-2.0
//
// Numbers and text in the representation codes of LIS 79, appendix B. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace readers::lis {

// Bytes of one number; 0 for text (65), masks (77) and what is no code.
size_t width_of(uint8_t code);

// 49 and 50 (floating point of 16 and 32 bits), 56, 66, 73, 79 (integers), 68
// (32-bit floating point), 70 (16.16 fixed point). Nothing for other codes, or
// if there are fewer bytes.
std::optional<double> number_of(uint8_t code, std::string_view bytes);

// Text as UTF-8, a number as the shortest text that reads back as it.
std::string text_of(uint8_t code, std::string_view bytes);

// Text of a fixed field: UTF-8, one line, without blanks at either end.
std::string field_of(std::string_view bytes);

} // namespace readers::lis
