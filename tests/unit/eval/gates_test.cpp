// SPDX-License-Identifier: Apache-2.0
#include "query/eval/gates.hpp"

#include <gtest/gtest.h>

TEST(Gates, AnAnswerStandsVerbatimAsWordsOfItsOwn) {
  EXPECT_TRUE(eval::stands_verbatim("ABC-4471", "part ABC-4471, pump"));
  EXPECT_FALSE(eval::stands_verbatim("ABC-4471", "part ABC-44710"));
  EXPECT_FALSE(eval::stands_verbatim("abc-4471", "part ABC-4471"));
  EXPECT_TRUE(eval::stands_verbatim("447", "4471 or 447"));
  EXPECT_FALSE(eval::stands_verbatim("", "text"));
}

TEST(Gates, AQuestionLeaksTheNameOfItsFile) {
  EXPECT_TRUE(eval::leaks_name("What is in Lark Creek 1-12?", "",
                               "Wells/LARK_CREEK_1-12.las"));
  EXPECT_TRUE(eval::leaks_name("Which file holds 49-025-06325?", "49-025-06325",
                               "x/4902506325.las"));
  EXPECT_TRUE(eval::leaks_name("in halden 7", "", "a.zip!/b/halden_7.las"));
  EXPECT_FALSE(eval::leaks_name("Which file holds 49-025-06325?",
                                "49-025-06325", "Wells/LARK_CREEK.las"));
  EXPECT_FALSE(eval::leaks_name("a b", "", "Wells/a.las")); // no hint
}

TEST(Gates, AQuestionStandsAloneByAnIdentifierOrThreeWords) {
  EXPECT_TRUE(eval::stands_alone("Who operates 49-025-06325?"));
  EXPECT_TRUE(eval::stands_alone("barite sag inclined"));
  EXPECT_FALSE(eval::stands_alone("What is the barite sag?"));
  EXPECT_FALSE(eval::stands_alone(""));
}

TEST(Gates, NearMissesDifferInOneDigitTheLastOnesFirst) {
  const auto near = eval::near_misses("AB-19");
  ASSERT_EQ(near.size(), 6U);
  EXPECT_EQ(near[0], "AB-10");
  EXPECT_EQ(near[1], "AB-12");
  EXPECT_EQ(near[2], "AB-16");
  EXPECT_EQ(near[3], "AB-29");
  EXPECT_TRUE(eval::near_misses("ABC").empty());
}
