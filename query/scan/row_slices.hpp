// SPDX-License-Identifier: Apache-2.0
//
// The allowed rows of all blocks, cut into shares that threads take one after
// the other. Private to the room.
#pragma once

#include "query/scan/scan.hpp"

#include <atomic>
#include <functional>
#include <optional>

namespace query {

struct RowSlice {
  uint32_t block = 0;
  std::span<const vectors::RowRange> ranges;
};

class RowSlices {
public:
  // Rows of a slice at most: small enough that threads end together.
  static constexpr uint32_t k_rows = 512;

  explicit RowSlices(std::span<const RowBlock> blocks);
  RowSlices(const RowSlices&) = delete;
  RowSlices& operator=(const RowSlices&) = delete;

  uint64_t rows() const { return m_rows; }
  // The next slice that nobody took. Safe from any thread.
  std::optional<RowSlice> take();

private:
  struct Cut {
    uint32_t block;
    size_t first; // of m_ranges
  };
  void add(uint32_t block, vectors::RowRange range, uint32_t& room);

  std::vector<vectors::RowRange> m_ranges;
  std::vector<Cut> m_cuts;
  uint64_t m_rows = 0;
  std::atomic<size_t> m_next = 0;
};

// Calls work(0) … work(threads-1) at the same time; work(0) by the caller.
void on_threads(unsigned threads, const std::function<void(unsigned)>& work);

} // namespace query
