// SPDX-License-Identifier: Apache-2.0
//
// The kernels of one family of processors; none where it is another family.
// Private to the room.
#pragma once

#include "core/vectors/int8_kernel.hpp"

#include <vector>

namespace vectors {

template <DotPair dot_pair>
void dot_high_in_pairs(const QueryCode& query, const int8_t* const* rows,
                       size_t count, int64_t* out) {
  for (size_t r = 0; r < count; ++r) {
    out[r] = dot_pair(rows[r], query.high.data(), query.high.size());
  }
}

void add_x86_kernels(std::vector<Int8Kernel>& out);
void add_neon_kernels(std::vector<Int8Kernel>& out);

} // namespace vectors
