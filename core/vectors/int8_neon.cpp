// SPDX-License-Identifier: Apache-2.0
#include "core/vectors/int8_machine.hpp"

#if defined(__aarch64__)
#include <arm_neon.h>

#include <algorithm>
#endif

namespace vectors {

#if defined(__aarch64__)
namespace {

// A lane of each sum takes two products of at most 32639 · 127 for every 16
// values: 2 · 64 of them stay below 2^30.
int64_t dot_query_neon(const int16_t* query, const int8_t* row, size_t size) {
  constexpr size_t k_block = 64 * 16;
  int64x2_t sum = vdupq_n_s64(0);
  for (size_t from = 0; from < size; from += k_block) {
    const size_t to = std::min(size, from + k_block);
    int32x4_t a = vdupq_n_s32(0);
    int32x4_t b = vdupq_n_s32(0);
    for (size_t i = from; i < to; i += 16) {
      const int8x16_t bytes = vld1q_s8(row + i);
      const int16x8_t low = vmovl_s8(vget_low_s8(bytes));
      const int16x8_t high = vmovl_high_s8(bytes);
      const int16x8_t first = vld1q_s16(query + i);
      const int16x8_t second = vld1q_s16(query + i + 8);
      a = vmlal_s16(a, vget_low_s16(low), vget_low_s16(first));
      b = vmlal_high_s16(b, low, first);
      a = vmlal_s16(a, vget_low_s16(high), vget_low_s16(second));
      b = vmlal_high_s16(b, high, second);
    }
    sum = vpadalq_s32(vpadalq_s32(sum, a), b);
  }
  return vaddvq_s64(sum);
}

void dot_rows_neon(const QueryCode& query, const int8_t* const* rows,
                   size_t count, int64_t* out) {
  for (size_t r = 0; r < count; ++r) {
    out[r] = dot_query_neon(query.values.data(), rows[r], query.values.size());
  }
}

// Two products of at most 127 · 127 fit 16 bits.
int32_t dot_pair_neon(const int8_t* a, const int8_t* b, size_t size) {
  int32x4_t sum = vdupq_n_s32(0);
  for (size_t i = 0; i < size; i += 16) {
    const int8x16_t x = vld1q_s8(a + i);
    const int8x16_t y = vld1q_s8(b + i);
    int16x8_t pairs = vmull_s8(vget_low_s8(x), vget_low_s8(y));
    pairs = vmlal_high_s8(pairs, x, y);
    sum = vpadalq_s16(sum, pairs);
  }
  return vaddvq_s32(sum);
}

} // namespace

void add_neon_kernels(std::vector<Int8Kernel>& out) {
  out.push_back(
      {"neon", dot_rows_neon, dot_high_in_pairs<dot_pair_neon>, dot_pair_neon});
}

#else
void add_neon_kernels(std::vector<Int8Kernel>&) {}
#endif

} // namespace vectors
