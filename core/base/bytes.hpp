// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace base {

// Big endian, so that byte order of keys is number order.
void append_be32(std::string& out, uint32_t value);
void append_be64(std::string& out, uint64_t value);
// REQUIRES: at least 4 or 8 bytes.
uint32_t load_be32(std::string_view bytes);
uint64_t load_be64(std::string_view bytes);

// `size` bytes at `at`, low or high byte first; what would stand behind the end
// is 0. REQUIRES: size <= 8.
uint64_t load_le(std::string_view bytes, size_t at, size_t size);
uint64_t load_be(std::string_view bytes, size_t at, size_t size);

// Eight bytes whose order as bytes is the order of the numbers, -0 before 0.
// REQUIRES: not NaN.
std::string ordered_double(double value);
double from_ordered_double(std::string_view bytes);

// Lower-case hexadecimal.
std::string hex_of(std::string_view bytes);

// Of one hexadecimal digit; -1 for what is none.
int hex_value(char c);

// RFC 4648 section 4, padded.
std::string base64_of(std::string_view bytes);

bool is_utf8(std::string_view text);

} // namespace base
