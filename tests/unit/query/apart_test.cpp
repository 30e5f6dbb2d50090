// SPDX-License-Identifier: Apache-2.0
#include "query/answer/alike_words.hpp"
#include "query/answer/apart.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

TEST(ToldApart, TakesTheValuesAndWhatTellsThemApart) {
  const query::TellingWords words({{"grand", 3}, {"total", 9}}, 100);
  const auto found = query::told_apart(
      {"Name Ann\nOrder 7\nGRAND TOTAL 5", "Name Bob\nOrder 7\nGRAND TOTAL 9"},
      words);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].line, "GRAND TOTAL 5");
  EXPECT_EQ(found[1].differs, std::vector<std::string>{"Name Bob"});
}

TEST(ToldApart, IsNoneWhereBothSayTheSameOrOneSaysNothing) {
  const query::TellingWords words({{"grand", 3}, {"total", 9}}, 100);
  EXPECT_TRUE(
      query::told_apart({"GRAND TOTAL 5", "GRAND TOTAL 5"}, words).empty());
  EXPECT_TRUE(query::told_apart({"GRAND TOTAL 5", "a total"}, words).empty());
  EXPECT_TRUE(
      query::told_apart({"GRAND TOTAL 5", "TOTAL GRAND sum 5"}, words).empty());
}

TEST(Likeness, IsWholeForTheWordAndLessForItsStemOrSense) {
  EXPECT_EQ(query::likeness({"cap"}, "cap"), 1);
  EXPECT_LT(query::likeness({"cap"}, "maximum"), 1);
  EXPECT_GT(query::likeness({"cap"}, "maximum"), 0);
  EXPECT_GT(query::likeness({"operator"}, "operated"), 0);
  EXPECT_EQ(query::likeness({"river"}, "maximum"), 0);
}
