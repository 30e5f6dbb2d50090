// SPDX-License-Identifier: Apache-2.0
#include "core/embed/latent_row.hpp"

#include "core/embed/latent_basis.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace embed {
namespace {

void add_plain(const int8_t* row, float weight, float* sum) {
  for (uint32_t i = 0; i < k_latent_dimensions; ++i) {
    sum[i] += weight * static_cast<float>(row[i]);
  }
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) void add_avx2(const int8_t* row, float weight,
                                              float* sum) {
  static_assert(k_latent_dimensions % 8 == 0);
  const __m256 weights = _mm256_set1_ps(weight);
  for (uint32_t i = 0; i < k_latent_dimensions; i += 8) {
    const __m128i bytes =
        _mm_loadl_epi64(reinterpret_cast<const __m128i*>(row + i));
    const __m256 numbers = _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(bytes));
    _mm256_storeu_ps(sum + i, _mm256_add_ps(_mm256_loadu_ps(sum + i),
                                            _mm256_mul_ps(weights, numbers)));
  }
}
#endif

using AddRow = void (*)(const int8_t*, float, float*);

AddRow chosen() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) {
    return add_avx2;
  }
#endif
  return add_plain;
}

} // namespace

void add_row(const int8_t* row, float weight, float* sum) {
  static const AddRow k_add = chosen();
  k_add(row, weight, sum);
}

} // namespace embed
