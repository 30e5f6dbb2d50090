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

TEST(NumbersAsked, ANegationTurnsTheComparison) {
  for (const char* question :
       {"not over 50", "not more than 50", "no more than 50",
        "not exceeding 50", "does not exceed 50", "doesn't exceed 50"}) {
    const auto asked = domain::numbers_asked(question);
    ASSERT_EQ(asked.size(), 1U) << question;
    EXPECT_TRUE(asked[0].holds(50)) << question;
    EXPECT_TRUE(asked[0].holds(49)) << question;
    EXPECT_FALSE(asked[0].holds(51)) << question;
  }
  const auto least = domain::numbers_asked("not under 50");
  ASSERT_EQ(least.size(), 1U);
  EXPECT_TRUE(least[0].holds(50));
  EXPECT_FALSE(least[0].holds(49));
}

TEST(NumbersAsked, SayTheirScaleCurrencyAndUnit) {
  const auto one = [](const char* question) {
    const auto asked = domain::numbers_asked(question);
    return asked.size() == 1 ? asked[0] : domain::NumberAsked();
  };
  EXPECT_EQ(one("over $5 million").least, 5e6);
  EXPECT_EQ(one("over $5 million").currency, "USD");
  EXPECT_EQ(one("under 20k EUR").most, 2e4);
  EXPECT_EQ(one("under 20k EUR").currency, "EUR");
  EXPECT_EQ(one("between 2 and 3 million dollars").least, 2e6);
  EXPECT_EQ(one("over 3000 ft").unit, "ft");
  EXPECT_EQ(one("over 5% of all").unit, "%");
  EXPECT_EQ(one("over 50 in Natrona").unit, "");
  EXPECT_EQ(one("over 50 wells").unit, "");
  EXPECT_EQ(one("over 50 wells").least, 50);
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
  EXPECT_EQ(domain::cell_number("+4"), 4);
  EXPECT_EQ(domain::currency_of("€ 4"), "EUR");
  EXPECT_EQ(domain::currency_of("4 USD"), "USD");
  EXPECT_TRUE(domain::is_money("$4"));
  EXPECT_FALSE(domain::is_money("4"));
}

TEST(NumbersAsked, StandBeforeOrMore) {
  const auto one = domain::numbers_asked("gas pipelines of 42 inches or more");
  ASSERT_EQ(one.size(), 1U);
  EXPECT_EQ(one[0].least, 42);
  EXPECT_FALSE(one[0].most);
  EXPECT_EQ(one[0].unit, "inches");
  EXPECT_EQ(one[0].words, "42 inches or more");
  const auto less = domain::numbers_asked("wells of 300 m or shallower");
  ASSERT_EQ(less.size(), 1U);
  EXPECT_EQ(less[0].most, 300);
  EXPECT_TRUE(domain::numbers_asked("42 wells or more wells").empty());
}

TEST(NumbersAsked, AreEqualBehindOfWithAUnit) {
  const auto one = domain::numbers_asked("casing with a diameter of 7 inches");
  ASSERT_EQ(one.size(), 1U);
  EXPECT_TRUE(one[0].holds(7));
  EXPECT_FALSE(one[0].holds(7.5));
  EXPECT_TRUE(domain::numbers_asked("a list of 7 wells").empty());
  EXPECT_TRUE(domain::numbers_asked("within 5 km of wells").empty());
}
