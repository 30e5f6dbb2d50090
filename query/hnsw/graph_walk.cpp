// SPDX-License-Identifier: Apache-2.0
#include "query/hnsw/graph_walk.hpp"

#include "core/base/assert.hpp"
#include "query/hnsw/hnswlib_options.hpp"

#include <hnswlib/hnswlib.h>

#include <queue>
#include <utility>

namespace query {
namespace {

class Allowed : public hnswlib::BaseFilterFunctor {
public:
  explicit Allowed(const RowBits& rows) : m_rows(rows) {}
  bool operator()(hnswlib::labeltype row) override {
    return m_rows.contains(row);
  }

private:
  const RowBits& m_rows;
};

// Holds the nearest `ef` points that may be answers, as hnswlib does by itself,
// and gives up after so many distances. The rows are taken from here and not
// from what hnswlib returns, which for such a search are its own numbers.
class Nearest : public hnswlib::BaseSearchStopCondition<float> {
public:
  Nearest(const GraphWalk& walk, const uint64_t& distances)
      : m_walk(walk), m_distances(distances) {}

  void add_point_to_result(hnswlib::labeltype row, const void*,
                           float distance) override {
    m_held.emplace(distance, static_cast<uint32_t>(row));
  }
  void remove_point_from_result(hnswlib::labeltype, const void*,
                                float) override {
    m_held.pop(); // the farthest, as there
  }
  bool should_stop_search(float distance, float farthest) override {
    m_gave_up = m_distances > m_walk.most_distances;
    return m_gave_up || (m_held.size() >= m_walk.ef && distance > farthest);
  }
  bool should_consider_candidate(float distance, float farthest) override {
    return m_held.size() < m_walk.ef || distance < farthest;
  }
  bool should_remove_extra() override { return m_held.size() > m_walk.ef; }
  void
  filter_results(std::vector<std::pair<float, hnswlib::labeltype>>&) override {}

  GraphWalked take() {
    GraphWalked out{{}, m_distances, m_gave_up};
    for (; !m_held.empty(); m_held.pop()) {
      out.rows.push_back(m_held.top().second);
    }
    return out;
  }

private:
  const GraphWalk& m_walk;
  const uint64_t& m_distances;
  std::priority_queue<std::pair<float, uint32_t>> m_held; // farthest on top
  bool m_gave_up = false;
};

} // namespace

GraphWalked walk_graph(const hnswlib::HierarchicalNSW<float>& graph,
                       size_t code_size, const GraphWalk& walk) {
  ASSERT(walk.ef > 0);
  std::vector<int8_t> codes(code_size);
  uint64_t distances = 0;
  QueryPoint query;
  query.point.scale = vectors::quantize_row(walk.query, codes).scale;
  query.codes = codes.data();
  query.distances = &distances;
  Nearest nearest(walk, distances);
  if (walk.allowed == nullptr) {
    graph.searchStopConditionClosest(&query, nearest);
  } else {
    Allowed allowed(*walk.allowed);
    graph.searchStopConditionClosest(&query, nearest, &allowed);
  }
  return nearest.take();
}

} // namespace query
