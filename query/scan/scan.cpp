// SPDX-License-Identifier: Apache-2.0
#include "query/scan/scan.hpp"

#include "core/base/assert.hpp"
#include "query/scan/row_slices.hpp"
#include "query/scan/top.hpp"

namespace query {

std::vector<RowScore> scan_top(std::span<const RowBlock> blocks,
                               std::span<const float> query, size_t k,
                               const RowBefore& before, unsigned threads) {
  ASSERT(threads >= 1);
  for (const RowBlock& block : blocks) {
    ASSERT(block.count == 0 || block.dims == query.size());
  }
  RowSlices slices(blocks);
  std::vector<Top> tops(threads, Top(k, before));
  on_threads(threads, [&](unsigned number) {
    while (const auto slice = slices.take()) {
      for (const vectors::RowRange& range : slice->ranges) {
        for (uint32_t row = range.from; row < range.to; ++row) {
          tops[number].offer_row(blocks[slice->block], slice->block, row,
                                 query);
        }
      }
    }
  });
  for (unsigned number = 1; number < threads; ++number) {
    for (const RowScore& row : std::move(tops[number]).sorted()) {
      tops[0].offer(row);
    }
  }
  return std::move(tops[0]).sorted();
}

} // namespace query
