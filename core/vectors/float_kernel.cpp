// SPDX-License-Identifier: Apache-2.0
#include "core/vectors/float_kernel.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace vectors {
namespace {

// Eight running sums let the compiler vectorise without reordering one sum.
void dot_plain(const float* rows, size_t count, size_t stride,
               const float* query, size_t dims, float* out) {
  for (size_t r = 0; r < count; ++r) {
    const float* row = rows + r * stride;
    float sums[8] = {};
    size_t i = 0;
    for (; i + 8 <= dims; i += 8) {
      for (size_t j = 0; j < 8; ++j) {
        sums[j] += row[i + j] * query[i + j];
      }
    }
    float sum = 0;
    for (; i < dims; ++i) {
      sum += row[i] * query[i];
    }
    for (const float s : sums) {
      sum += s;
    }
    out[r] = sum;
  }
}

#if defined(__x86_64__)

__attribute__((target("avx2,fma"))) float sum_of(__m256 v) {
  const __m128 low =
      _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
  const __m128 pairs = _mm_add_ps(low, _mm_movehl_ps(low, low));
  return _mm_cvtss_f32(_mm_add_ss(pairs, _mm_shuffle_ps(pairs, pairs, 1)));
}

__attribute__((target("avx2,fma"))) void dot_avx2(const float* rows,
                                                  size_t count, size_t stride,
                                                  const float* query,
                                                  size_t dims, float* out) {
  for (size_t r = 0; r < count; ++r) {
    const float* row = rows + r * stride;
    __m256 a = _mm256_setzero_ps();
    __m256 b = a;
    __m256 c = a;
    __m256 d = a;
    size_t i = 0;
    for (; i + 32 <= dims; i += 32) {
      a = _mm256_fmadd_ps(_mm256_loadu_ps(row + i), _mm256_loadu_ps(query + i),
                          a);
      b = _mm256_fmadd_ps(_mm256_loadu_ps(row + i + 8),
                          _mm256_loadu_ps(query + i + 8), b);
      c = _mm256_fmadd_ps(_mm256_loadu_ps(row + i + 16),
                          _mm256_loadu_ps(query + i + 16), c);
      d = _mm256_fmadd_ps(_mm256_loadu_ps(row + i + 24),
                          _mm256_loadu_ps(query + i + 24), d);
    }
    float sum = sum_of(_mm256_add_ps(_mm256_add_ps(a, b), _mm256_add_ps(c, d)));
    for (; i < dims; ++i) {
      sum += row[i] * query[i];
    }
    out[r] = sum;
  }
}

__attribute__((target("avx512f,avx2,fma"))) void
dot_avx512(const float* rows, size_t count, size_t stride, const float* query,
           size_t dims, float* out) {
  for (size_t r = 0; r < count; ++r) {
    const float* row = rows + r * stride;
    __m512 a = _mm512_setzero_ps();
    __m512 b = a;
    size_t i = 0;
    for (; i + 32 <= dims; i += 32) {
      a = _mm512_fmadd_ps(_mm512_loadu_ps(row + i), _mm512_loadu_ps(query + i),
                          a);
      b = _mm512_fmadd_ps(_mm512_loadu_ps(row + i + 16),
                          _mm512_loadu_ps(query + i + 16), b);
    }
    for (; i < dims; i += 16) {
      const size_t left = dims - i;
      const auto mask =
          static_cast<__mmask16>(left >= 16 ? 0xffff : (1U << left) - 1);
      a = _mm512_fmadd_ps(_mm512_maskz_loadu_ps(mask, row + i),
                          _mm512_maskz_loadu_ps(mask, query + i), a);
    }
    alignas(64) float lanes[16];
    _mm512_store_ps(lanes, _mm512_add_ps(a, b));
    out[r] =
        sum_of(_mm256_add_ps(_mm256_load_ps(lanes), _mm256_load_ps(lanes + 8)));
  }
}

#endif

FloatKernel choose() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) {
    return {"avx512", dot_avx512};
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    return {"avx2", dot_avx2};
  }
#endif
  return {"plain", dot_plain};
}

} // namespace

const FloatKernel& best_kernel() {
  static const FloatKernel kernel = choose();
  return kernel;
}

const FloatKernel& plain_kernel() {
  static const FloatKernel kernel = {"plain", dot_plain};
  return kernel;
}

} // namespace vectors
