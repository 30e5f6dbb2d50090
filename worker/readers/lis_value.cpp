// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/lis_value.hpp"

#include "core/base/bytes.hpp"
#include "core/domain/encoding.hpp"
#include "worker/readers/byte_window.hpp"
#include "worker/readers/findings.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <cmath>

namespace readers::lis {
namespace {

constexpr uint8_t k_text = 65;

// 32 bits: sign, exponent in excess of 128, fraction; a negative number is the
// two's complement of fraction and the one's complement of exponent.
double float32(uint32_t bits) {
  const bool negative = (bits >> 31U) != 0;
  const int exponent = static_cast<int>((bits >> 23U) & 0xFFU);
  const auto fraction = static_cast<int32_t>(bits & 0x7FFFFFU);
  return negative ? std::ldexp(fraction - 0x800000, 127 - exponent - 23)
                  : std::ldexp(fraction, exponent - 128 - 23);
}

double from_bits(uint8_t code, std::string_view bytes) {
  const auto first = static_cast<uint8_t>(bytes[0]);
  switch (code) {
  case 49: { // 12 bits of fraction, 4 of exponent
    const uint32_t bits = be16(bytes, 0);
    const int fraction = static_cast<int16_t>(bits & 0xFFF0U) >> 4;
    return std::ldexp(fraction, static_cast<int>(bits & 0xFU) - 11);
  }
  case 50: // 16 bits of exponent, 16 of fraction
    return std::ldexp(static_cast<int16_t>(be16(bytes, 2)),
                      static_cast<int16_t>(be16(bytes, 0)) - 15);
  case 56:
    return static_cast<int8_t>(first);
  case 66:
    return first;
  case 68:
    return float32(be32(bytes, 0));
  case 70:
    return static_cast<int32_t>(be32(bytes, 0)) / 65536.0;
  case 73:
    return static_cast<int32_t>(be32(bytes, 0));
  default: // 79
    return static_cast<int16_t>(be16(bytes, 0));
  }
}

// A number of 23 bits, often cut rather than rounded, as a person would have
// typed it: 145.2, not 145.19998.
std::string short_text(double number) {
  for (int digits = 6; digits <= 7; ++digits) {
    const double scale =
        std::pow(10, digits - 1 - std::floor(std::log10(std::fabs(number))));
    const double rounded = std::round(number * scale) / scale;
    if (std::fabs(rounded - number) <= std::fabs(number) * 2.4e-7) {
      return plain_number(rounded);
    }
  }
  return plain_number(number);
}

} // namespace

size_t width_of(uint8_t code) {
  switch (code) {
  case 56:
  case 66:
    return 1;
  case 49:
  case 79:
    return 2;
  case 50:
  case 68:
  case 70:
  case 73:
    return 4;
  default:
    return 0;
  }
}

std::optional<double> number_of(uint8_t code, std::string_view bytes) {
  const size_t width = width_of(code);
  if (width == 0 || bytes.size() < width) {
    return std::nullopt;
  }
  const double number = from_bits(code, bytes);
  return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

std::string field_of(std::string_view bytes) {
  const auto end = bytes.find('\0');
  bytes = bytes.substr(0, end);
  return squeeze(clean_utf8(base::is_utf8(bytes)
                                ? std::string(bytes)
                                : domain::decode_text(bytes).text));
}

std::string text_of(uint8_t code, std::string_view bytes) {
  if (code == k_text) {
    return field_of(bytes);
  }
  const auto number = number_of(code, bytes);
  if (!number) {
    return "";
  }
  return *number == 0 ? "0" : short_text(*number);
}

} // namespace readers::lis
