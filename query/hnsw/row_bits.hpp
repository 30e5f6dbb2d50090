// SPDX-License-Identifier: Apache-2.0
//
// A set of rows of a segment, one bit each. Private to the room.
#pragma once

#include "core/vectors/row_range.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace query {

class RowBits {
public:
  RowBits(uint64_t rows, std::span<const vectors::RowRange> in)
      : m_words((rows + 63) / 64) {
    for (const vectors::RowRange& range : in) {
      add(range);
    }
  }
  void add(uint64_t row) { m_words[row / 64] |= uint64_t{1} << row % 64; }
  bool contains(uint64_t row) const {
    return (m_words[row / 64] >> row % 64 & 1) != 0;
  }

private:
  void add(vectors::RowRange range) {
    uint64_t row = range.from;
    for (; row < range.to && row % 64 != 0; ++row) {
      add(row);
    }
    for (; row + 64 <= range.to; row += 64) {
      m_words[row / 64] = ~uint64_t{0};
    }
    for (; row < range.to; ++row) {
      add(row);
    }
  }
  std::vector<uint64_t> m_words;
};

} // namespace query
