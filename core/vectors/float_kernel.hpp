// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace vectors {

// Dot products of `query` with `count` rows of `dims` floats, `stride` floats
// apart, into out[0..count). Chosen once for this processor: AVX-512, AVX2 with
// FMA, or what the compiler makes of plain C++ (SSE2, NEON). A row's result
// depends on that row, the query and the kernel alone, never on its neighbours.
// Thread-safe. REQUIRES: dims > 0; rows need no alignment, 64 bytes is best.
using DotRows = void (*)(const float* rows, size_t count, size_t stride,
                         const float* query, size_t dims, float* out);

struct FloatKernel {
  std::string_view name; // "avx512", "avx2", "plain"
  DotRows dot_rows;
};

const FloatKernel& best_kernel();
// The portable one, which the others are tested against.
const FloatKernel& plain_kernel();

} // namespace vectors
