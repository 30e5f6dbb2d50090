// SPDX-License-Identifier: Apache-2.0
#include "query/core/condition.hpp"

#include <gtest/gtest.h>

using query::Comparison;

TEST(Condition, ReadsKeyComparisonAndValue) {
  const auto condition = query::parse_condition(" depth_stop_m >= 1500 ");
  ASSERT_TRUE(condition);
  EXPECT_EQ(condition->key, "depth_stop_m");
  EXPECT_EQ(condition->comparison, Comparison::at_least);
  EXPECT_EQ(condition->number, 1500.0);
  EXPECT_EQ(condition->display(), "depth_stop_m >= 1500");
}

TEST(Condition, KeepsSignsInsideTheValue) {
  const auto condition = query::parse_condition("title=a=b<c");
  ASSERT_TRUE(condition);
  EXPECT_EQ(condition->key, "title");
  EXPECT_EQ(condition->text, "a=b<c");
  EXPECT_FALSE(condition->number);
}

TEST(Condition, TakesQuotesOff) {
  EXPECT_EQ(query::parse_condition("county=\" De Witt\"")->text, " De Witt");
}

TEST(Condition, RefusesWhatIsNoCondition) {
  for (const char* text : {"", "state", "=WY", "state=", "depth_stop_m>deep",
                           "depth_stop_m>nan", "depth_stop_m>1500ft", "!"}) {
    const auto condition = query::parse_condition(text);
    ASSERT_FALSE(condition) << text;
    EXPECT_EQ(condition.error().code, base::Errc::invalid);
  }
}

TEST(Condition, ComparesDaysWhereTheKeyIsADate) {
  const auto number = [](const char* text) {
    return query::parse_condition(text)->number;
  };
  EXPECT_EQ(number("spud_date>=1980-01-01"), 19800101.0);
  EXPECT_EQ(number("spud_date>=1980"), 19800101.0);
  EXPECT_EQ(number("spud_date>1980"), 19801231.0);
  EXPECT_EQ(number("spud_date<1980"), 19800101.0);
  EXPECT_EQ(number("spud_date<=June 1980"), 19800630.0);
  EXPECT_EQ(number("year>=1980"), 1980.0);
  for (const char* text : {"spud_date>soon", "spud_date>06/12/92"}) {
    const auto condition = query::parse_condition(text);
    ASSERT_FALSE(condition) << text;
    EXPECT_EQ(condition.error().code, base::Errc::invalid);
  }
}

TEST(ConditionGroups, EqualitiesOfOneKeyAreAlternatives) {
  std::vector<query::Condition> conditions;
  for (const char* text : {"state=WY", "year>1980", "state=KS", "year<1990",
                           "format!=pdf", "format!=las"}) {
    conditions.push_back(*query::parse_condition(text));
  }
  const auto groups = query::group_conditions(conditions);
  ASSERT_EQ(groups.size(), 5U);
  EXPECT_EQ(groups[0].any_of.size(), 2U);
  EXPECT_EQ(groups[0].any_of[1].text, "KS");
}
