// SPDX-License-Identifier: Apache-2.0
#include "core/vectors/int8_machine.hpp"

#if defined(__x86_64__)
#include <immintrin.h>

#include <algorithm>
#endif

namespace vectors {

#if defined(__x86_64__)
namespace {

[[gnu::target("avx2")]] int32_t sum_of(__m256i lanes) {
  const __m128i four = _mm_add_epi32(_mm256_castsi256_si128(lanes),
                                     _mm256_extracti128_si256(lanes, 1));
  const __m128i two = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4e));
  const __m128i one = _mm_add_epi32(two, _mm_shuffle_epi32(two, 0xb1));
  return _mm_cvtsi128_si32(one);
}

// For sums that 32 bits may not hold.
[[gnu::target("avx2")]] int64_t wide_sum_of(__m256i lanes) {
  alignas(32) int32_t values[8];
  _mm256_store_si256(reinterpret_cast<__m256i*>(values), lanes);
  int64_t sum = 0;
  for (const int32_t value : values) {
    sum += value;
  }
  return sum;
}

// Two products are at most 2 · 32639 · 127 < 2^23: 256 of them fit a lane.
[[gnu::target("avx2")]] int64_t dot_query_avx2(const int16_t* query,
                                               const int8_t* row, size_t size) {
  constexpr size_t k_block = 256 * 16;
  int64_t sum = 0;
  for (size_t from = 0; from < size; from += k_block) {
    const size_t to = std::min(size, from + k_block);
    __m256i lanes[4] = {};
    for (size_t i = from; i < to; i += 64) {
      for (size_t j = 0; j < 4; ++j) {
        const __m128i bytes =
            _mm_loadu_si128(reinterpret_cast<const __m128i*>(row + i + j * 16));
        const __m256i words = _mm256_loadu_si256(
            reinterpret_cast<const __m256i*>(query + i + j * 16));
        lanes[j] = _mm256_add_epi32(
            lanes[j], _mm256_madd_epi16(_mm256_cvtepi8_epi16(bytes), words));
      }
    }
    for (const __m256i& lane : lanes) {
      sum += wide_sum_of(lane);
    }
  }
  return sum;
}

void dot_rows_avx2(const QueryCode& query, const int8_t* const* rows,
                   size_t count, int64_t* out) {
  const size_t size = query.values.size();
  for (size_t r = 0; r < count; ++r) {
    out[r] = dot_query_avx2(query.values.data(), rows[r], size);
  }
}

// |a| · (b with the sign of a): both within 127, so a pair of products stays
// within 16 bits.
[[gnu::target("avx2")]] int32_t dot_pair_avx2(const int8_t* a, const int8_t* b,
                                              size_t size) {
  const __m256i ones = _mm256_set1_epi16(1);
  __m256i lanes = _mm256_setzero_si256();
  for (size_t i = 0; i < size; i += 32) {
    const __m256i x =
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(a + i));
    const __m256i y =
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(b + i));
    const __m256i pairs =
        _mm256_maddubs_epi16(_mm256_abs_epi8(x), _mm256_sign_epi8(y, x));
    lanes = _mm256_add_epi32(lanes, _mm256_madd_epi16(pairs, ones));
  }
  return sum_of(lanes);
}

#define KEYBED_VNNI "avx2,avx512f,avx512bw,avx512vnni"

[[gnu::target(KEYBED_VNNI)]] int32_t sum_of(__m512i lanes) {
  return sum_of(
      _mm256_add_epi32(_mm512_maskz_extracti64x4_epi64(0xff, lanes, 0),
                       _mm512_maskz_extracti64x4_epi64(0xff, lanes, 1)));
}

struct VnniSums {
  __m512i high;
  __m512i low;
};

// vpdpbusd multiplies unsigned by signed bytes. The row's are made unsigned by
// adding 128 (its top bit turned); the query's sums take that away again. All
// lanes together hold at most 65536 · 255 · 128 < 2^31.
[[gnu::target(KEYBED_VNNI), gnu::always_inline]] inline void
add_64(VnniSums& sums, const int8_t* row, const int8_t* high,
       const int8_t* low) {
  const __m512i bytes =
      _mm512_xor_si512(_mm512_loadu_si512(row), _mm512_set1_epi8(-128));
  sums.high = _mm512_dpbusd_epi32(sums.high, bytes, _mm512_loadu_si512(high));
  sums.low = _mm512_dpbusd_epi32(sums.low, bytes, _mm512_loadu_si512(low));
}

// Two chains of sums, row after row: as measured, several rows at a time are
// slower, and prefetching gains nothing, for rows that lie apart neither.
[[gnu::target(KEYBED_VNNI)]] void dot_rows_vnni(const QueryCode& query,
                                                const int8_t* const* rows,
                                                size_t count, int64_t* out) {
  const size_t size = query.values.size();
  const int8_t* high = query.high.data();
  const int8_t* low = query.low.data();
  const int64_t offset = 128 * (256 * query.high_sum + query.low_sum);
  const __m512i zero = _mm512_setzero_si512();
  for (size_t r = 0; r < count; ++r) {
    VnniSums even = {zero, zero};
    VnniSums odd = {zero, zero};
    size_t i = 0;
    for (; i + 128 <= size; i += 128) {
      add_64(even, rows[r] + i, high + i, low + i);
      add_64(odd, rows[r] + i + 64, high + i + 64, low + i + 64);
    }
    if (i < size) {
      add_64(even, rows[r] + i, high + i, low + i);
    }
    out[r] = 256 * int64_t{sum_of(_mm512_add_epi32(even.high, odd.high))} +
             sum_of(_mm512_add_epi32(even.low, odd.low)) - offset;
  }
}

[[gnu::target(KEYBED_VNNI)]] void dot_high_vnni(const QueryCode& query,
                                                const int8_t* const* rows,
                                                size_t count, int64_t* out) {
  const size_t size = query.high.size();
  const int8_t* high = query.high.data();
  const __m512i top = _mm512_set1_epi8(-128);
  for (size_t r = 0; r < count; ++r) {
    __m512i even = _mm512_setzero_si512();
    __m512i odd = even;
    size_t i = 0;
    for (; i + 128 <= size; i += 128) {
      even = _mm512_dpbusd_epi32(
          even, _mm512_xor_si512(_mm512_loadu_si512(rows[r] + i), top),
          _mm512_loadu_si512(high + i));
      odd = _mm512_dpbusd_epi32(
          odd, _mm512_xor_si512(_mm512_loadu_si512(rows[r] + i + 64), top),
          _mm512_loadu_si512(high + i + 64));
    }
    if (i < size) {
      even = _mm512_dpbusd_epi32(
          even, _mm512_xor_si512(_mm512_loadu_si512(rows[r] + i), top),
          _mm512_loadu_si512(high + i));
    }
    out[r] = sum_of(_mm512_add_epi32(even, odd)) - 128 * query.high_sum;
  }
}

[[gnu::target(KEYBED_VNNI)]] int32_t
dot_pair_vnni(const int8_t* a, const int8_t* b, size_t size) {
  const __m512i zero = _mm512_setzero_si512();
  __m512i lanes = zero;
  for (size_t i = 0; i < size; i += 64) {
    const __m512i x = _mm512_loadu_si512(a + i);
    const __m512i y = _mm512_loadu_si512(b + i);
    const __m512i turned =
        _mm512_mask_sub_epi8(y, _mm512_movepi8_mask(x), zero, y);
    lanes = _mm512_dpbusd_epi32(lanes, _mm512_abs_epi8(x), turned);
  }
  return sum_of(lanes);
}

} // namespace

void add_x86_kernels(std::vector<Int8Kernel>& out) {
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vnni")) {
    out.push_back({"avx512-vnni", dot_rows_vnni, dot_high_vnni, dot_pair_vnni});
  }
  if (__builtin_cpu_supports("avx2")) {
    out.push_back({"avx2", dot_rows_avx2, dot_high_in_pairs<dot_pair_avx2>,
                   dot_pair_avx2});
  }
}

#else
void add_x86_kernels(std::vector<Int8Kernel>&) {}
#endif

} // namespace vectors
