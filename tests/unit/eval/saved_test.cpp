// SPDX-License-Identifier: Apache-2.0
#include "query/eval/saved.hpp"

#include <gtest/gtest.h>

namespace {

eval::Results results() {
  eval::Results out;
  out.head = {"set.jsonl", "none", "both", 10, "words 0.5 by scores"};
  eval::Outcome one;
  one.item.id = "a";
  one.item.question = "Who?";
  one.item.kind = "las";
  one.item.right = {"x.las", "y.las"};
  one.relevant = 2;
  one.judged = {1, 1};
  one.formats = {"las"};
  one.missing = {"y.las"};
  one.ranked = {{"f:z", 0, 0}, {"f:x.las", 1, 1}, {"f:w", 0, 0}};
  one.passage_rank = 2;
  one.asked_back = true;
  out.outcomes.push_back(one);
  return out;
}

std::string without(std::string text, const std::string& what) {
  text.replace(text.find(what), what.size(), "");
  return text;
}

} // namespace

TEST(Saved, GivesTheSameFiguresWhenItIsReadAgain) {
  const auto before = results();
  const auto after = eval::parse_results(eval::saved_text(before));
  ASSERT_TRUE(after) << after.error().message;
  EXPECT_EQ(after->head.set, "set.jsonl");
  EXPECT_EQ(after->head.weights, "words 0.5 by scores");
  ASSERT_EQ(after->outcomes.size(), 1U);
  const auto& one = after->outcomes.front();
  EXPECT_EQ(one.item, before.outcomes.front().item);
  EXPECT_EQ(one.passage_rank, 2U);
  EXPECT_TRUE(one.asked_back);
  EXPECT_EQ(one.missing, before.outcomes.front().missing);
  const auto was = eval::scores_of(before.outcomes.front());
  const auto now = eval::scores_of(one);
  EXPECT_EQ(was.reciprocal, now.reciprocal);
  EXPECT_EQ(was.ndcg, now.ndcg);
  EXPECT_EQ(was.recall, now.recall);
}

TEST(Saved, WhatIsNoSuchFileSaysTheLine) {
  const std::string good = eval::saved_text(results());
  EXPECT_EQ(eval::parse_results("").error().message, "empty");
  EXPECT_EQ(eval::parse_results("{}\n").error().message,
            "line 1: no results of `keybed eval --save`");
  EXPECT_EQ(
      eval::parse_results(without(good, "\"relevant\":2,")).error().message,
      "line 2: relevant is missing or of the wrong kind");
  EXPECT_FALSE(eval::parse_results(good + "{\n"));
}

TEST(Saved, AnIdThatStandsTwiceIsAnError) {
  const std::string good = eval::saved_text(results());
  const std::string line = good.substr(good.find('\n') + 1);
  EXPECT_EQ(eval::parse_results(good + line).error().message,
            "line 3: an id that was there before");
}

TEST(Saved, ResultsOfAnotherVersionAreNotRead) {
  const auto other = eval::parse_results("{\"keybed_eval\":2}\n");
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, base::Errc::unsupported);
}
