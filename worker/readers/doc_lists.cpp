// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/doc_lists.hpp"

#include "worker/readers/ole_text.hpp"

#include <algorithm>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_most_overrides = 0x7FE;
constexpr size_t k_list_bytes = 28;
constexpr size_t k_level_bytes = 28;
constexpr size_t k_override_bytes = 16;
constexpr size_t k_longest_text = 100;

// [MS-OSHARED] 2.2.1.3.
NumberStyle style_of(uint8_t code) {
  switch (code) {
  case 1:
    return NumberStyle::upper_roman;
  case 2:
    return NumberStyle::lower_roman;
  case 3:
    return NumberStyle::upper_letter;
  case 4:
    return NumberStyle::lower_letter;
  case 5:
    return NumberStyle::ordinal;
  case 6:
    return NumberStyle::cardinal_text;
  case 7:
    return NumberStyle::ordinal_text;
  case 22:
    return NumberStyle::decimal_zero;
  case 23:
    return NumberStyle::bullet;
  case 255:
    return NumberStyle::none;
  default:
    return NumberStyle::decimal;
  }
}

// Characters 0 to 8 stand for the numbers of the levels.
std::string text_of(LittleEndian bytes, size_t count) {
  std::string out;
  for (size_t i = 0; i < std::min(count, k_longest_text); ++i) {
    const uint16_t c = bytes.u16(2 * i);
    out += c <= 8 ? "%" + std::to_string(c + 1)
                  : text_of_utf16(bytes.bytes(2 * i, 2));
  }
  return out;
}

// One level at `at`, which is moved behind it; false if it is cut.
bool read_level(LittleEndian table, size_t& at, ListLevel& level) {
  if (!table.has(at, k_level_bytes)) {
    return false;
  }
  const LittleEndian fixed = table.part(at, k_level_bytes);
  level.start = std::clamp(fixed.i32(0), 0, 100'000);
  level.style = style_of(fixed.u8(4));
  level.legal = (fixed.u8(5) & 0x04) != 0;
  if ((fixed.u8(5) & 0x08) != 0) {
    level.restart = fixed.u8(26);
  }
  at += k_level_bytes + size_t{fixed.u8(24)} + size_t{fixed.u8(25)};
  const size_t count = table.u16(at);
  level.text = text_of(table.part(at + 2, 2 * count), count);
  at += 2 + 2 * count;
  return true;
}

} // namespace

DocLists DocLists::parse(const DocFib& fib, LittleEndian table) {
  DocLists out;
  if (fib.lists.size < 2 || !table.has(fib.lists.at, 2)) {
    return out;
  }
  const size_t count = std::min<size_t>(table.u16(fib.lists.at), k_most_lists);
  // The levels of all lists follow behind what the header calls their end.
  size_t at = size_t{fib.lists.at} + 2 + count * k_list_bytes;
  for (size_t i = 0; i < count; ++i) {
    const LittleEndian list =
        table.part(fib.lists.at + 2 + i * k_list_bytes, k_list_bytes);
    const size_t levels = (list.u8(26) & 1) != 0 ? 1 : k_list_levels;
    ListLevels read;
    for (size_t k = 0; k < levels; ++k) {
      if (!read_level(table, at, read[k])) {
        return out;
      }
    }
    out.m_lists[list.u32(0)] = std::move(read);
  }
  const LittleEndian all = table.part(
      fib.list_overrides.at, fib.list_overrides.size == 0 ? 0 : table.size());
  const size_t overrides = std::min<size_t>(all.u32(0), k_most_overrides);
  at = 4 + overrides * k_override_bytes;
  for (size_t i = 0; i < overrides && all.has(4 + 16 * i, 16); ++i) {
    Override one;
    one.list = all.u32(4 + k_override_bytes * i);
    const size_t changes = all.u8(4 + k_override_bytes * i + 12);
    at += 4;
    for (size_t k = 0; k < changes && all.has(at, 8); ++k) {
      const int start = std::clamp(all.i32(at), 0, 100'000);
      const uint32_t flags = all.u32(at + 4);
      const auto level = static_cast<uint8_t>(flags & 0xF);
      at += 8;
      ListLevel changed;
      if ((flags & 0x20) != 0) {
        if (!read_level(all, at, changed)) {
          break;
        }
        one.levels[level] = changed;
      }
      if ((flags & 0x10) != 0 && level < k_list_levels) {
        one.starts.push_back(
            {level, (flags & 0x20) != 0 ? changed.start : start});
      }
    }
    out.m_overrides.push_back(std::move(one));
  }
  return out;
}

std::string DocLists::next(uint16_t number, uint8_t level) {
  if (number == 0 || number > m_overrides.size() || level >= k_list_levels) {
    return "";
  }
  Override& one = m_overrides[number - size_t{1}];
  const auto list = m_lists.find(one.list);
  if (list == m_lists.end()) {
    return "";
  }
  ListCounter& counter = m_counters[one.list];
  if (!std::exchange(one.used, true)) {
    for (const Start& start : one.starts) {
      counter.restart(start.level, start.number);
    }
  }
  if (one.levels.empty()) {
    return counter.next(level, list->second);
  }
  ListLevels levels = list->second;
  for (const auto& [at, changed] : one.levels) {
    if (at < k_list_levels) {
      levels[at] = changed;
    }
  }
  return counter.next(level, levels);
}

} // namespace readers
