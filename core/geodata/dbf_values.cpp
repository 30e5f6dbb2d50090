// SPDX-License-Identifier: Apache-2.0
#include "core/geodata/dbf_values.hpp"

#include "core/geodata/dbf.hpp"
#include "core/geodata/window.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <utility>

namespace geodata {
namespace {

std::string number_text(double value) {
  std::array<char, 40> text{};
  const auto [end, error] =
      std::to_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && std::isfinite(value)
             ? std::string(text.data(), end)
             : std::string();
}

std::string date_text(std::string_view raw) {
  const auto text = trim_padding(raw);
  const bool digits = std::all_of(text.begin(), text.end(),
                                  [](char c) { return c >= '0' && c <= '9'; });
  if (text.size() != 8 || !digits) {
    return digits ? std::string() : std::string(text);
  }
  if (text == "00000000") {
    return "";
  }
  return std::string(text.substr(0, 4)) + "-" + std::string(text.substr(4, 2)) +
         "-" + std::string(text.substr(6, 2));
}

// Days since 4713 BC and milliseconds of the day.
std::string moment_text(std::string_view raw) {
  const auto julian = static_cast<int64_t>(load_le32(raw, 0));
  const uint32_t milliseconds = load_le32(raw, 4);
  if (julian < 1721426 || julian > 5373484 || milliseconds >= 86400000) {
    return "";
  }
  // Fliegel and Van Flandern, CACM 11 (1968).
  int64_t l = julian + 68569;
  const int64_t n = 4 * l / 146097;
  l -= (146097 * n + 3) / 4;
  const int64_t i = 4000 * (l + 1) / 1461001;
  l -= 1461 * i / 4 - 31;
  const int64_t j = 80 * l / 2447;
  const int64_t day = l - 2447 * j / 80;
  l = j / 11;
  const int64_t month = j + 2 - 12 * l;
  const int64_t year = 100 * (n - 49) + i + l;
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02d-%02d %02u:%02u:%02u",
                static_cast<int>(year), static_cast<int>(month),
                static_cast<int>(day), milliseconds / 3600000,
                milliseconds / 60000 % 60, milliseconds / 1000 % 60);
  return text.data();
}

// What is not a number in a number's place is no value: blanks, "*****", NUL.
std::string written_number(std::string_view raw) {
  const auto text = trim_padding(raw);
  const bool numeric =
      !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= '0' && c <= '9') || c == '.' || c == ',' || c == '-' ||
               c == '+' || c == 'e' || c == 'E' || c == ' ';
      });
  return numeric ? std::string(text) : std::string();
}

std::string truth_text(std::string_view raw) {
  const char c = raw.empty() ? '?' : raw.front();
  const std::string_view yes = "TtYy1";
  const std::string_view no = "FfNn0";
  return yes.find(c) != std::string_view::npos  ? "T"
         : no.find(c) != std::string_view::npos ? "F"
                                                : "";
}

std::string currency_text(std::string_view raw) {
  const auto units = static_cast<int64_t>(load_le64(raw, 0));
  return number_text(static_cast<double>(units) / 10000);
}

} // namespace

std::string_view trim_padding(std::string_view text) {
  const auto padding = [](char c) {
    return c == ' ' || c == '\0' || c == '\t' || c == '\r' || c == '\n';
  };
  while (!text.empty() && padding(text.back())) {
    text.remove_suffix(1);
  }
  while (!text.empty() && padding(text.front())) {
    text.remove_prefix(1);
  }
  return text;
}

std::string dbf_value(char type, std::string_view raw) {
  const bool eight = raw.size() == 8;
  switch (type) {
  case 'N':
  case 'F':
    return written_number(raw);
  case 'D':
    return date_text(raw);
  case 'L':
    return truth_text(raw);
  case 'I':
  case '+':
    return raw.size() == 4
               ? std::to_string(static_cast<int32_t>(load_le32(raw, 0)))
               : written_number(raw);
  case 'B':
  case 'O':
    return eight ? number_text(load_le_double(raw, 0)) : std::string();
  case 'Y':
    return eight ? currency_text(raw) : std::string();
  case 'T':
  case '@':
    return eight ? moment_text(raw) : std::string();
  case 'C':
  case 'V':
    return std::string(trim_padding(raw));
  default:
    return std::string(); // pictures, objects and flags
  }
}

std::string encoding_of_language(uint8_t language) {
  static constexpr std::pair<uint8_t, const char*> marks[] = {
      {0x01, "cp437"},        {0x02, "cp850"},        {0x03, "windows-1252"},
      {0x04, "macintosh"},    {0x08, "cp865"},        {0x09, "cp437"},
      {0x0A, "cp850"},        {0x0B, "cp437"},        {0x0D, "cp437"},
      {0x0E, "cp850"},        {0x0F, "cp437"},        {0x10, "cp850"},
      {0x11, "cp437"},        {0x12, "cp850"},        {0x13, "cp932"},
      {0x14, "cp850"},        {0x15, "cp437"},        {0x16, "cp850"},
      {0x17, "cp865"},        {0x18, "cp437"},        {0x19, "cp437"},
      {0x1A, "cp850"},        {0x1B, "cp437"},        {0x1C, "cp863"},
      {0x1D, "cp850"},        {0x1F, "cp852"},        {0x22, "cp852"},
      {0x23, "cp852"},        {0x24, "cp860"},        {0x25, "cp850"},
      {0x26, "cp866"},        {0x37, "cp850"},        {0x40, "cp852"},
      {0x4D, "cp936"},        {0x4E, "cp949"},        {0x4F, "cp950"},
      {0x50, "cp874"},        {0x57, "windows-1252"}, {0x58, "windows-1252"},
      {0x59, "windows-1252"}, {0x64, "cp852"},        {0x65, "cp866"},
      {0x66, "cp865"},        {0x67, "cp861"},        {0x6A, "cp737"},
      {0x6B, "cp857"},        {0x6C, "cp863"},        {0x78, "cp950"},
      {0x79, "cp949"},        {0x7A, "cp936"},        {0x7B, "cp932"},
      {0x7C, "cp874"},        {0x86, "cp737"},        {0x87, "cp852"},
      {0x88, "cp857"},        {0xC8, "windows-1250"}, {0xC9, "windows-1251"},
      {0xCA, "windows-1254"}, {0xCB, "windows-1253"}, {0xCC, "windows-1257"}};
  for (const auto& [mark, encoding] : marks) {
    if (mark == language) {
      return encoding;
    }
  }
  return "";
}

} // namespace geodata
