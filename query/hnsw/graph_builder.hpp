// SPDX-License-Identifier: Apache-2.0
//
// Builds the graph of a segment and measures how much of the exact answer it
// finds.
#pragma once

#include "core/vectors/row_range.hpp"
#include "query/hnsw/graph_header.hpp"
#include "store/segment_file.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace query {

// The defaults are those of docs/results/hnsw.md.
struct GraphOptions {
  uint32_t links = 16;            // M: 2 … GraphHeader::k_most_links
  uint32_t ef_construction = 200; // at least `links` count
  uint32_t queries = 200;         // held-out rows for recall, at most
  unsigned threads = 1;
};

struct GraphJob {
  const store::Segment& segment;
  std::vector<vectors::RowRange> live; // rows that are not deleted
  std::string path;                    // of the file; replaced when it is whole
  GraphOptions options;
};

// The `k` best scores of each query among rows of `in`, best first: the exact
// scan, which stands in a room of its own.
using ExactScores = std::function<std::vector<std::vector<float>>(
    std::span<const std::span<const float>> queries,
    std::span<const vectors::RowRange> in, size_t k)>;

// Called by one thread now and then; false ends the work (Errc::cancelled).
using GraphProgress = std::function<bool(uint64_t points, uint64_t of)>;

// Recall is measured with rows that are not in the graph yet, and that equal
// none in it; they enter afterwards. With one thread the same rows make the
// same file. Memory: about 8·links + 120 bytes a row, and the segment mapped.
// Errc::invalid: options that cannot be; Errc::limit: memory.
base::Result<GraphHeader> build_graph(const GraphJob& job,
                                      const ExactScores& exact,
                                      const GraphProgress& progress);

} // namespace query
