// SPDX-License-Identifier: Apache-2.0
//
// Exact top rows of memory-mapped vector segments: the oracle that every
// approximate index is measured against.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace query {

// Rows of one segment. Borrowed; must outlive the scan.
struct RowBlock {
  const float* rows = nullptr; // count × dims, row after row
  size_t count = 0;
  uint32_t dims = 0;
  // One bit a row, least significant first; empty = every row is allowed.
  std::span<const uint64_t> allowed;
};

struct RowScore {
  float score = 0; // dot product; cosine for unit vectors
  uint32_t block = 0;
  uint32_t row = 0;
};

// Says which of two rows with equal scores comes first. Must not depend on how
// the rows lie in blocks, so that one shard and sixteen give one answer.
using RowBefore = std::function<bool(const RowScore&, const RowScore&)>;

// The `k` best allowed rows of all blocks, best first; fewer if fewer are
// allowed. Reads every allowed row once; `threads` share the work, and the
// result does not depend on how many they are.
// REQUIRES: query.size() == dims of every block; threads ≥ 1.
std::vector<RowScore> scan_top(std::span<const RowBlock> blocks,
                               std::span<const float> query, size_t k,
                               const RowBefore& before, unsigned threads);

} // namespace query
