// SPDX-License-Identifier: Apache-2.0
#include "query/hnsw/graph_recall.hpp"

#include "core/vectors/float_kernel.hpp"

#include <algorithm>
#include <array>

namespace query {
namespace {

constexpr size_t k_best = 10;
constexpr std::array<uint32_t, 8> k_efs = {20,  40,  80,   160,
                                           320, 640, 1280, 2560};

// How many of the exact best scores are reached. Rows that are equal are one
// point and count once, since of a score any row will do.
size_t reached(const store::Segment& segment, std::span<const float> query,
               const std::vector<uint32_t>& rows,
               const std::vector<float>& exact) {
  if (exact.empty()) {
    return 0;
  }
  std::vector<float> scores;
  for (const uint32_t row : rows) {
    float score = 0;
    vectors::best_kernel().dot_rows(segment.vector(row).data(), 1, query.size(),
                                    query.data(), query.size(), &score);
    scores.push_back(score);
  }
  return static_cast<size_t>(
      std::count_if(scores.begin(), scores.end(),
                    [&](float score) { return score >= exact.back(); }));
}

// Of the best, copies of one row taken as one.
std::vector<float> distinct(std::vector<float> scores) {
  scores.erase(std::unique(scores.begin(), scores.end()), scores.end());
  scores.resize(std::min(scores.size(), k_best));
  return scores;
}

} // namespace

std::vector<GraphRecall> measure_recall(
    const hnswlib::HierarchicalNSW<float>& graph, const store::Segment& segment,
    std::span<const uint32_t> held_out, std::span<const vectors::RowRange> in,
    const ExactScores& exact) {
  std::vector<std::span<const float>> queries;
  for (const uint32_t row : held_out) {
    queries.push_back(segment.vector(row));
  }
  const size_t size = vectors::padded(segment.dims());
  auto best = exact(queries, in, 2 * k_best);
  std::transform(best.begin(), best.end(), best.begin(), distinct);
  std::vector<GraphRecall> out;
  for (const uint32_t ef : k_efs) {
    uint64_t found = 0;
    uint64_t wanted = 0;
    uint64_t distances = 0;
    for (size_t q = 0; q < queries.size(); ++q) {
      const GraphWalked walked =
          walk_graph(graph, size, {queries[q], nullptr, ef});
      wanted += best[q].size();
      found += std::min(best[q].size(),
                        reached(segment, queries[q], walked.rows, best[q]));
      distances += walked.distances;
    }
    if (wanted > 0) {
      out.push_back({ef,
                     static_cast<double>(found) / static_cast<double>(wanted),
                     static_cast<uint32_t>(distances / queries.size())});
    }
  }
  return out;
}

} // namespace query
