// SPDX-License-Identifier: Apache-2.0
//
// What hnswlib is told of a point: which row it is. The row's int8 values stay
// in the segment. Private to the room.
#pragma once

#include "core/vectors/int8_kernel.hpp"
#include "query/hnsw/graph_file.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <span>

namespace query {

// As it stands behind the links of a point: the scale is hnswlib's data, the
// row its label.
struct __attribute__((packed)) GraphPoint {
  float scale;
  uint64_t row;
};
static_assert(sizeof(GraphPoint) ==
              PointTail::k_scale_bytes + PointTail::k_row_bytes);

// The int8 rows of a segment.
struct PointCodes {
  const int8_t* codes = nullptr;
  size_t size = 0; // of a row
  vectors::DotPair dot = vectors::best_int8_kernel().dot_pair;
};

// A question is compared as if it were a row.
struct __attribute__((packed)) QueryPoint {
  static constexpr uint64_t k_row = std::numeric_limits<uint64_t>::max();
  GraphPoint point{0, k_row};
  const int8_t* codes = nullptr;
  uint64_t* distances = nullptr; // counted here
};

// One less the cosine, about; hnswlib's distance function. `a` may be a
// QueryPoint.
inline float point_distance(const void* a, const void* b, const void* param) {
  const auto& rows = *static_cast<const PointCodes*>(param);
  GraphPoint x;
  GraphPoint y;
  std::memcpy(&x, a, sizeof x);
  std::memcpy(&y, b, sizeof y);
  const int8_t* left = rows.codes + x.row * rows.size;
  if (x.row == QueryPoint::k_row) {
    QueryPoint query;
    std::memcpy(&query, a, sizeof query);
    left = query.codes;
    ++*query.distances;
  }
  const float out =
      1 - x.scale * y.scale *
              static_cast<float>(
                  rows.dot(left, rows.codes + y.row * rows.size, rows.size));
  return std::isfinite(out) ? out : std::numeric_limits<float>::max();
}

} // namespace query
