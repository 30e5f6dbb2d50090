// SPDX-License-Identifier: Apache-2.0
#include "core/vectors/float_kernel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

TEST(FloatKernel, agrees_with_the_portable_one_for_every_length) {
  std::mt19937 rng(1);
  std::normal_distribution<float> normal;
  for (const size_t dims : {1U, 7U, 15U, 16U, 31U, 33U, 384U, 1000U}) {
    std::vector<float> rows(5 * dims);
    std::vector<float> query(dims);
    std::generate(rows.begin(), rows.end(), [&] { return normal(rng); });
    std::generate(query.begin(), query.end(), [&] { return normal(rng); });
    float fast[5];
    float plain[5];
    vectors::best_kernel().dot_rows(rows.data(), 5, dims, query.data(), dims,
                                    fast);
    vectors::plain_kernel().dot_rows(rows.data(), 5, dims, query.data(), dims,
                                     plain);
    for (int i = 0; i < 5; ++i) {
      EXPECT_NEAR(fast[i], plain[i], 1e-3F) << dims << " row " << i;
    }
  }
}
