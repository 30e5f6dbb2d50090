// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/dlis_value.hpp"

#include "worker/readers/byte_window.hpp"
#include "worker/readers/findings.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace readers::dlis {
namespace {

struct CodeInfo {
  std::string_view name;
  size_t width; // 0: varies
};

constexpr std::array<CodeInfo, 28> k_codes{{
    {"", 0},        {"FSHORT", 2},  {"FSINGL", 4}, {"FSING1", 8},
    {"FSING2", 12}, {"ISINGL", 4},  {"VSINGL", 4}, {"FDOUBL", 8},
    {"FDOUB1", 16}, {"FDOUB2", 24}, {"CSINGL", 8}, {"CDOUBL", 16},
    {"SSHORT", 1},  {"SNORM", 2},   {"SLONG", 4},  {"USHORT", 1},
    {"UNORM", 2},   {"ULONG", 4},   {"UVARI", 0},  {"IDENT", 0},
    {"ASCII", 0},   {"DTIME", 8},   {"ORIGIN", 0}, {"OBNAME", 0},
    {"OBJREF", 0},  {"ATTREF", 0},  {"STATUS", 1}, {"UNITS", 0},
}};

// 12 bits of two's complement fraction, 4 bits of exponent.
double fshort(uint32_t bits) {
  const int mantissa = static_cast<int16_t>(bits & 0xFFF0U) >> 4;
  return std::ldexp(mantissa, static_cast<int>(bits & 0xFU) - 11);
}

// IBM: sign, exponent of 16 in excess of 64, 24 bits of fraction.
double isingl(uint32_t bits) {
  const int exponent = static_cast<int>((bits >> 24U) & 0x7FU) - 64;
  const double size =
      std::ldexp(static_cast<double>(bits & 0xFFFFFFU), 4 * exponent - 24);
  return (bits >> 31U) != 0 ? -size : size;
}

// VAX F: bytes are swapped in pairs; a hidden bit stands behind the point.
// NaN for the reserved operand.
double vsingl(uint32_t raw) {
  const uint32_t bits = (raw & 0x00FF00FFU) << 8U | (raw & 0xFF00FF00U) >> 8U;
  const int exponent = static_cast<int>((bits >> 23U) & 0xFFU);
  const bool negative = (bits >> 31U) != 0;
  if (exponent == 0) {
    return negative ? std::nan("") : 0;
  }
  const double size = std::ldexp(
      static_cast<double>((bits & 0x7FFFFFU) | 0x800000U), exponent - 152);
  return negative ? -size : size;
}

double single(Cursor& from) {
  return std::bit_cast<float>(from.number(4));
}
double twice(Cursor& from) {
  const uint64_t high = from.number(4);
  return std::bit_cast<double>(high << 32U | from.number(4));
}

// Of one text that is kept.
constexpr size_t k_longest_text = 16 * 1024;

Value of_number(double number) {
  Value value;
  if (std::isfinite(number)) {
    value.number = number;
    value.text = plain_number(number);
  } else {
    value.text = std::isnan(number) ? "NaN" : number > 0 ? "inf" : "-inf";
  }
  return value;
}

// The shortest text that reads back as the float, not as its double.
Value of_single(double number) {
  Value value = of_number(number);
  std::array<char, 32> text{};
  for (int digits = 6; value.number && digits <= 9; ++digits) {
    std::snprintf(text.data(), text.size(), "%.*g", digits, number);
    if (std::strtof(text.data(), nullptr) == static_cast<float>(number)) {
      value.text = plain_number(std::strtod(text.data(), nullptr));
      break;
    }
  }
  return value;
}

Value with_more(Value value, const std::string& rest) {
  value.text += rest;
  return value;
}

Value floats(Cursor& from, size_t count, double (*read)(Cursor&), bool wide) {
  Value value = wide ? of_number(read(from)) : of_single(read(from));
  std::string rest;
  for (size_t i = 1; i < count; ++i) {
    const auto next = wide ? of_number(read(from)) : of_single(read(from));
    rest += (rest.empty() ? " [" : " ") + next.text;
  }
  return with_more(std::move(value), rest.empty() ? "" : rest + "]");
}

Value complex(Cursor& from, double (*read)(Cursor&)) {
  const double real = read(from);
  const double imaginary = read(from);
  return {of_number(real).text + " + " + of_number(imaginary).text + "i", {}};
}

Value date_time(Cursor& from) {
  const uint32_t year = 1900 + from.byte();
  const uint32_t zone_month = from.byte();
  std::array<uint32_t, 4> parts{}; // day, hour, minute, second
  for (auto& part : parts) {
    part = from.byte();
  }
  const uint32_t milliseconds = from.number(2);
  const uint32_t month = zone_month & 0xFU;
  const uint32_t zone = zone_month >> 4U;
  std::array<char, 80> text{};
  const int n =
      std::snprintf(text.data(), text.size(), "%04u-%02u-%02u %02u:%02u:%02u",
                    year, month, parts[0], parts[1], parts[2], parts[3]);
  std::string out(text.data(), static_cast<size_t>(n));
  if (milliseconds != 0 && milliseconds < 1000) {
    std::snprintf(text.data(), text.size(), ".%03u", milliseconds);
    out += text.data();
  }
  return {zone == 2 ? out + " UTC" : out, {}};
}

Value of_name(Cursor& from) {
  return {std::string(read_obname(from).name), {}};
}

Value of_reference(Cursor& from, bool attribute) {
  const auto type = std::string(from.ident());
  Value value = of_name(from);
  value.text = type + " " + value.text;
  if (attribute) {
    value.text += " " + std::string(from.ident());
  }
  return value;
}

Value read_number(Cursor& from, Code code) {
  switch (code) {
  case Code::fshort:
    return of_number(fshort(from.number(2)));
  case Code::isingl:
    return of_single(isingl(from.number(4)));
  case Code::vsingl:
    return of_single(vsingl(from.number(4)));
  case Code::sshort:
    return of_number(static_cast<int8_t>(from.byte()));
  case Code::snorm:
    return of_number(static_cast<int16_t>(from.number(2)));
  case Code::slong:
    return of_number(static_cast<int32_t>(from.number(4)));
  case Code::unorm:
    return of_number(from.number(2));
  case Code::ulong:
    return of_number(from.number(4));
  case Code::uvari:
  case Code::origin:
    return of_number(from.uvari());
  default: // USHORT, STATUS
    return of_number(from.byte());
  }
}

Value read_any(Cursor& from, Code code) {
  switch (code) {
  case Code::fsingl:
    return floats(from, 1, single, false);
  case Code::fsing1:
    return floats(from, 2, single, false);
  case Code::fsing2:
    return floats(from, 3, single, false);
  case Code::fdoubl:
    return floats(from, 1, twice, true);
  case Code::fdoub1:
    return floats(from, 2, twice, true);
  case Code::fdoub2:
    return floats(from, 3, twice, true);
  case Code::csingl:
    return complex(from, single);
  case Code::cdoubl:
    return complex(from, twice);
  case Code::ident:
  case Code::units:
    return {std::string(from.ident()), {}};
  case Code::ascii:
    return {std::string(from.take(from.uvari()).substr(0, k_longest_text)), {}};
  case Code::dtime:
    return date_time(from);
  case Code::obname:
    return of_name(from);
  case Code::objref:
  case Code::attref:
    return of_reference(from, code == Code::attref);
  default:
    return read_number(from, code);
  }
}

} // namespace

std::string_view Cursor::take(uint64_t n) {
  if (m_failed || n > left()) {
    m_failed = true;
    return {};
  }
  const auto bytes = m_bytes.substr(m_at, static_cast<size_t>(n));
  m_at += static_cast<size_t>(n);
  return bytes;
}

uint32_t Cursor::number(size_t bytes) {
  uint32_t value = 0;
  for (const char c : take(bytes)) {
    value = value << 8U | static_cast<unsigned char>(c);
  }
  return value;
}

uint32_t Cursor::uvari() {
  const auto first = static_cast<unsigned char>(peek());
  if ((first & 0x80U) == 0) {
    return number(1);
  }
  return (first & 0x40U) == 0 ? number(2) & 0x3FFFU : number(4) & 0x3FFFFFFFU;
}

std::string_view Cursor::ident() {
  return take(byte());
}

std::string_view name_of(Code code) {
  return k_codes[static_cast<size_t>(code)].name;
}

bool exists(uint32_t code) {
  return code >= 1 && code < k_codes.size();
}

size_t width_of(Code code) {
  return k_codes[static_cast<size_t>(code)].width;
}

ObName read_obname(Cursor& from) {
  ObName name;
  name.origin = from.uvari();
  name.copy = from.byte();
  name.name = from.ident();
  return name;
}

std::optional<Value> read_value(Cursor& from, Code code) {
  Value value = read_any(from, code);
  return from.failed() ? std::nullopt : std::optional(std::move(value));
}

void skip_value(Cursor& from, Code code) {
  if (const size_t width = width_of(code); width > 0) {
    from.take(width);
    return;
  }
  switch (code) {
  case Code::uvari:
  case Code::origin:
    from.uvari();
    return;
  case Code::ascii:
    from.take(from.uvari());
    return;
  case Code::ident:
  case Code::units:
    from.ident();
    return;
  case Code::objref:
  case Code::attref:
    from.ident();
    [[fallthrough]];
  default:
    read_obname(from);
    if (code == Code::attref) {
      from.ident();
    }
  }
}

} // namespace readers::dlis
