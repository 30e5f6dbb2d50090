// SPDX-License-Identifier: Apache-2.0
#include "query/eval/collection.hpp"

#include <gtest/gtest.h>

TEST(Collection, TextsHaveIdsAndTitles) {
  const auto texts =
      eval::parse_texts("{\"_id\":\"4\",\"title\":\"T\",\"text\":\"body\"}\n"
                        "{\"_id\":\"5\",\"text\":\"alone\",\"metadata\":{}}\n");
  ASSERT_TRUE(texts);
  EXPECT_EQ((*texts)[0].whole(" "), "T body");
  EXPECT_EQ((*texts)[1].whole(" "), "alone");
}

TEST(Collection, ABrokenLineOfTextsIsToldByItsNumber) {
  EXPECT_EQ(
      eval::parse_texts("{\"_id\":\"4\"}\n{\"text\":\"x\"}").error().message,
      "line 2: no _id");
  EXPECT_EQ(
      eval::parse_texts("{\"_id\":\"4\"}\n{\"_id\":\"4\"}").error().message,
      "line 2: the _id was there before");
  EXPECT_FALSE(eval::parse_texts("{\"_id\":4}"));
}

TEST(Collection, JudgementsArePositiveGradesByQuery) {
  const auto judged = eval::parse_judgements("query-id\tcorpus-id\tscore\n"
                                             "1\tx\t3\r\n"
                                             "1\ty\t0\n"
                                             "2\tx\t-1\n"
                                             "3\tz\t0.5\n");
  ASSERT_TRUE(judged);
  ASSERT_EQ(judged->size(), 2U);
  EXPECT_EQ(judged->at("1").size(), 1U);
  EXPECT_DOUBLE_EQ(judged->at("1").at("x"), 3);
  EXPECT_DOUBLE_EQ(judged->at("3").at("z"), 0.5);
}

TEST(Collection, AJudgementWithoutItsGradeIsToldByItsLine) {
  EXPECT_EQ(eval::parse_judgements("1\tx\t1\n1\ty\n").error().message,
            "line 2: no query, document and grade parted by tabs");
  EXPECT_FALSE(eval::parse_judgements("h\n1\tx\tmany\n"));
  EXPECT_FALSE(eval::parse_judgements("h\n1\tx\tinf\n"));
}
