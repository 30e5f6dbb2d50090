// SPDX-License-Identifier: Apache-2.0
#include "query/scan/collector.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace query {

void Collector::raise(double threshold) {
  double held = m_query.threshold.load(std::memory_order_relaxed);
  while (threshold > held && !m_query.threshold.compare_exchange_weak(
                                 held, threshold, std::memory_order_relaxed)) {
  }
}

void Collector::add_lower(double lower) {
  if (m_lowers.size() == m_query.k) {
    if (lower <= m_lowers.front()) {
      return;
    }
    std::pop_heap(m_lowers.begin(), m_lowers.end(), std::greater<>());
    m_lowers.pop_back();
  }
  m_lowers.push_back(lower);
  std::push_heap(m_lowers.begin(), m_lowers.end(), std::greater<>());
  if (m_lowers.size() == m_query.k) {
    raise(m_lowers.front());
  }
}

size_t Collector::sift(const DotBatch& batch, uint32_t* places) const {
  const vectors::CodedRows codes = m_blocks[batch.block].codes;
  const Bound bound = m_query.coarse;
  const double least = threshold();
  size_t count = 0;
  for (size_t i = 0; i < batch.rows.size(); ++i) {
    const uint32_t row = batch.rows[i];
    const ScoreBound score = bound.of(batch.dots[i], codes.scales[row],
                                      codes.errors[row], codes.norms[row]);
    places[count] = static_cast<uint32_t>(i);
    count += !(score.upper < least); // kept also if not a number
  }
  return count;
}

void Collector::take(const DotBatch& batch) {
  const vectors::CodedRows codes = m_blocks[batch.block].codes;
  const Bound bound = m_query.bound;
  double least = threshold();
  for (size_t i = 0; i < batch.rows.size(); ++i) {
    const uint32_t row = batch.rows[i];
    const ScoreBound score = bound.of(batch.dots[i], codes.scales[row],
                                      codes.errors[row], codes.norms[row]);
    // Kept also if not a number.
    if (!(score.upper < least)) {
      keep({score.upper, batch.block, row}, score.lower);
      least = threshold();
    }
  }
}

void Collector::keep(const Waiting& row, double lower) {
  m_waiting.push_back(row);
  if (lower > -std::numeric_limits<double>::infinity()) {
    add_lower(lower);
  }
  if (m_waiting.size() >= k_most) {
    make_room();
  }
}

void Collector::drop_hopeless() {
  std::erase_if(m_waiting, [least = threshold()](const Waiting& row) {
    return row.upper < least;
  });
}

// Where bounds do not tell rows apart, f32 has to, as we go.
void Collector::make_room() {
  drop_hopeless();
  if (m_waiting.size() >= k_most / 2) {
    for (const Waiting& row : m_waiting) {
      rescore(row);
    }
    m_waiting.clear();
  }
}

void Collector::rescore(const Waiting& row) {
  if (row.upper < threshold()) {
    return;
  }
  ++m_rescored;
  m_top.offer_row(m_blocks[row.block], row.block, row.row, m_query.values);
  raise(m_top.worst());
}

void Collector::merge(Collector&& other) {
  for (const double lower : other.m_lowers) {
    add_lower(lower);
  }
  m_waiting.insert(m_waiting.end(), other.m_waiting.begin(),
                   other.m_waiting.end());
  for (const RowScore& row : std::move(other.m_top).sorted()) {
    m_top.offer(row);
  }
  raise(m_top.worst());
  m_rescored += other.m_rescored;
}

// The most promising first: their scores raise the threshold for the rest.
std::vector<RowScore> Collector::finish() {
  drop_hopeless();
  std::sort(m_waiting.begin(), m_waiting.end(),
            [](const Waiting& a, const Waiting& b) {
              return std::isnan(a.upper) != std::isnan(b.upper)
                         ? std::isnan(a.upper)
                         : a.upper > b.upper;
            });
  for (const Waiting& row : m_waiting) {
    rescore(row);
  }
  return std::move(m_top).sorted();
}

} // namespace query
