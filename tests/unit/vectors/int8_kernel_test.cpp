// SPDX-License-Identifier: Apache-2.0
#include "core/vectors/int8_kernel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace {

using vectors::QueryCode;

constexpr size_t k_dims[] = {1, 7, 64, 65, 128, 192, 384, 1000, 1536, 65536};

// Sums in 64 bits, one value after the other.
int64_t truth(const std::vector<int16_t>& query, const int8_t* row) {
  int64_t sum = 0;
  for (size_t i = 0; i < query.size(); ++i) {
    sum += int64_t{query[i]} * row[i];
  }
  return sum;
}

std::vector<int8_t> random_codes(size_t size, unsigned seed) {
  std::mt19937 rng(seed);
  std::uniform_int_distribution<int> value(-127, 127);
  std::vector<int8_t> out(size);
  std::generate(out.begin(), out.end(),
                [&] { return static_cast<int8_t>(value(rng)); });
  return out;
}

QueryCode random_query(size_t dims, unsigned seed) {
  std::mt19937 rng(seed);
  std::normal_distribution<float> normal;
  std::vector<float> values(dims);
  std::generate(values.begin(), values.end(), [&] { return normal(rng); });
  return vectors::quantize_query(values);
}

} // namespace

TEST(Int8Kernel, the_scalar_one_is_always_there_and_last) {
  ASSERT_FALSE(vectors::int8_kernels().empty());
  EXPECT_EQ(vectors::int8_kernels().back().name, "scalar");
}

TEST(Int8Kernel, every_one_gives_the_exact_dots_of_a_query) {
  for (const auto& kernel : vectors::int8_kernels()) {
    for (const size_t dims : k_dims) {
      const size_t size = vectors::padded(dims);
      const QueryCode query = random_query(dims, 3);
      const auto codes = random_codes(size * 5, 4);
      const int8_t* rows[5];
      for (size_t r = 0; r < 5; ++r) {
        rows[r] = codes.data() + (4 - r) * size;
      }
      int64_t got[5];
      kernel.dot_query(query, rows, 5, got);
      for (size_t r = 0; r < 5; ++r) {
        EXPECT_EQ(got[r], truth(query.values, rows[r]))
            << kernel.name << " " << dims;
      }
      kernel.dot_high(query, rows, 5, got);
      const std::vector<int16_t> high(query.high.begin(), query.high.end());
      for (size_t r = 0; r < 5; ++r) {
        EXPECT_EQ(got[r], truth(high, rows[r])) << kernel.name << " " << dims;
      }
    }
  }
}

TEST(Int8Kernel, every_one_gives_the_exact_dot_of_two_rows) {
  for (const auto& kernel : vectors::int8_kernels()) {
    for (const size_t dims : k_dims) {
      const size_t size = vectors::padded(dims);
      const auto a = random_codes(size, 5);
      const auto b = random_codes(size, 6);
      EXPECT_EQ(kernel.dot_pair(a.data(), b.data(), size),
                truth(std::vector<int16_t>(a.begin(), a.end()), b.data()))
          << kernel.name << " " << dims;
    }
  }
}

// Nothing overflows in 32 bits where all values are as large as they may be.
TEST(Int8Kernel, every_one_holds_the_largest_sums) {
  const size_t size = vectors::k_most_dims;
  for (const auto& kernel : vectors::int8_kernels()) {
    for (const int sign : {1, -1}) {
      const auto code = static_cast<int8_t>(127 * sign);
      const std::vector<int8_t> row(size, code);
      const std::vector<int8_t> other(size, 127);
      EXPECT_EQ(kernel.dot_pair(row.data(), other.data(), size),
                127 * 127 * 65536 * sign)
          << kernel.name;
      for (const float value : {1.0F, -1.0F}) {
        const QueryCode query =
            vectors::quantize_query(std::vector<float>(size, value));
        const int8_t* rows[] = {row.data()};
        int64_t got = 0;
        kernel.dot_query(query, rows, 1, &got);
        EXPECT_EQ(got, truth(query.values, row.data())) << kernel.name;
        kernel.dot_high(query, rows, 1, &got);
        EXPECT_EQ(got,
                  truth({query.high.begin(), query.high.end()}, row.data()))
            << kernel.name;
      }
    }
  }
}
