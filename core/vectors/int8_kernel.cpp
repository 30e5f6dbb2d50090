// SPDX-License-Identifier: Apache-2.0
#include "core/vectors/int8_kernel.hpp"

#include "core/vectors/int8_machine.hpp"

namespace vectors {
namespace {

// 32639 · 127 · 64 < 2^31, so a block's sum fits 32 bits.
int64_t dot_query_row(const int16_t* query, const int8_t* row, size_t size) {
  int64_t sum = 0;
  for (size_t i = 0; i < size; i += k_code_pad) {
    int32_t block = 0;
    for (size_t j = 0; j < k_code_pad; ++j) {
      block += int32_t{query[i + j]} * row[i + j];
    }
    sum += block;
  }
  return sum;
}

void dot_query_scalar(const QueryCode& query, const int8_t* const* rows,
                      size_t count, int64_t* out) {
  for (size_t r = 0; r < count; ++r) {
    out[r] = dot_query_row(query.values.data(), rows[r], query.values.size());
  }
}

// In blocks of fixed length, which compilers make vectors of.
int32_t dot_pair_scalar(const int8_t* a, const int8_t* b, size_t size) {
  int32_t sum = 0;
  for (size_t i = 0; i < size; i += k_code_pad) {
    int32_t block = 0;
    for (size_t j = 0; j < k_code_pad; ++j) {
      block += int16_t{a[i + j]} * int16_t{b[i + j]};
    }
    sum += block;
  }
  return sum;
}

std::vector<Int8Kernel> all_kernels() {
  std::vector<Int8Kernel> out;
  add_x86_kernels(out);
  add_neon_kernels(out);
  out.push_back({"scalar", dot_query_scalar, dot_high_in_pairs<dot_pair_scalar>,
                 dot_pair_scalar});
  return out;
}

} // namespace

std::span<const Int8Kernel> int8_kernels() {
  static const std::vector<Int8Kernel> kernels = all_kernels();
  return kernels;
}

} // namespace vectors
