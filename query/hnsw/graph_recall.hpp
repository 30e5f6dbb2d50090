// SPDX-License-Identifier: Apache-2.0
//
// Recall of a graph against exact answers. Private to the room.
#pragma once

#include "query/hnsw/graph_builder.hpp"
#include "query/hnsw/graph_walk.hpp"

namespace query {

// With each width of the search. `held_out` are rows that are not in the graph;
// `in` are those that are, and their copies.
std::vector<GraphRecall>
measure_recall(const hnswlib::HierarchicalNSW<float>& graph,
               const store::Segment& segment,
               std::span<const uint32_t> held_out,
               std::span<const vectors::RowRange> in, const ExactScores& exact);

} // namespace query
