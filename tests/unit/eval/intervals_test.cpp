// SPDX-License-Identifier: Apache-2.0
#include "query/eval/intervals.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

TEST(Intervals, WilsonsIsThatOfTheBooks) {
  // 81 of 263 (Newcombe, Statistics in Medicine 1998): .2553 to .3662.
  const auto known = eval::wilson(81, 263);
  EXPECT_NEAR(known.low, 0.2553, 5e-5);
  EXPECT_NEAR(known.high, 0.3662, 5e-5);
  // 1 of 29, from the same table: .0061 to .1718.
  EXPECT_NEAR(eval::wilson(1, 29).low, 0.0061, 5e-5);
  EXPECT_NEAR(eval::wilson(1, 29).high, 0.1718, 5e-5);
}

TEST(Intervals, WilsonsEndsAtNoneAndAll) {
  EXPECT_EQ(eval::wilson(0, 10).low, 0.0);
  EXPECT_NEAR(eval::wilson(0, 10).high, 0.2775, 5e-5);
  EXPECT_EQ(eval::wilson(10, 10).high, 1.0);
  EXPECT_EQ(eval::wilson(0, 0).low, 0.0);
  EXPECT_EQ(eval::wilson(0, 0).high, 1.0);
}

TEST(Intervals, TheBootstrapIsTheSameEveryTimeAndHoldsTheMean) {
  std::vector<double> values(200);
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = i % 4 == 0 ? 1 : 0.25;
  }
  const auto first = eval::bootstrap_mean(values);
  const auto second = eval::bootstrap_mean(values);
  EXPECT_EQ(first.low, second.low);
  EXPECT_EQ(first.high, second.high);
  const double mean = eval::mean(values);
  EXPECT_LT(first.low, mean);
  EXPECT_GT(first.high, mean);
  // The normal one is mean ± 1.96 × .3248 / √200 = ± .0450.
  EXPECT_NEAR(first.high - first.low, 0.0900, 0.006);
}

TEST(Intervals, TheBootstrapOfOneValueIsThatValue) {
  const std::vector<double> same(5, 0.5);
  EXPECT_EQ(eval::bootstrap_mean(same).low, 0.5);
  EXPECT_EQ(eval::bootstrap_mean(same).high, 0.5);
  EXPECT_EQ(eval::bootstrap_mean({}).high, 0.0);
}

TEST(Intervals, TheSignTestIsTheBinomialOneOfTwoSides) {
  // 2 × (C(10,0) + C(10,1) + C(10,2)) / 1024.
  EXPECT_NEAR(eval::sign_test(8, 2), 2 * 56.0 / 1024, 1e-12);
  EXPECT_NEAR(eval::sign_test(2, 8), eval::sign_test(8, 2), 1e-12);
  EXPECT_EQ(eval::sign_test(0, 0), 1.0);
  EXPECT_EQ(eval::sign_test(5, 5), 1.0);
  EXPECT_NEAR(eval::sign_test(6, 0), 2.0 / 64, 1e-12);
  EXPECT_GT(eval::sign_test(5000, 5000), 0.99);
  EXPECT_LT(eval::sign_test(5200, 4800), 1e-3);
}

TEST(Intervals, FewDifferencesAreTossedEveryWay) {
  // Of 1, 2, 3 only +++ and --- reach a sum of 6.
  EXPECT_DOUBLE_EQ(eval::randomisation_test(std::vector<double>{1, 2, 3}),
                   2.0 / 8);
  EXPECT_DOUBLE_EQ(eval::randomisation_test(std::vector<double>{1, -1}), 1.0);
  EXPECT_DOUBLE_EQ(eval::randomisation_test({}), 1.0);
  EXPECT_DOUBLE_EQ(eval::randomisation_test(std::vector<double>{0, 0, 0.5}),
                   1.0);
}

TEST(Intervals, ManyDifferencesAreTossedAtRandomAndAlike) {
  std::vector<double> up(40, 0.1);
  EXPECT_LT(eval::randomisation_test(up), 1e-4);
  std::vector<double> both(40, 0.1);
  for (size_t i = 0; i < both.size(); i += 2) {
    both[i] = -0.1;
  }
  EXPECT_GT(eval::randomisation_test(both), 0.99);
  EXPECT_EQ(eval::randomisation_test(both), eval::randomisation_test(both));
}
