// SPDX-License-Identifier: Apache-2.0
#include "core/domain/comparison.hpp"

#include <gtest/gtest.h>

TEST(NumbersAsked, NeedAWordThatCompares) {
  const auto one = domain::numbers_asked("parts that cost more than $50");
  ASSERT_EQ(one.size(), 1U);
  EXPECT_TRUE(one[0].money);
  EXPECT_FALSE(one[0].holds(50));
  EXPECT_TRUE(one[0].holds(50.01));
  EXPECT_TRUE(domain::numbers_asked("clause 50 of the contract").empty());
  EXPECT_TRUE(domain::numbers_asked("moreover 50").empty());
  EXPECT_TRUE(domain::numbers_asked("").empty());
}

TEST(NumbersAsked, SayWhetherTheBoundCounts) {
  const auto holds = [](const char* question, double value) {
    const auto asked = domain::numbers_asked(question);
    return asked.size() == 1 && asked[0].holds(value);
  };
  EXPECT_TRUE(holds("at least 42", 42));
  EXPECT_FALSE(holds("over 42", 42));
  EXPECT_TRUE(holds("no more than 1,000", 1000));
  EXPECT_FALSE(holds("under 1,000 USD", 1000));
  EXPECT_TRUE(holds("between 5 and 10", 5));
  EXPECT_TRUE(holds("between 5 and 10", 10));
  EXPECT_FALSE(holds("between 5 and 10", 10.5));
  EXPECT_TRUE(holds("<= 7", 7));
}

TEST(CellNumber, IsANumberAndNothingElse) {
  EXPECT_EQ(domain::cell_number("$69.95"), 69.95);
  EXPECT_EQ(domain::cell_number("€ 1,234.5"), 1234.5);
  EXPECT_EQ(domain::cell_number("12 USD"), 12);
  EXPECT_EQ(domain::cell_number("-3e2"), -300);
  for (const char* text :
       {"", "abc", "1-2", "12,34", "5 m", "1.2.3", "1e999"}) {
    EXPECT_FALSE(domain::cell_number(text)) << text;
  }
  EXPECT_TRUE(domain::is_money("$4"));
  EXPECT_FALSE(domain::is_money("4"));
}
