// SPDX-License-Identifier: Apache-2.0
//
// Which rows of a segment are equal: their int8 form and its scale. Private to
// the room.
#pragma once

#include "store/segment_file.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace query {

struct DistinctRows {
  std::vector<uint32_t> firsts; // the first row of each kind, rising
  // Every other row with the first row that it is equal to, rising.
  std::vector<std::pair<uint32_t, uint32_t>> copies;
};

DistinctRows distinct_rows(const store::Segment& segment,
                           std::span<const vectors::RowRange> in);

} // namespace query
