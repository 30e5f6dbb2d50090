// SPDX-License-Identifier: Apache-2.0
#include "core/base/bytes.hpp"

#include "core/base/assert.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace base {
namespace {

constexpr uint64_t k_sign = uint64_t{1} << 63;

template <typename T>
void append_be(std::string& out, T value) {
  for (int shift = static_cast<int>(sizeof(T)) * 8 - 8; shift >= 0;
       shift -= 8) {
    out.push_back(static_cast<char>((value >> shift) & 0xff));
  }
}

template <typename T>
T load_big(std::string_view bytes) {
  ASSERT(bytes.size() >= sizeof(T));
  T value = 0;
  for (size_t i = 0; i < sizeof(T); ++i) {
    value = static_cast<T>(value << 8) | static_cast<uint8_t>(bytes[i]);
  }
  return value;
}

// How many bytes the sequence that starts with `lead` has; 0 if none may.
size_t sequence_length(uint8_t lead) {
  if (lead < 0x80) {
    return 1;
  }
  if (lead >= 0xc2 && lead < 0xe0) {
    return 2;
  }
  if (lead >= 0xe0 && lead < 0xf0) {
    return 3;
  }
  return lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
}

// Overlong forms, surrogates and what lies beyond U+10FFFF (RFC 3629).
bool second_byte_allowed(uint8_t lead, uint8_t second) {
  switch (lead) {
  case 0xe0:
    return second >= 0xa0;
  case 0xed:
    return second < 0xa0;
  case 0xf0:
    return second >= 0x90;
  case 0xf4:
    return second < 0x90;
  default:
    return true;
  }
}

} // namespace

void append_be32(std::string& out, uint32_t value) {
  append_be(out, value);
}

void append_be64(std::string& out, uint64_t value) {
  append_be(out, value);
}

uint32_t load_be32(std::string_view bytes) {
  return load_big<uint32_t>(bytes);
}

uint64_t load_be64(std::string_view bytes) {
  return load_big<uint64_t>(bytes);
}

uint64_t load_le(std::string_view bytes, size_t at, size_t size) {
  uint64_t value = 0;
  for (size_t i = at < bytes.size() ? std::min(size, bytes.size() - at) : 0;
       i > 0; --i) {
    value = value << 8 | static_cast<uint8_t>(bytes[at + i - 1]);
  }
  return value;
}

uint64_t load_be(std::string_view bytes, size_t at, size_t size) {
  uint64_t value = 0;
  for (size_t i = 0; i < size; ++i) {
    const bool there = at < bytes.size() && i < bytes.size() - at;
    value = value << 8 | (there ? static_cast<uint8_t>(bytes[at + i]) : 0U);
  }
  return value;
}

std::string ordered_double(double value) {
  ASSERT(!std::isnan(value));
  auto bits = std::bit_cast<uint64_t>(value);
  bits = (bits & k_sign) != 0 ? ~bits : bits | k_sign;
  std::string out;
  append_be64(out, bits);
  return out;
}

double from_ordered_double(std::string_view bytes) {
  const uint64_t bits = load_be64(bytes);
  return std::bit_cast<double>((bits & k_sign) != 0 ? bits & ~k_sign : ~bits);
}

std::string hex_of(std::string_view bytes) {
  constexpr char digits[] = "0123456789abcdef";
  std::string out;
  out.reserve(bytes.size() * 2);
  for (const char c : bytes) {
    out.push_back(digits[static_cast<uint8_t>(c) >> 4]);
    out.push_back(digits[static_cast<uint8_t>(c) & 15]);
  }
  return out;
}

int hex_value(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

std::string base64_of(std::string_view bytes) {
  constexpr char digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const size_t n = std::min<size_t>(3, bytes.size() - i);
    uint32_t v = 0;
    for (size_t j = 0; j < 3; ++j) {
      v = v << 8 | (j < n ? static_cast<uint8_t>(bytes[i + j]) : 0U);
    }
    for (size_t j = 0; j < 4; ++j) {
      out.push_back(j <= n ? digits[(v >> (18 - 6 * j)) & 63] : '=');
    }
  }
  return out;
}

bool is_utf8(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    uint64_t eight = 0; // most text is ASCII for long stretches
    if (i + sizeof eight <= text.size()) {
      std::memcpy(&eight, text.data() + i, sizeof eight);
      if ((eight & 0x8080808080808080) == 0) {
        i += sizeof eight;
        continue;
      }
    }
    const auto lead = static_cast<uint8_t>(text[i]);
    const size_t length = sequence_length(lead);
    if (length == 0 || i + length > text.size()) {
      return false;
    }
    for (size_t j = 1; j < length; ++j) {
      if ((static_cast<uint8_t>(text[i + j]) & 0xc0) != 0x80) {
        return false;
      }
    }
    if (length > 2 &&
        !second_byte_allowed(lead, static_cast<uint8_t>(text[i + 1]))) {
      return false;
    }
    i += length;
  }
  return true;
}

} // namespace base
