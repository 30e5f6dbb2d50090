// SPDX-License-Identifier: Apache-2.0
#include "query/eval/tally.hpp"

#include <gtest/gtest.h>

namespace {

using eval::Expect;
using eval::Outcome;

// Right documents found at ranks; 0 is a document that is not right.
Outcome outcome(const std::string& kind, std::vector<size_t> found,
                size_t relevant) {
  Outcome out;
  out.item.kind = kind;
  out.relevant = relevant;
  out.judged.assign(relevant, 1);
  for (const size_t one : found) {
    out.ranked.push_back({"r:p", one > 0 ? 1.0 : 0.0, one});
  }
  return out;
}

} // namespace

TEST(Tally, SumsRanksByClassAndFormat) {
  Outcome first = outcome("a", {1}, 1);
  first.formats = {"las"};
  Outcome second = outcome("b", {0, 0, 0, 1}, 2);
  second.formats = {"las", "pdf"};
  const auto tally = eval::tally({first, second});
  EXPECT_EQ(tally.all.asked, 2U);
  EXPECT_EQ(tally.all.first.count, 1U);
  EXPECT_EQ(tally.all.three.count, 1U);
  EXPECT_EQ(tally.all.five.count, 2U);
  EXPECT_DOUBLE_EQ(tally.all.reciprocal.value, (1 + 0.25) / 2);
  EXPECT_DOUBLE_EQ(tally.all.recall.value, (1 + 0.5) / 2);
  ASSERT_EQ(tally.classes.size(), 2U);
  EXPECT_EQ(tally.classes[1].name, "b");
  ASSERT_EQ(tally.formats.size(), 2U);
  EXPECT_EQ(tally.formats[0].asked, 2U);
}

TEST(Tally, QuestionsOfWhatIsAbsentCountByWhatIsSaid) {
  Outcome silent = outcome("", {0, 0}, 0);
  silent.item.expect = Expect::absent;
  Outcome said = silent;
  said.said_absent = true;
  const auto tally = eval::tally({silent, said});
  EXPECT_EQ(tally.false_hits.count, 1U);
  EXPECT_EQ(tally.false_hits.of, 2U);
  EXPECT_EQ(tally.all.asked, 0U);
}

TEST(Tally, AmbiguousQuestionsCountByTheQuestionBack) {
  Outcome asked = outcome("", {1}, 1);
  asked.item.expect = Expect::ambiguous;
  Outcome shown = asked;
  asked.asked_back = true;
  shown.disagree = true;
  const auto tally = eval::tally({asked, shown});
  EXPECT_EQ(tally.asked_back.count, 1U);
  EXPECT_EQ(tally.shown_both.count, 2U);
  EXPECT_EQ(tally.all.asked, 2U); // and they are ranked too
}

TEST(Tally, WhatTheArchiveLacksIsNotToldAbsentButMissed) {
  Outcome lacking = outcome("", {}, 1);
  lacking.missing = {"gone.las"};
  lacking.said_absent = true;
  const auto tally = eval::tally({lacking});
  EXPECT_EQ(tally.told_absent.of, 0U);
  EXPECT_EQ(tally.missing, 1U);
  EXPECT_EQ(tally.all.ten.count, 0U);
  EXPECT_EQ(tally.all.ten.of, 1U);
}

TEST(Tally, APassageWantedCountsWithinTen) {
  Outcome near = outcome("", {1}, 1);
  near.item.passages = {"text"};
  near.passage_rank = 10;
  Outcome far = near;
  far.passage_rank = 11;
  Outcome none = near;
  none.passage_rank.reset();
  const auto tally = eval::tally({near, far, none});
  EXPECT_EQ(tally.passages.count, 1U);
  EXPECT_EQ(tally.passages.of, 3U);
}
