// SPDX-License-Identifier: Apache-2.0
#include "query/eval/compare.hpp"

#include <gtest/gtest.h>

namespace {

using eval::Expect;

// Rank of the one right document; 0 = not found.
eval::Outcome at(const std::string& id, size_t rank) {
  eval::Outcome out;
  out.item.id = id;
  out.item.question = "question " + id;
  out.relevant = 1;
  out.judged = {1};
  for (size_t i = 1; i <= rank; ++i) {
    out.ranked.push_back({"", i == rank ? 1.0 : 0.0, i == rank ? 1U : 0U});
  }
  return out;
}

eval::Outcome absent(const std::string& id, bool said) {
  eval::Outcome out;
  out.item.id = id;
  out.item.expect = Expect::absent;
  out.said_absent = said;
  return out;
}

} // namespace

TEST(Compare, PairsQuestionsByTheirIds) {
  const eval::Results a = {{},
                           {at("1", 1), at("2", 3), at("3", 0), at("4", 1)}};
  const eval::Results b = {{},
                           {at("3", 2), at("2", 1), at("1", 1), at("5", 1)}};
  const auto comparison = eval::compare(a, b);
  EXPECT_EQ(comparison.paired, 3U);
  EXPECT_EQ(comparison.only_first, 1U);
  EXPECT_EQ(comparison.only_second, 1U);
  ASSERT_EQ(comparison.contests.size(), 5U);
  const eval::Contest& first = comparison.contests[0];
  EXPECT_EQ(first.name, "R@1");
  EXPECT_EQ(first.wins, 1U);
  EXPECT_EQ(first.losses, 0U);
  EXPECT_DOUBLE_EQ(first.sign_p, 1.0);
  const eval::Contest& reciprocal = comparison.contests[2];
  EXPECT_EQ(reciprocal.wins, 2U);
  EXPECT_NEAR(reciprocal.second - reciprocal.first, (2.0 / 3 + 0.5) / 3, 1e-12);
  EXPECT_DOUBLE_EQ(reciprocal.mean_p, 0.5); // 2 of 4 ways reach the sum
}

TEST(Compare, ListsWhatChanged) {
  const auto comparison =
      eval::compare({{}, {at("1", 1), at("2", 3), at("3", 0)}},
                    {{}, {at("1", 1), at("2", 4), at("3", 9)}});
  ASSERT_EQ(comparison.changes.size(), 2U);
  EXPECT_EQ(comparison.changes[0].what, "rank 3 -> 4");
  EXPECT_FALSE(comparison.changes[0].better);
  EXPECT_EQ(comparison.changes[1].what, "rank none -> 9");
  EXPECT_TRUE(comparison.changes[1].better);
}

TEST(Compare, AQuestionWordedOtherwiseIsAnotherQuestion) {
  auto other = at("1", 1);
  other.item.question = "else";
  const auto comparison = eval::compare({{}, {at("1", 1)}}, {{}, {other}});
  EXPECT_EQ(comparison.paired, 0U);
  EXPECT_EQ(comparison.only_first, 1U);
  EXPECT_EQ(comparison.only_second, 1U);
  EXPECT_TRUE(comparison.contests.empty());
}

TEST(Compare, WhatIsAbsentIsComparedByWhatIsSaid) {
  const auto comparison =
      eval::compare({{}, {absent("1", true), absent("2", true)}},
                    {{}, {absent("1", true), absent("2", false)}});
  ASSERT_EQ(comparison.contests.size(), 1U);
  EXPECT_EQ(comparison.contests[0].name, "absent said");
  EXPECT_EQ(comparison.contests[0].losses, 1U);
  ASSERT_EQ(comparison.changes.size(), 1U);
  EXPECT_EQ(comparison.changes[0].what, "said absent -> hits");
}
