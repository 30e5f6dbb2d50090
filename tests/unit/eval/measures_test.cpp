// SPDX-License-Identifier: Apache-2.0
#include "query/eval/measures.hpp"

#include <gtest/gtest.h>

#include <cmath>

using eval::Gains;

TEST(Measures, AHitCountsWithinTheRanksAskedForAlone) {
  const Gains gains = {0, 0, 1};
  EXPECT_FALSE(eval::hit_within(gains, 2));
  EXPECT_TRUE(eval::hit_within(gains, 3));
  EXPECT_TRUE(eval::hit_within(gains, 10));
  EXPECT_FALSE(eval::hit_within({}, 10));
  EXPECT_FALSE(eval::hit_within(gains, 0));
}

TEST(Measures, TheReciprocalRankIsOfTheFirstThatIsRight) {
  EXPECT_DOUBLE_EQ(eval::reciprocal_rank({0, 2, 1}, 10), 0.5);
  EXPECT_DOUBLE_EQ(eval::reciprocal_rank({1}, 10), 1.0);
  EXPECT_DOUBLE_EQ(eval::reciprocal_rank({0, 0, 1}, 2), 0.0);
  EXPECT_DOUBLE_EQ(eval::reciprocal_rank({}, 10), 0.0);
}

// By hand: (3/log2(2) + 2/log2(4)) / (3/log2(2) + 2/log2(3) + 1/log2(4)).
TEST(Measures, NdcgIsTheGainByRankAgainstTheBestOrder) {
  const double got = 3 + 2 / 2.0;
  const double best = 3 + 2 / std::log2(3.0) + 1 / 2.0;
  EXPECT_NEAR(eval::ndcg({3, 0, 2}, {1, 2, 3}, 10), got / best, 1e-12);
  EXPECT_NEAR(eval::ndcg({3, 0, 2}, {1, 2, 3}, 10), 0.8401, 1e-4);
}

TEST(Measures, NdcgOfTheBestOrderIsOneHoweverManyAreRight) {
  EXPECT_DOUBLE_EQ(eval::ndcg({1, 1}, {1, 1, 1, 1}, 2), 1.0);
  EXPECT_DOUBLE_EQ(eval::ndcg({4, 2, 1}, {1, 4, 2}, 10), 1.0);
}

TEST(Measures, NdcgWithoutAnythingRightIsZero) {
  EXPECT_DOUBLE_EQ(eval::ndcg({}, {1}, 10), 0.0);
  EXPECT_DOUBLE_EQ(eval::ndcg({0, 0}, {}, 10), 0.0);
  EXPECT_DOUBLE_EQ(eval::ndcg({0, 1}, {1}, 1), 0.0);
}

TEST(Measures, SetRecallCountsEveryRightDocumentOfARank) {
  EXPECT_DOUBLE_EQ(eval::recall_within({2, 0, 1}, 4, 10), 0.75);
  EXPECT_DOUBLE_EQ(eval::recall_within({2, 0, 1}, 4, 2), 0.5);
  EXPECT_DOUBLE_EQ(eval::recall_within({}, 4, 10), 0.0);
  EXPECT_DOUBLE_EQ(eval::recall_within({1}, 0, 10), 0.0);
}
