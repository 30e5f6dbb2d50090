// SPDX-License-Identifier: Apache-2.0
//
// Randomised singular value decomposition of a sparse matrix (Halko,
// Martinsson & Tropp, "Finding structure with randomness", SIAM Review 2011,
// algorithms 4.4 and 5.1). One thread; the same bytes each time.
#pragma once

#include "core/base/result.hpp"
#include "core/embed/latent_counts.hpp"

#include <cstdint>
#include <vector>

namespace embed {

struct RightVectors {
  std::vector<float> singular; // values, descending, those that count
  std::vector<float> vectors;  // width × singular.size(), by rows
};

// The first right singular vectors of `matrix`: at most `most`, fewer if its
// rank is lower. Memory beside the matrix: (rows + 2 × width) × (most + 41)
// floats. Errc::cancelled if a stop was asked for.
base::Result<RightVectors> right_vectors(const SparseRows& matrix,
                                         uint32_t most);

} // namespace embed
