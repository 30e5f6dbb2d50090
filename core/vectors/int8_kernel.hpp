// SPDX-License-Identifier: Apache-2.0
//
// Dot products of int8 rows in integers: exact, hence the same bits from every
// kernel. Rows are `padded` long and need no alignment (64 bytes is best).
#pragma once

#include "core/vectors/quantize.hpp"

#include <span>
#include <string_view>

namespace vectors {

// Longer rows would not fit the sums of 32 bits inside the kernels.
inline constexpr size_t k_most_dims = 65536;

// Dots of a query with rows[0..count) into out[0..count).
using DotQuery = void (*)(const QueryCode& query, const int8_t* const* rows,
                          size_t count, int64_t* out);
// The dot of two coded rows; `size` = padded(dims). No value may be −128.
using DotPair = int32_t (*)(const int8_t* a, const int8_t* b, size_t size);

// dot_high takes `query.high` alone: half the work, a coarser answer.
// Thread-safe. REQUIRES: 0 < dims ≤ k_most_dims.
struct Int8Kernel {
  std::string_view name; // "avx512-vnni", "avx2", "neon", "scalar"
  DotQuery dot_query;
  DotQuery dot_high;
  DotPair dot_pair;
};

// Those that this processor runs, best first; the last is the scalar one.
std::span<const Int8Kernel> int8_kernels();
inline const Int8Kernel& best_int8_kernel() {
  return int8_kernels().front();
}

// With the best kernel.
inline int32_t dot_i8(const int8_t* a, const int8_t* b, size_t size) {
  return best_int8_kernel().dot_pair(a, b, size);
}

} // namespace vectors
