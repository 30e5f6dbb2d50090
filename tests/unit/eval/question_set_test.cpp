// SPDX-License-Identifier: Apache-2.0
#include "query/eval/question_set.hpp"
#include "query/eval/question_table.hpp"

#include <gtest/gtest.h>

using eval::Expect;

TEST(QuestionSet, ALineHasWhatItSays) {
  const auto set = eval::parse_json_set(
      R"({"id":"q1","question":"Who?","class":"las","right":["a.las","b.zip!/c.las"],)"
      R"("passages":["x y"],"answer":"me"})"
      "\r\n\n"
      R"({"question":"Where?","expect":"absent"})"
      "\n");
  ASSERT_TRUE(set);
  ASSERT_EQ(set->items.size(), 2U);
  EXPECT_EQ(set->items[0].right[1], "b.zip!/c.las");
  EXPECT_EQ(set->items[0].kind, "las");
  EXPECT_EQ(set->items[0].passages, std::vector<std::string>{"x y"});
  EXPECT_EQ(set->items[1].id, "3"); // its line
  EXPECT_EQ(set->items[1].expect, Expect::absent);
  EXPECT_TRUE(set->bad.empty());
}

TEST(QuestionSet, ALineThatCannotBeAskedIsLeftOutAndTold) {
  const auto set =
      eval::parse_json_set("{\"question\":\"a\",\"right\":\"p\"}\n"
                           "not json\n"
                           "{\"question\":\"b\"}\n"
                           "{\"question\":\" \",\"right\":\"p\"}\n"
                           "{\"id\":1,\"question\":\"c\",\"right\":"
                           "[\"p\"]}\n"
                           "{\"question\":\"d\",\"right\":[7]}\n"
                           "{\"question\":\"e\",\"expect\":\"no\"}\n");
  ASSERT_TRUE(set);
  ASSERT_EQ(set->items.size(), 1U);
  ASSERT_EQ(set->bad.size(), 6U);
  EXPECT_EQ(set->bad[0].line, 2U);
  EXPECT_EQ(set->bad[1].reason, "no right path that can be ranked");
  EXPECT_EQ(set->bad[2].reason, "no question");
  EXPECT_EQ(set->bad[3].reason, "the id is empty or that of a line before");
  EXPECT_EQ(set->bad[4].reason, "right is no list of texts");
}

TEST(QuestionSet, GradesAreOneForEachPathAndAboveZero) {
  EXPECT_TRUE(eval::parse_json_set(
      R"({"question":"a","right":["p","q"],"grades":[3,0.5]})"));
  EXPECT_FALSE(
      eval::parse_json_set(R"({"question":"a","right":["p"],"grades":[1,2]})"));
  EXPECT_FALSE(
      eval::parse_json_set(R"({"question":"a","right":["p"],"grades":[0]})"));
}

TEST(QuestionSet, AFileWithoutAnyQuestionIsAnErrorThatNamesTheLine) {
  const auto none = eval::parse_json_set("\n[1]\n");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message, "no questions; line 2: no JSON object");
  EXPECT_FALSE(eval::parse_json_set(""));
}

TEST(QuestionSet, WhatIsWrittenIsReadTheSame) {
  eval::Item item;
  item.id = "x";
  item.question = "Å \"quoted\"\n?";
  item.kind = "k";
  item.expect = Expect::ambiguous;
  item.right = {"a", "b"};
  item.grades = {2, 1};
  item.passages = {"p"};
  item.answer = "yes";
  const auto set = eval::parse_json_set(eval::json_line(item));
  ASSERT_TRUE(set);
  EXPECT_EQ(set->items.front(), item);
}

TEST(QuestionTable, TheColumnsMayStandInAnyOrder) {
  const auto set = eval::parse_question_table(
      "expected_paths\tid\tquestion\ttype\n"
      "a/b.las | c (1).las\t7\t\"Which \"\"A\"\" field?\"\tlas\n");
  ASSERT_TRUE(set);
  ASSERT_EQ(set->items.size(), 1U);
  EXPECT_EQ(set->items[0].id, "7");
  EXPECT_EQ(set->items[0].question, "Which \"A\" field?");
  EXPECT_EQ(set->items[0].right,
            (std::vector<std::string>{"a/b.las", "c (1).las"}));
}

TEST(QuestionTable, TagsSayWhatIsExpected) {
  const auto set = eval::parse_question_table(
      "person\tquestion\texpected path(s)\ttags\n"
      "gis\tIs it here?\t(absent) nearest: x.sgy\tset, absent\n"
      "gis\tWhich?\ta.md | b.md\tambiguous,conflict\n"
      "gis\tAll?\tWells/** and x.las (6 files)\ttask\n");
  ASSERT_TRUE(set);
  ASSERT_EQ(set->items.size(), 2U);
  EXPECT_EQ(set->items[0].expect, Expect::absent);
  EXPECT_TRUE(set->items[0].right.empty());
  EXPECT_EQ(set->items[1].expect, Expect::ambiguous);
  ASSERT_EQ(set->bad.size(), 1U);
  EXPECT_EQ(set->bad[0].line, 4U);
}

TEST(QuestionTable, RemarksAtTheEndsOfAPathAreNoPartOfIt) {
  EXPECT_EQ(eval::paths_of_cell("(no CRS: a.shp) | b (190)/c.pdf | d.pdf (and "
                                "22 more)|e*"),
            (std::vector<std::string>{"b (190)/c.pdf", "d.pdf"}));
}

TEST(QuestionTable, WithoutItsColumnsItIsAnError) {
  EXPECT_FALSE(eval::parse_question_table("question\tanswer\na\tb\n"));
  EXPECT_FALSE(eval::parse_question_table(""));
  EXPECT_FALSE(eval::parse_question_table("question\texpected_paths\n"));
}
