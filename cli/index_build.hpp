// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"
#include "query/core/archive_view.hpp"
#include "query/hnsw/graph_builder.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cli {

// Smaller segments are scanned: that takes a millisecond.
inline constexpr uint64_t k_least_graph_rows = 50000;

struct IndexOptions {
  query::GraphOptions graph;
  uint64_t least_rows = k_least_graph_rows;
  bool again = false; // also where a graph is already
  bool check = false; // read those that are there whole: a damaged one is none
};

// A published segment and its graph.
struct SegmentGraph {
  size_t shard = 0;
  std::string segment; // "shard-000/000005.seg"
  uint64_t rows = 0;
  uint64_t live = 0;
  uint64_t graph_bytes = 0; // 0: it has none
  std::optional<query::GraphHeader> graph;
  std::string problem; // why it cannot be used; "" if it can
};

// Says how far the graph of `segment` is; false stops.
using IndexProgress = std::function<bool(const std::string& segment,
                                         uint64_t points, uint64_t of)>;

// `thorough` reads every byte of the graphs.
base::Result<std::vector<SegmentGraph>>
segment_graphs(const query::ArchiveView& view, bool thorough);

// What the archive's configuration says; nothing if the switch is off.
std::optional<IndexOptions> index_options(const store::Archive& archive);

// Builds what is missing, one segment after the other, each in use when it is
// whole; a later call goes on with the next. REQUIRES: the archive's lock.
// How many were built.
base::Result<uint64_t> build_graphs(const query::ArchiveView& view,
                                    const IndexOptions& options,
                                    const IndexProgress& progress);

} // namespace cli
