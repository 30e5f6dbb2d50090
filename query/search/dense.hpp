// SPDX-License-Identifier: Apache-2.0
//
// The vectors of every shard: which may be compared, and the best of them.
// Private to the room.
#pragma once

#include "query/core/plan.hpp"
#include "query/core/row_ranges.hpp"
#include "query/search/candidates.hpp"

#include <cstdint>
#include <vector>

namespace query {

class DenseArm {
public:
  // The rows that `allowed` leaves; as bm25_top(). Errc::conflict if they have
  // other dimensions.
  static base::Result<DenseArm> open(const ArchiveView& view, size_t dims,
                                     const std::vector<Allowed>& allowed);

  // For the `k` best.
  RankStatistics statistics(size_t k) const;

  // Best first; equal scores by document and ordinal, a passage of several
  // shards once. The same whatever the plan.
  std::vector<DenseScore> top(const std::vector<float>& query, size_t k,
                              RowsPlan plan, unsigned threads) const;

private:
  struct Part {
    uint32_t shard;
    store::SegmentView view;
    RowRanges allowed;
  };
  PassageRef passage_of(uint32_t block, uint32_t row) const;

  size_t m_dims = 0;
  std::vector<Part> m_parts;
};

} // namespace query
