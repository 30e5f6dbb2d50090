// SPDX-License-Identifier: Apache-2.0
//
// The exact top rows by way of int8: the same rows and scores as scan_top.
#pragma once

#include "core/vectors/int8_kernel.hpp"
#include "query/scan/scan.hpp"

namespace query {

struct CertifiedTop {
  std::vector<RowScore> best; // best first
  uint64_t rescored = 0;      // rows that were read in f32
};

struct ScanOptions {
  size_t k = 10;
  unsigned threads = 1; // at most; little work takes fewer
  const vectors::Int8Kernel* kernel = &vectors::best_int8_kernel();
};

// One pass over the allowed rows for all queries: each row's int8 form is read
// from memory once, f32 only of rows whose upper bound reaches the k-th best
// lower bound. Equal to scan_top(query) for each query, bit for bit; `rescored`
// may differ from run to run when threads race. Takes time in proportion to the
// allowed rows, and memory to queries × threads × (k + 4096).
// REQUIRES: as scan_top; `codes` of every block that has rows;
// dims ≤ vectors::k_most_dims.
std::vector<CertifiedTop>
certified_top(std::span<const RowBlock> blocks,
              std::span<const std::span<const float>> queries,
              const RowBefore& before, const ScanOptions& options);

} // namespace query
