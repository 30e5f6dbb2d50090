// SPDX-License-Identifier: Apache-2.0
//
// The vectors of every shard: which may be compared, and the best of them.
// Private to the room.
#pragma once

#include "query/core/plan.hpp"
#include "query/core/row_ranges.hpp"
#include "query/scan/scan.hpp"
#include "query/search/candidates.hpp"
#include "query/search/graph_plan.hpp"
#include "query/search/graph_shelf.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace query {

// How graphs are to be used.
struct GraphUse {
  HnswMode mode = HnswMode::off;
  double floor = k_recall_floor;
  MachineCosts costs;
  GraphShelf& shelf;
  // What is ranked higher in any case, by shard: its rows are compared exactly
  // and merged with what the graphs find.
  const std::vector<Allowed>& boosted;
};

// What came of it, over all segments.
struct GraphsChosen {
  size_t segments = 0;            // that will be searched by their graph
  double predicted_ms = 0;        // for them
  double spared_ms = 0;           // that an exact search would take for them
  std::vector<std::string> notes; // a line for each graph: used or not, and why
};

class DenseArm {
public:
  // The rows that `allowed` leaves; as bm25_top(). Errc::conflict if they have
  // other dimensions.
  static base::Result<DenseArm> open(const ArchiveView& view, size_t dims,
                                     const std::vector<Allowed>& allowed);

  // For the `k` best.
  RankStatistics statistics(size_t k) const;

  // Says which segments top() may search by their graphs; none before. A graph
  // that cannot be opened is a note, and that segment is scanned.
  GraphsChosen choose_graphs(size_t k, const GraphUse& use);

  // Best first; equal scores by document and ordinal, a passage of several
  // shards once. The same whatever the plan, but for RowsPlan::graph.
  std::vector<DenseScore> top(const std::vector<float>& query, size_t k,
                              RowsPlan plan, unsigned threads) const;

private:
  struct Part {
    uint32_t shard;
    const store::SegmentView* view; // of the archive's
    RowRanges allowed;
    std::shared_ptr<const Graph> graph = nullptr; // to be searched
    uint32_t ef = 0;
    RowRanges boosted = {}; // allowed rows to be compared besides
  };
  GraphPlan plan_part(const Part& part, uint64_t k, const GraphUse& use) const;
  std::vector<RowScore> graph_rows(std::span<const float> query, size_t k,
                                   std::vector<RowBlock>& blocks) const;
  PassageRef passage_of(uint32_t block, uint32_t row) const;

  size_t m_dims = 0;
  std::vector<Part> m_parts;
};

} // namespace query
