// SPDX-License-Identifier: Apache-2.0
#include "query/scan/row_slices.hpp"

#include "core/base/assert.hpp"

#include <algorithm>
#include <thread>

namespace query {

RowSlices::RowSlices(std::span<const RowBlock> blocks) {
  for (uint32_t b = 0; b < blocks.size(); ++b) {
    uint32_t room = 0; // left in the slice; slices keep to one block
    uint32_t end = 0;
    for (const vectors::RowRange& range : blocks[b].allowed) {
      ASSERT(range.from >= end && range.to >= range.from &&
             range.to <= blocks[b].count);
      end = range.to;
      add(b, range, room);
    }
  }
}

void RowSlices::add(uint32_t block, vectors::RowRange range, uint32_t& room) {
  m_rows += range.to - range.from;
  while (range.from < range.to) {
    if (room == 0) {
      m_cuts.push_back({block, m_ranges.size()});
      room = k_rows;
    }
    const uint32_t count = std::min(room, range.to - range.from);
    m_ranges.push_back({range.from, range.from + count});
    range.from += count;
    room -= count;
  }
}

std::optional<RowSlice> RowSlices::take() {
  const size_t at = m_next.fetch_add(1, std::memory_order_relaxed);
  if (at >= m_cuts.size()) {
    return std::nullopt;
  }
  const size_t first = m_cuts[at].first;
  const size_t last =
      at + 1 < m_cuts.size() ? m_cuts[at + 1].first : m_ranges.size();
  return RowSlice{m_cuts[at].block,
                  std::span(m_ranges).subspan(first, last - first)};
}

void on_threads(unsigned threads, const std::function<void(unsigned)>& work) {
  std::vector<std::thread> helpers;
  for (unsigned number = 1; number < threads; ++number) {
    helpers.emplace_back(work, number);
  }
  work(0);
  for (std::thread& helper : helpers) {
    helper.join();
  }
}

} // namespace query
