// SPDX-License-Identifier: Apache-2.0
#include "query/scan/top.hpp"

#include "core/vectors/float_kernel.hpp"

#include <algorithm>
#include <cmath>

namespace query {

void Top::offer(const RowScore& row) {
  const auto order = [this](const RowScore& a, const RowScore& b) {
    return better(a, b);
  };
  if (m_heap.size() < m_k) {
    m_heap.push_back(row);
    std::push_heap(m_heap.begin(), m_heap.end(), order);
  } else if (m_k > 0 && better(row, m_heap.front())) {
    std::pop_heap(m_heap.begin(), m_heap.end(), order);
    m_heap.back() = row;
    std::push_heap(m_heap.begin(), m_heap.end(), order);
  }
}

void Top::offer_row(const RowBlock& block, uint32_t number, uint32_t row,
                    std::span<const float> query) {
  float score = 0;
  vectors::best_kernel().dot_rows(block.rows + size_t{row} * block.dims, 1,
                                  block.dims, query.data(), block.dims, &score);
  offer({std::isnan(score) ? -std::numeric_limits<float>::infinity() : score,
         number, row});
}

std::vector<RowScore> Top::sorted() && {
  std::sort(
      m_heap.begin(), m_heap.end(),
      [this](const RowScore& a, const RowScore& b) { return better(a, b); });
  return std::move(m_heap);
}

} // namespace query
