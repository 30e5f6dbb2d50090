// SPDX-License-Identifier: Apache-2.0
#include "query/search/graph_plan.hpp"

#include "query/hnsw/graph_file.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace query {
namespace {

constexpr double k_ns_per_ms = 1e6;
// A step of the walk, its queues and links, to the distance that it computes
// (tests/bench/hnsw/plans.cpp).
constexpr double k_walk = 1.5;

// Distances of a search of width `ef`, between and beyond what was measured.
double distances_at(const std::vector<GraphRecall>& recalls, double ef) {
  double from_ef = 0;
  double from = 0;
  for (const GraphRecall& one : recalls) {
    if (ef <= one.ef) {
      return from +
             (one.distances - from) * (ef - from_ef) / (one.ef - from_ef);
    }
    from_ef = one.ef;
    from = one.distances;
  }
  return from_ef > 0 ? from * ef / from_ef : 0;
}

// The entry to search with; null if there is none.
const GraphRecall* width_for(const GraphHeader& header) {
  const auto& table = header.recalls;
  const auto enough =
      std::find_if(table.begin(), table.end(), [](const GraphRecall& one) {
        return one.recall >= k_wanted_recall;
      });
  return enough != table.end() ? &*enough
         : table.empty()       ? nullptr
                               : &table.back();
}

double graph_ns(const GraphHeader& header, const GraphStatistics& statistics,
                double ef, const MachineCosts& costs) {
  const double share = static_cast<double>(statistics.allowed) /
                       static_cast<double>(statistics.rows);
  const double bytes = header.dims;
  const double check =
      statistics.open ? 0 : static_cast<double>(GraphLayout(header).size);
  return k_walk * distances_at(header.recalls, ef / share) *
             (costs.row_ns + bytes * costs.row_ns_per_byte) +
         ef * (costs.row_ns + 4 * bytes * costs.row_ns_per_byte) +
         (check + static_cast<double>(statistics.boosted) * bytes) *
             costs.scan_ns_per_byte;
}

} // namespace

GraphPlan plan_graph(const GraphHeader& header,
                     const GraphStatistics& statistics, HnswMode mode,
                     double floor, const MachineCosts& costs) {
  GraphPlan out;
  const GraphRecall* width = width_for(header);
  if (mode == HnswMode::off || width == nullptr) {
    out.why = width == nullptr ? "its recall was not measured" : "switched off";
    return out;
  }
  out.recall = width->recall;
  if (width->recall < floor) {
    out.why =
        fmt::format("recall@10 {:.3f} is below {:.3f}", width->recall, floor);
    return out;
  }
  if (statistics.allowed < std::max<uint64_t>(statistics.k, 1)) {
    out.why = "no more rows are allowed than are wanted";
    return out;
  }
  out.ef = std::max(width->ef, static_cast<uint32_t>(statistics.k));
  out.graph_ms = graph_ns(header, statistics, out.ef, costs) / k_ns_per_ms;
  const RankPlan exact =
      plan_ranking({statistics.rows, statistics.allowed, statistics.stretches,
                    header.dims, statistics.k},
                   costs);
  out.scan_ms = exact.predicted_ms();
  out.use = mode == HnswMode::on || out.graph_ms < out.scan_ms;
  out.why = mode == HnswMode::on ? "switched on"
            : out.use            ? "faster"
                                 : "an exact search is faster";
  return out;
}

} // namespace query
