// SPDX-License-Identifier: Apache-2.0
//
// The first bytes of a graph file: what it belongs to, how it was built, how
// much of the exact answer it finds. docs/format/graphs.md. Pure.
#pragma once

#include "core/base/hash.hpp"
#include "core/base/result.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace query {

// What was measured with one width of the search.
struct GraphRecall {
  uint32_t ef = 0;        // candidates held
  double recall = 0;      // share of the exact ten best that it found, 0 … 1
  uint32_t distances = 0; // computed for one query, mean
  friend bool operator==(const GraphRecall&, const GraphRecall&) = default;
};

struct GraphHeader {
  static constexpr size_t k_bytes = 256;
  static constexpr size_t k_most_recalls = 10;
  static constexpr uint32_t k_most_links = 128; // M
  static constexpr uint32_t k_most_levels = 32;

  uint32_t dims = 0;
  uint32_t links = 0;           // hnswlib's M: of a point; twice as many below
  uint32_t ef_construction = 0; // candidates held while it was built
  uint32_t entry = 0;           // the point at which a search starts
  uint32_t levels = 0;          // of that point, above the lowest
  uint32_t queries = 0;         // held-out rows that recall was measured with
  uint64_t rows = 0;            // of the segment
  uint64_t points = 0;          // distinct rows that were not deleted
  uint64_t upper_points = 0;    // those with lists above the lowest level
  uint64_t upper_lists = 0;     // and these lists
  uint64_t copies = 0;          // rows equal to the row of some point
  base::Hash128 segment;        // checksum of the segment
  std::vector<GraphRecall> recalls; // by ef, rising

  std::string bytes() const; // k_bytes of them
  // Errc::corrupt says what is wrong: not such a file, another version, a
  // damaged header, numbers that cannot be.
  static base::Result<GraphHeader> parse(std::string_view bytes);
  friend bool operator==(const GraphHeader&, const GraphHeader&) = default;
};

} // namespace query
