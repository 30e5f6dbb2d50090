// SPDX-License-Identifier: Apache-2.0
//
// What one thread keeps of one query while int8 rows pass by. Private to the
// room.
#pragma once

#include "core/vectors/quantize.hpp"
#include "query/scan/bound.hpp"
#include "query/scan/top.hpp"

#include <atomic>

namespace query {

// A query of a certified scan, shared by all threads.
struct ScanQuery {
  ScanQuery(std::span<const float> query, size_t top)
      : values(query), code(vectors::quantize_query(query)),
        bound(code.code, query.size()), coarse(code.coarse, query.size()),
        k(top) {}

  std::span<const float> values;
  vectors::QueryCode code;
  Bound bound;
  Bound coarse; // for dots of code.high
  size_t k;
  // At least k rows are known to score this or more. Only rises.
  std::atomic<double> threshold = -std::numeric_limits<double>::infinity();
};

// Rows of one block whose dots are known.
struct DotBatch {
  uint32_t block = 0;
  std::span<const uint32_t> rows;
  const int64_t* dots = nullptr;
};

// Memory is bounded: k, and k_most rows that wait for their f32 score.
class Collector {
public:
  static constexpr size_t k_most = 4096;

  Collector(ScanQuery& query, std::span<const RowBlock> blocks,
            const RowBefore& before)
      : m_query(query), m_blocks(blocks), m_top(query.k, before) {}

  // Whether a row can be among the best, for each of a batch with coarse dots.
  // Writes the places of those that can; returns how many.
  size_t sift(const DotBatch& batch, uint32_t* places) const;
  // A batch with the dots of all bits.
  void take(const DotBatch& batch);
  // Takes over what another thread kept. That one must not be used again.
  void merge(Collector&& other);
  // Scores in f32 whatever may be among the best.
  std::vector<RowScore> finish();
  uint64_t rescored() const { return m_rescored; }

private:
  struct Waiting {
    double upper;
    uint32_t block;
    uint32_t row;
  };
  double threshold() const {
    return m_query.threshold.load(std::memory_order_relaxed);
  }
  void keep(const Waiting& row, double lower);
  void raise(double threshold);
  void add_lower(double lower);
  void drop_hopeless();
  void make_room();
  void rescore(const Waiting& row);

  ScanQuery& m_query;
  std::span<const RowBlock> m_blocks;
  std::vector<double> m_lowers; // the k best of all rows seen, worst on top
  std::vector<Waiting> m_waiting;
  Top m_top; // of the rows scored in f32
  uint64_t m_rescored = 0;
};

} // namespace query
