// SPDX-License-Identifier: Apache-2.0
//
// The best k rows seen. Private to the room.
#pragma once

#include "query/scan/scan.hpp"

#include <limits>

namespace query {

// One thread.
class Top {
public:
  // `before` must outlive this.
  Top(size_t k, const RowBefore& before) : m_k(k), m_before(&before) {}

  void offer(const RowScore& row);
  // Scores the row and offers it: the one place where a score is made of f32,
  // so that all ways to it give the same bits.
  void offer_row(const RowBlock& block, uint32_t number, uint32_t row,
                 std::span<const float> query);
  // A score below this cannot enter.
  float worst() const {
    return m_heap.size() < m_k ? -std::numeric_limits<float>::infinity()
                               : m_heap.front().score;
  }
  // Best first.
  std::vector<RowScore> sorted() &&;

private:
  bool better(const RowScore& a, const RowScore& b) const {
    return a.score != b.score ? a.score > b.score : (*m_before)(a, b);
  }

  size_t m_k;
  const RowBefore* m_before;
  std::vector<RowScore> m_heap; // the worst on top
};

} // namespace query
