// SPDX-License-Identifier: Apache-2.0
//
// One search of hnswlib's graph, in int8. Private to the room.
#pragma once

#include "query/hnsw/graph_points.hpp"
#include "query/hnsw/row_bits.hpp"

#include <span>
#include <vector>

namespace hnswlib {
template <typename Distance>
class HierarchicalNSW;
}

namespace query {

struct GraphWalk {
  std::span<const float> query;
  const RowBits* allowed = nullptr; // points that may be answers; null: all
  size_t ef = 0;                    // points to hold
  // Distances after which it gives up.
  uint64_t most_distances = std::numeric_limits<uint64_t>::max();
};

struct GraphWalked {
  std::vector<uint32_t> rows; // of the points held, in no order; at most ef
  uint64_t distances = 0;
  bool gave_up = false;
};

// Thread-safe. Throws what hnswlib throws: std::bad_alloc.
GraphWalked walk_graph(const hnswlib::HierarchicalNSW<float>& graph,
                       size_t code_size, const GraphWalk& walk);

} // namespace query
