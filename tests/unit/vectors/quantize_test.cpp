// SPDX-License-Identifier: Apache-2.0
#include "core/vectors/quantize.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace {

using vectors::RowCode;

struct Coded {
  RowCode code;
  std::vector<int8_t> values;
};

Coded coded(const std::vector<float>& row) {
  Coded out;
  out.values.assign(vectors::padded(row.size()), 99);
  out.code = vectors::quantize_row(row, out.values);
  return out;
}

std::vector<float> normal_row(size_t dims, float size, unsigned seed) {
  std::mt19937 rng(seed);
  std::normal_distribution<float> normal(0, size);
  std::vector<float> out(dims);
  for (float& value : out) {
    value = normal(rng);
  }
  return out;
}

// In long double, which rounds less than what is tested.
long double error_of(const std::vector<float>& row, const Coded& c) {
  long double sum = 0;
  for (size_t i = 0; i < row.size(); ++i) {
    const long double off =
        row[i] - static_cast<long double>(c.code.scale) * c.values[i];
    sum += off * off;
  }
  return std::sqrt(sum);
}

} // namespace

TEST(Quantize, the_error_is_never_understated_and_hardly_overstated) {
  for (const float size : {1.0F, 1e-3F, 1e-30F, 1e-38F, 1e-44F, 1e30F}) {
    for (const size_t dims : {1U, 7U, 64U, 384U, 1536U, 65536U}) {
      const auto row = normal_row(dims, size, static_cast<unsigned>(dims));
      const Coded c = coded(row);
      const long double error = error_of(row, c);
      EXPECT_GE(c.code.error, error) << size << " " << dims;
      EXPECT_LE(c.code.error, error * 1.000001L + 1.5e-45L)
          << size << " " << dims;
      EXPECT_TRUE(vectors::certifies(c.code, row, c.values));
    }
  }
}

TEST(Quantize, pads_with_zeros) {
  const Coded c = coded({1, -1, 0.5F});
  EXPECT_EQ(c.values.size(), 64U);
  EXPECT_EQ(c.values[0], 127);
  EXPECT_EQ(c.values[1], -127);
  for (size_t i = 3; i < 64; ++i) {
    EXPECT_EQ(c.values[i], 0);
  }
}

TEST(Quantize, a_row_of_zeros_has_no_error) {
  const Coded c = coded(std::vector<float>(10));
  EXPECT_EQ(c.code.error, 0);
  EXPECT_EQ(c.code.norm, 0);
}

TEST(Quantize, a_row_that_is_not_finite_is_never_left_out) {
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(),
                          std::numeric_limits<float>::infinity(),
                          -std::numeric_limits<float>::infinity()}) {
    std::vector<float> row(10, 1.0F);
    row[4] = bad;
    const Coded c = coded(row);
    EXPECT_TRUE(std::isinf(c.code.error));
    EXPECT_TRUE(std::isinf(c.code.norm));
    EXPECT_TRUE(vectors::certifies(c.code, row, c.values));
    EXPECT_FALSE(vectors::certifies({1, 1, 100}, row, c.values));
  }
}

TEST(Quantize, damage_to_any_part_is_told) {
  const auto row = normal_row(100, 1, 9);
  const Coded good = coded(row);
  const auto holds = [&](const auto& change) {
    Coded c = good;
    change(c);
    return vectors::certifies(c.code, row, c.values);
  };
  EXPECT_TRUE(holds([](Coded&) {}));
  EXPECT_FALSE(holds([](Coded& c) { c.code.error *= 0.999F; }));
  EXPECT_FALSE(holds([](Coded& c) { c.code.norm *= 0.999F; }));
  EXPECT_FALSE(holds([](Coded& c) { c.code.scale *= 1.01F; }));
  EXPECT_FALSE(holds([](Coded& c) { c.code.scale = NAN; }));
  EXPECT_FALSE(holds([](Coded& c) { c.code.error = NAN; }));
  EXPECT_FALSE(holds([](Coded& c) { c.values[3] ^= 0x20; }));
  EXPECT_FALSE(holds([](Coded& c) { c.values[120] = 1; }));
}

TEST(Quantize, a_query_is_its_two_bytes) {
  const auto code = vectors::quantize_query(normal_row(1000, 1, 2));
  int64_t high = 0;
  int64_t low = 0;
  for (size_t i = 0; i < code.values.size(); ++i) {
    EXPECT_EQ(code.values[i], 256 * code.high[i] + code.low[i]);
    EXPECT_LE(std::abs(code.values[i]), 32639);
    high += code.high[i];
    low += code.low[i];
  }
  EXPECT_EQ(code.high_sum, high);
  EXPECT_EQ(code.low_sum, low);
  EXPECT_LT(code.code.error, code.code.norm * 1e-4F);
  EXPECT_LT(code.coarse.error, code.code.norm * 2e-2F);
  EXPECT_EQ(code.coarse.scale, 256 * code.code.scale);
}
