// SPDX-License-Identifier: Apache-2.0
//
// Whether the graph of a segment is to be searched in place of a scan. Pure.
// Private to the room.
#pragma once

#include "query/core/plan.hpp"
#include "query/hnsw/graph_header.hpp"
#include "query/search/hnsw_mode.hpp"

#include <string>

namespace query {

// What a question asks of one segment.
struct GraphStatistics {
  uint64_t rows = 0;      // live
  uint64_t allowed = 0;   // of them, by the filters
  uint64_t boosted = 0;   // of these, that are scanned in any case
  uint64_t stretches = 0; // that the allowed ones form
  uint64_t k = 0;
  bool open = false; // the graph has been checked already
};

struct GraphPlan {
  bool use = false;
  uint32_t ef = 0;
  double recall = 0;   // of ten, as measured for a width of at most `ef`
  double graph_ms = 0; // predicted; 0 where it may not be used
  double scan_ms = 0;
  std::string why; // "faster", "recall@10 0.930 is below 0.950", …
};

// The least width with a recall of k_wanted_recall, or else the widest that was
// measured, if that reaches `floor`; never less than k. Under a filter that
// lets one row in n pass a search computes about as many distances as one of n
// times the width (docs/results/hnsw.md).
inline constexpr double k_wanted_recall = 0.99;
GraphPlan plan_graph(const GraphHeader& header,
                     const GraphStatistics& statistics, HnswMode mode,
                     double floor, const MachineCosts& costs);

} // namespace query
