// SPDX-License-Identifier: Apache-2.0
#include "core/domain/shadow.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace domain {
namespace {

constexpr char k_nothing = '\0'; // what stands for a character of no width

struct Swap {
  std::string_view from;
  char to;
};

// U+FF01 to U+FF5E are ASCII in full width.
char full_width(std::string_view rest) {
  if (rest.size() < 3 || rest[0] != '\xef') {
    return k_nothing;
  }
  const auto second = static_cast<unsigned char>(rest[1]);
  const auto third = static_cast<unsigned char>(rest[2]);
  const unsigned point = 0xf000U + ((second & 0x3fU) << 6U) + (third & 0x3fU);
  return (second == 0xbc || second == 0xbd) && point >= 0xff01 &&
                 point <= 0xff5e
             ? static_cast<char>(point - 0xff01 + 0x21)
             : k_nothing;
}

// Length of the special character at text[at], and what stands for it.
std::pair<size_t, char> special(std::string_view text, size_t at) {
  static constexpr std::array<Swap, 12> swaps = {{
      {"\xc2\xad", '-'},           // soft hyphen
      {"\xe2\x81\xa0", k_nothing}, // word joiner
      {"\xef\xbb\xbf", k_nothing}, // byte order mark
      {"\xc2\xa0", ' '},           // no-break space
      {"\xe2\x88\x92", '-'},       // minus
      {"\xef\xb9\xa3", '-'},       // small hyphen-minus
      {"\xef\xbc\x8d", '-'},       // full-width hyphen-minus
      {"\xef\xb9\x98", '-'},       // small em dash
      {"\xe2\x80\xaf", ' '},       // narrow no-break space
      {"\xe2\x81\x9f", ' '},       // medium mathematical space
      {"\xe3\x80\x80", ' '},       // ideographic space
      {"\xe1\x9a\x80", ' '},       // ogham space
  }};
  std::string_view rest = text.substr(at, 3);
  if (rest.size() == 3 && rest[0] == '\xe2' && rest[1] == '\x80') {
    auto last = static_cast<unsigned char>(rest[2]);
    if (last >= 0x80 && last <= 0x8a) {
      return {3, ' '};
    }
    if (last >= 0x8b && last <= 0x8d) {
      return {3, k_nothing}; // zero-width space and (non-)joiner
    }
    if (last >= 0x90 && last <= 0x95) {
      return {3, '-'};
    }
  }
  if (const char wide = full_width(rest); wide != k_nothing) {
    return {3, wide};
  }
  for (const Swap& swap : swaps) {
    if (rest.starts_with(swap.from)) {
      return {swap.from.size(), swap.to};
    }
  }
  return {0, ' '};
}

bool small_letter(char c) {
  return c >= 'a' && c <= 'z';
}
bool blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}
bool code_byte(char c) {
  return word_byte(c) || c == '-' || c == '/' || c == '.' || c == '#' ||
         c == '+';
}

struct Look {
  size_t letters = 0;
  size_t digits = 0;
  size_t small = 0;
  size_t dashes = 0;
};
Look look(std::string_view word) {
  Look out;
  for (const char c : word) {
    out.digits += ascii_digit(c) ? 1 : 0;
    out.letters += word_byte(c) && !ascii_digit(c) ? 1 : 0;
    out.small += small_letter(c) ? 1 : 0;
    out.dashes += c == '-' ? 1 : 0;
  }
  return out;
}

// Whether "left-", a break and "right" are one code.
bool is_broken_code(std::string_view left, std::string_view right,
                    bool line_end) {
  const Look l = look(left);
  const Look r = look(right);
  if (l.digits + r.digits == 0 || l.letters + r.letters == 0) {
    return line_end && l.digits > 0 && r.digits > 0; // groups of digits
  }
  const bool two = l.letters > 0 && l.digits > 0 && r.digits > 0 &&
                   r.letters > 0 && !ascii_digit(right.front());
  const bool tail = r.digits > 0 || r.letters == 1;
  const bool alike = r.small == 0 || (l.small > 0 && r.small <= 2);
  if (two || !tail || !alike) {
    return false;
  }
  // Between cells nothing says that the line had an end.
  return line_end || (l.small == 0 && l.letters > 1 && l.digits == 0 &&
                      ascii_digit(right.front()) && r.dashes > 0);
}

// Bytes of `text` from `at` on that only break a code in two: the end of a
// line, or a blank between cells, behind a dash. `before` is the shadow so far.
size_t code_break(std::string_view before, std::string_view text, size_t at) {
  constexpr size_t k_most_blanks = 80;
  constexpr size_t k_most_code = 40;
  const size_t dash = before.size() - 1;
  if (before.size() < 2 || before[dash] != '-' ||
      !word_byte(before[dash - 1])) {
    return 0;
  }
  size_t end = at;
  size_t lines = 0;
  while (end < text.size() && end - at < k_most_blanks &&
         (blank(text[end]) || text[end] == '\n')) {
    lines += text[end] == '\n' ? 1 : 0;
    ++end;
  }
  if (end == at || end == text.size() || !word_byte(text[end]) || lines > 1 ||
      (lines == 0 && end - at > 2)) {
    return 0;
  }
  size_t begin = dash;
  while (begin > 0 && dash - begin < k_most_code &&
         code_byte(before[begin - 1])) {
    --begin;
  }
  size_t last = end;
  while (last < text.size() && last - end < k_most_code &&
         code_byte(text[last])) {
    ++last;
  }
  return is_broken_code(before.substr(begin, dash - begin),
                        text.substr(end, last - end), lines == 1)
             ? end - at
             : 0;
}

} // namespace

Shadow::Shadow(std::string_view text) {
  m_text.reserve(text.size());
  size_t added = 0;
  for (size_t at = 0; at < text.size();) {
    auto byte = static_cast<unsigned char>(text[at]);
    if (const size_t broken = code_break(m_text, text, at); broken > 0) {
      at += broken;
      added += broken;
      m_shifts.emplace_back(m_text.size(), added);
      continue;
    }
    if (byte < 0x80) {
      m_text += byte < 0x20 && byte != '\n' ? ' ' : text[at];
      ++at;
      continue;
    }
    auto [length, stands] = special(text, at);
    if (length == 0) {
      m_text += text[at++];
      continue;
    }
    at += length;
    added += length;
    if (stands != k_nothing) {
      m_text += stands;
      --added;
    }
    m_shifts.emplace_back(m_text.size(), added);
  }
}

size_t Shadow::original(size_t at) const {
  auto behind = std::upper_bound(
      m_shifts.begin(), m_shifts.end(), at,
      [](size_t value, const auto& shift) { return value < shift.first; });
  return behind == m_shifts.begin() ? at : at + std::prev(behind)->second;
}

} // namespace domain
