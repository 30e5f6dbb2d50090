// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/sheet_cells.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdio>

namespace readers {
namespace {

constexpr uint32_t k_most_columns = 16384;
constexpr uint64_t k_most_rows = uint64_t{1} << 20;
constexpr int64_t k_seconds = 86400;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string clock(int64_t seconds) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%02lld:%02d:%02d",
                static_cast<long long>(seconds / 3600),
                static_cast<int>(seconds / 60 % 60),
                static_cast<int>(seconds % 60));
  return text.data();
}

// Howard Hinnant's civil_from_days, in the public domain: days since
// 1970-01-01 to a date of the Gregorian calendar.
std::string civil(int64_t days) {
  days += 719468;
  const int64_t era = (days >= 0 ? days : days - 146096) / 146097;
  const auto doe = static_cast<uint32_t>(days - era * 146097);
  const uint32_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
  const uint32_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
  const uint32_t mp = (5 * doy + 2) / 153;
  const uint32_t d = doy - (153 * mp + 2) / 5 + 1;
  const uint32_t m = mp < 10 ? mp + 3 : mp - 9;
  const auto y = static_cast<int>(yoe + era * 400) + (m <= 2 ? 1 : 0);
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02u-%02u", y, m, d);
  return text.data();
}

// The format's first part with what is only shown left out: quoted text,
// escaped characters, colours and locales in brackets.
std::string bare_format(std::string_view code, bool& span) {
  std::string out;
  for (size_t i = 0; i < code.size() && code[i] != ';'; ++i) {
    const char c = code[i];
    if (c == '\\' || c == '_' || c == '*') {
      ++i;
    } else if (c == '"') {
      const auto end = code.find('"', i + 1);
      i = end == std::string_view::npos ? code.size() - 1 : end;
    } else if (c == '[') {
      const auto end = code.find(']', i);
      const auto inner = code.substr(i + 1, end - i - 1);
      const char first = inner.empty() ? ' ' : lower(inner[0]);
      const bool one =
          inner.find_first_not_of(inner.substr(0, 1)) == std::string_view::npos;
      span = span || (one && (first == 'h' || first == 'm' || first == 's'));
      i = end == std::string_view::npos ? code.size() - 1 : end;
    } else {
      out += lower(c);
    }
  }
  return out;
}

} // namespace

NumberShape shape_of_format(std::string_view code) {
  bool span = false;
  const std::string bare = bare_format(code.substr(0, 255), span);
  if (bare.find("general") != std::string::npos ||
      bare.find("standard") != std::string::npos) {
    return NumberShape::plain;
  }
  const auto has = [&](const char* any) {
    return bare.find_first_of(any) != std::string::npos;
  };
  if (has("yd") || (has("m") && !has("hs0#?") && !span)) {
    return NumberShape::date;
  }
  if (span) {
    return NumberShape::span;
  }
  if (has("h") || (has("s") && has("m")) || (has("s") && !has("#?"))) {
    return NumberShape::time;
  }
  if (has("%")) {
    return NumberShape::percent;
  }
  return bare.find("e+") != std::string::npos ||
                 bare.find("e-") != std::string::npos
             ? NumberShape::scientific
             : NumberShape::plain;
}

NumberShape shape_of_builtin_format(uint32_t id) {
  if (id == 9 || id == 10) {
    return NumberShape::percent;
  }
  if ((id >= 14 && id <= 17) || id == 22 || (id >= 27 && id <= 31) ||
      id == 36 || (id >= 50 && id <= 54) || id == 57 || id == 58) {
    return NumberShape::date;
  }
  if (id == 46) {
    return NumberShape::span;
  }
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) ||
      (id >= 45 && id <= 47) || id == 55 || id == 56) {
    return NumberShape::time;
  }
  return id == 11 || id == 48 ? NumberShape::scientific : NumberShape::plain;
}

std::string number_cell(double value) {
  std::array<char, 64> text{};
  if (!std::isfinite(value)) {
    return "";
  }
  if (std::fabs(value) < 1e15 && value == std::trunc(value)) {
    std::snprintf(text.data(), text.size(), "%.0f", value == 0 ? 0.0 : value);
  } else {
    std::snprintf(text.data(), text.size(), "%.15g", value);
  }
  return text.data();
}

std::optional<std::string> date_cell(double serial, bool from_1904) {
  if (!(serial >= 0 && serial < 2958466)) { // 10000-01-01
    return std::nullopt;
  }
  auto day = static_cast<int64_t>(serial);
  auto second = std::llround((serial - static_cast<double>(day)) *
                             static_cast<double>(k_seconds));
  if (second >= k_seconds) {
    ++day;
    second = 0;
  }
  std::string text;
  if (from_1904) {
    text = civil(day - 24107);
  } else if (day == 0) {
    return second > 0 ? std::optional(clock(second)) : std::nullopt;
  } else {
    text = day == 60 ? "1900-02-29" : civil(day - (day > 60 ? 25569 : 25568));
  }
  return second == 0 ? text : text + " " + clock(second);
}

std::string time_cell(double days) {
  if (!(std::fabs(days) < 1e7)) {
    return number_cell(days);
  }
  const auto seconds =
      std::llround(std::fabs(days) * static_cast<double>(k_seconds));
  return (days < 0 && seconds > 0 ? "-" : "") + clock(seconds);
}

std::string shaped_cell(double value, NumberShape shape, bool from_1904) {
  switch (shape) {
  case NumberShape::date:
    if (auto date = date_cell(value, from_1904)) {
      return *date;
    }
    break;
  case NumberShape::time:
    if (value < 1) {
      return time_cell(value);
    }
    return date_cell(value, from_1904).value_or(number_cell(value));
  case NumberShape::span:
    return time_cell(value);
  case NumberShape::percent:
    return number_cell(value * 100) + "%";
  case NumberShape::plain:
  case NumberShape::scientific:
    break;
  }
  return number_cell(value);
}

std::string_view error_cell(uint8_t code) {
  switch (code) {
  case 0x00:
    return "#NULL!";
  case 0x07:
    return "#DIV/0!";
  case 0x0F:
    return "#VALUE!";
  case 0x17:
    return "#REF!";
  case 0x1D:
    return "#NAME?";
  case 0x24:
    return "#NUM!";
  case 0x2A:
    return "#N/A";
  default:
    return "#ERROR";
  }
}

std::optional<CellPlace> cell_place(std::string_view reference) {
  CellPlace place;
  size_t i = 0;
  uint32_t column = 0;
  for (; i < reference.size(); ++i) {
    const char c = lower(reference[i]);
    if (c == '$') {
      continue;
    }
    if (c < 'a' || c > 'z') {
      break;
    }
    column = column * 26 + static_cast<uint32_t>(c - 'a' + 1);
    if (column > k_most_columns) {
      return std::nullopt;
    }
  }
  i += i < reference.size() && reference[i] == '$' ? 1 : 0;
  for (; i < reference.size(); ++i) {
    if (reference[i] < '0' || reference[i] > '9' || place.row > k_most_rows) {
      return std::nullopt;
    }
    place.row = place.row * 10 + static_cast<uint64_t>(reference[i] - '0');
  }
  if (column == 0 || place.row == 0 || place.row > k_most_rows) {
    return std::nullopt;
  }
  place.column = column - 1;
  return place;
}

std::string column_letters(uint32_t column) {
  std::string out;
  for (uint64_t n = uint64_t{column} + 1; n > 0; n = (n - 1) / 26) {
    out.insert(out.begin(), static_cast<char>('A' + (n - 1) % 26));
  }
  return out;
}

double rk_number(uint32_t packed) {
  const double value =
      (packed & 2) != 0
          ? static_cast<double>(static_cast<int32_t>(packed) >> 2)
          : std::bit_cast<double>(uint64_t{packed & 0xFFFFFFFC} << 32);
  return (packed & 1) != 0 ? value / 100 : value;
}

} // namespace readers
