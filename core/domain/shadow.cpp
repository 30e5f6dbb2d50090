// SPDX-License-Identifier: Apache-2.0
#include "core/domain/shadow.hpp"

#include <algorithm>
#include <array>

namespace domain {
namespace {

struct Swap {
  std::string_view from;
  char to;
};

// Length of the special character at text[at], and what stands for it.
std::pair<size_t, char> special(std::string_view text, size_t at) {
  static constexpr std::array<Swap, 9> swaps = {{
      {"\xc2\xa0", ' '},     // no-break space
      {"\xe2\x88\x92", '-'}, // minus
      {"\xef\xb9\xa3", '-'}, // small hyphen-minus
      {"\xef\xbc\x8d", '-'}, // full-width hyphen-minus
      {"\xef\xb9\x98", '-'}, // small em dash
      {"\xe2\x80\xaf", ' '}, // narrow no-break space
      {"\xe2\x81\x9f", ' '}, // medium mathematical space
      {"\xe3\x80\x80", ' '}, // ideographic space
      {"\xe1\x9a\x80", ' '}, // ogham space
  }};
  std::string_view rest = text.substr(at, 3);
  if (rest.size() == 3 && rest[0] == '\xe2' && rest[1] == '\x80') {
    auto last = static_cast<unsigned char>(rest[2]);
    if (last >= 0x80 && last <= 0x8a) {
      return {3, ' '};
    }
    if (last >= 0x90 && last <= 0x95) {
      return {3, '-'};
    }
  }
  for (const Swap& swap : swaps) {
    if (rest.starts_with(swap.from)) {
      return {swap.from.size(), swap.to};
    }
  }
  return {0, ' '};
}

} // namespace

Shadow::Shadow(std::string_view text) {
  m_text.reserve(text.size());
  size_t added = 0;
  for (size_t at = 0; at < text.size();) {
    auto byte = static_cast<unsigned char>(text[at]);
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
    m_text += stands;
    at += length;
    added += length - 1;
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
