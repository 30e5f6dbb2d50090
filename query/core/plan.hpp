// SPDX-License-Identifier: Apache-2.0
//
// How vectors are to be compared, by what it would cost on this machine. Pure.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace query {

// What this machine takes, measured once (search/machine.hpp).
struct MachineCosts {
  double scan_ns_per_byte = 0.1; // int8 rows one behind the other, all threads
  double row_ns = 100;           // to go to a row somewhere in memory
  double row_ns_per_byte = 0.1;  // and to read it in f32, one thread
  double threads = 1;            // that share the rows of an exact search
  double posting_ns = 500;       // one row of an index
  double posting_bytes = 24;     // that it takes on disk
  friend bool operator==(const MachineCosts&, const MachineCosts&) = default;
};

enum class RowsPlan {
  none = 1,   // nothing is compared: identifiers alone, or no vectors
  gather = 2, // the allowed rows in f32, one by one
  scan = 3,   // the allowed rows in int8, and in f32 those that may be among
              // the best: stretches of rows one behind the other
  graph = 4,  // graphs of large segments (query/hnsw), the rest exactly
};
std::string_view name_of(RowsPlan plan);

// All exact counts, except `postings`.
struct RankStatistics {
  uint64_t rows = 0;      // live vectors
  uint64_t allowed = 0;   // those of documents that pass the filters
  uint64_t stretches = 0; // of neighbouring rows, that the allowed ones form
  uint32_t dims = 0;
  uint64_t k = 0; // how many are wanted
};

struct RankPlan {
  RowsPlan rows = RowsPlan::none;
  // Predicted milliseconds of each; 0 where nothing is to be compared.
  double gather_ms = 0;
  double scan_ms = 0;

  double predicted_ms() const;
};

// The plan of the least predicted time, the simpler one if they are equal.
RankPlan plan_ranking(const RankStatistics& statistics,
                      const MachineCosts& costs);

// Milliseconds to read so many bytes of an index.
double predicted_postings_ms(uint64_t bytes, const MachineCosts& costs);
// The same of the postings of words, so many times looked up, and to rank what
// is read.
double predicted_words_ms(uint64_t lookups, uint64_t bytes,
                          const MachineCosts& costs);

} // namespace query
