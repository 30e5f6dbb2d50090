// SPDX-License-Identifier: Apache-2.0
//
// Exact top rows of memory-mapped vector segments: the oracle that every
// other way is measured against.
#pragma once

#include "core/vectors/quantize.hpp"
#include "core/vectors/row_range.hpp"

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
  // Rows that may be answers; none, if empty. Only these are read.
  std::span<const vectors::RowRange> allowed;
  vectors::CodedRows codes; // the same rows; certified_top alone reads them
};

struct RowScore {
  // Dot product in f32; cosine for unit vectors. Minus infinity where that is
  // not a number.
  float score = 0;
  uint32_t block = 0;
  uint32_t row = 0;
};

// Says which of two rows with equal scores comes first. Must not depend on how
// the rows lie in blocks, so that one shard and sixteen give one answer.
using RowBefore = std::function<bool(const RowScore&, const RowScore&)>;

// The `k` best allowed rows of all blocks, best first; fewer if fewer are
// allowed. Reads every allowed row once; at most `threads` share the work, and
// the result does not depend on how many they are.
// REQUIRES: query.size() == dims of every block; threads ≥ 1; ranges rise, do
// not overlap, and end within the block.
std::vector<RowScore> scan_top(std::span<const RowBlock> blocks,
                               std::span<const float> query, size_t k,
                               const RowBefore& before, unsigned threads);

} // namespace query
