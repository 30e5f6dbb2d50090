// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"
#include "store/generation.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace store {

struct Problem {
  std::string where; // "keys: api 4902506325", "segments: 000003.seg"
  std::string what;
};

struct Verification {
  static constexpr size_t k_max_problems = 200;
  std::vector<Problem> problems; // the first of them
  uint64_t total = 0;
  uint64_t rows = 0; // that were looked at
};

// Whether everything in the shard fits together: manifest, documents and their
// paths, passages, facts, postings and what lists them, every suffix of every
// identifier, counters, checksums of segments, and their rows against `vectors`
// and `embedding_cache`. Reads every row and needs all_families(). An error is
// something that cannot be read at all. Memory grows with the number of
// documents and the largest document.
base::Result<Verification> verify(const Generation& shard);

} // namespace store
