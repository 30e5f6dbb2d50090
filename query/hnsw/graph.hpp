// SPDX-License-Identifier: Apache-2.0
//
// Search of a segment's graph: nearly the best rows in far less time than a
// scan of all.
#pragma once

#include "core/vectors/row_range.hpp"
#include "query/hnsw/graph_header.hpp"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace query {

// Whether this program can build and search graphs (hnswlib was there when it
// was built).
bool has_graphs();

struct GraphQuery {
  std::span<const float> values;
  // Rows that may be answers, rising and apart; deleted ones are not in it.
  std::span<const vectors::RowRange> allowed;
  size_t k = 10; // rows wanted
  size_t ef = 0; // points to hold on the way; at least k are
};

struct GraphScore {
  float score = 0; // in f32, the same bits as a scan's
  uint32_t row = 0;
};

struct GraphTop {
  std::vector<GraphScore> rows; // in no order; may be more than k
  uint64_t distances = 0;       // computed on the way
  // Fewer than k rows were found, or it took more distances than there are
  // allowed rows: a scan is to answer.
  bool too_few = false;
};

// Safe from any thread.
class Graph {
public:
  // Errc::corrupt where anything of the file does not fit, or it is of another
  // segment; Errc::unsupported if !has_graphs(). Reads all lists (GraphFile).
  static base::Result<Graph> open(const std::string& path,
                                  const std::string& segment_path);
  Graph(Graph&&) noexcept;
  Graph& operator=(Graph&&) noexcept;
  ~Graph();

  const GraphHeader& header() const;
  // REQUIRES: as many values as the header has dimensions; ranges within the
  // rows. Errc::limit if memory does not suffice.
  base::Result<GraphTop> top(const GraphQuery& query) const;

private:
  struct State;
  explicit Graph(std::unique_ptr<State> state);
  std::unique_ptr<State> m_state;
};

} // namespace query
