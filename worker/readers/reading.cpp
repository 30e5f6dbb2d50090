// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/reading.hpp"

#include "core/base/bytes.hpp"
#include "worker/readers/passage_packer.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace readers {
namespace {

bool is_alnum(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z');
}

bool is_letter(char c) {
  return (c & 0x80) != 0 || (is_alnum(c) && !(c >= '0' && c <= '9'));
}

// The length of the valid character that `text` begins with; 0 if none.
size_t valid_character(std::string_view text) {
  const auto c = static_cast<unsigned char>(text.front());
  const size_t length = c < 0x80 ? 1 : c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : 2;
  return length <= text.size() && base::is_utf8(text.substr(0, length)) ? length
                                                                        : 0;
}

bool is_dropped_control(char c) {
  const auto u = static_cast<unsigned char>(c);
  return (u < 0x20 && c != '\n' && c != '\t' && c != '\f') || u == 0x7F;
}

// ASCII that clean_utf8() keeps.
bool is_plain(char c) {
  return static_cast<unsigned char>(c) < 0x80 && !is_dropped_control(c);
}

} // namespace

std::string clip(std::string_view text, size_t limit) {
  if (text.size() <= limit) {
    return std::string(text);
  }
  while (limit > 0 && (text[limit] & 0xC0) == 0x80) {
    --limit;
  }
  return std::string(text.substr(0, limit));
}

std::string clean_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    size_t plain = 0; // most text is nothing else
    while (plain < text.size() && is_plain(text[plain])) {
      ++plain;
    }
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) {
      break;
    }
    const size_t length = valid_character(text);
    if (length == 0) {
      out += "\xEF\xBF\xBD";
    } else if (length > 1 || !is_dropped_control(text.front())) {
      out += text.substr(0, length);
    }
    text.remove_prefix(std::max<size_t>(length, 1));
  }
  return out;
}

std::string heading_like(std::string_view text) {
  constexpr std::string_view marks = "#=*-~_/\\;|+<>!% \t\r\"'";
  for (int i = 0; i < 30 && !text.empty(); ++i) {
    const auto end = text.find('\n');
    auto line = trim(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    const auto first = line.find_first_not_of(marks);
    if (first == std::string_view::npos) {
      continue;
    }
    const auto last = line.find_last_not_of(marks);
    line = line.substr(first, last - first + 1);
    const auto letters = std::count_if(line.begin(), line.end(), is_letter);
    if (line.size() >= 3 && line.size() <= 120 && letters >= 3 &&
        static_cast<size_t>(letters) * 2 >= line.size()) {
      return squeeze(line);
    }
  }
  return "";
}

base::Result<void> put_text(domain::DocumentSink& sink, std::string key,
                            std::string_view text) {
  const auto value = trim(text);
  if (value.empty()) {
    return {};
  }
  domain::Fact fact;
  fact.key = std::move(key);
  fact.text = clip(value, 1000);
  return sink.fact(std::move(fact));
}

base::Result<void> put_number(domain::DocumentSink& sink, std::string key,
                              double number, std::string unit) {
  domain::Fact fact;
  fact.key = std::move(key);
  fact.text = number_text(number);
  fact.number = number;
  fact.unit = std::move(unit);
  return sink.fact(std::move(fact));
}

std::string number_text(double number) {
  // Counts are written out; to_chars would shorten 18000000 to 1.8e+07.
  const bool whole = number == std::floor(number) && std::fabs(number) < 1e15;
  std::array<char, 32> buffer{};
  const auto [end, ec] =
      whole
          ? std::to_chars(buffer.data(), buffer.data() + buffer.size(),
                          static_cast<int64_t>(number))
          : std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  return ec == std::errc() ? std::string(buffer.data(), end) : std::string();
}

std::string snake_case(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (is_alnum(c) || (c & 0x80) != 0) {
      out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    } else if (!out.empty() && out.back() != '_') {
      out += '_';
    }
  }
  while (!out.empty() && out.back() == '_') {
    out.pop_back();
  }
  return out;
}

} // namespace readers
