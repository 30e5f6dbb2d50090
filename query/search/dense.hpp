// SPDX-License-Identifier: Apache-2.0
//
// The exact scan over every shard's segments. Private to the room.
#pragma once

#include "query/search/candidates.hpp"

#include <cstdint>
#include <vector>

namespace query {

struct DenseResult {
  std::vector<DenseScore> best; // best first
  uint64_t rows = 0;            // in all segments
  uint64_t allowed = 0;         // after deletions and filters
};

base::Result<DenseResult> dense_top(const ArchiveView& view,
                                    const std::vector<float>& query,
                                    const std::vector<Allowed>& allowed,
                                    size_t k, unsigned threads);

} // namespace query
