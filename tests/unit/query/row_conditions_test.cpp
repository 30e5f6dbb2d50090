// SPDX-License-Identifier: Apache-2.0
#include "query/search/row_conditions.hpp"
#include "query/search/row_words.hpp"

#include <gtest/gtest.h>

namespace {

using query::RowTable;

query::TableRow row(std::vector<query::RowField> fields) {
  query::TableRow out;
  out.fields = std::move(fields);
  return out;
}

RowTable table(std::vector<query::TableRow> rows) {
  RowTable out;
  out.rows = std::move(rows);
  for (const auto& one : out.rows) {
    for (const auto& field : one.fields) {
      out.columns.insert(field.name);
    }
  }
  query::index_table(out);
  return out;
}

RowTable wells() {
  return table(
      {row({{"Type", "Oil"}, {"Price", "$40"}, {"Depth", "900"}}),
       row({{"Type", "Gas"}, {"Price", "$60"}, {"Depth", "800"}}),
       row({{"Type", "Oil and Gas"}, {"Price", "$80"}, {"Depth", "7"}}),
       row({{"Type", "Injection"}, {"Price", "$1"}, {"Depth", "9"}})});
}

// How many rows are what is asked for; nothing for no answer.
std::optional<size_t> matching(const RowTable& table, const std::string& text,
                               const query::Question& question = {}) {
  if (!query::asks_rows(question, text, {})) {
    return std::nullopt;
  }
  const auto found = query::row_conditions(table, question, text);
  if (!found || found->all.empty()) {
    return std::nullopt;
  }
  size_t count = 0;
  for (const auto& one : table.rows) {
    bool all = true;
    for (const auto& condition : found->all) {
      all = all && query::RowTest(condition).passes(one);
    }
    count += all ? 1 : 0;
  }
  return count;
}

} // namespace

TEST(RowConditions, OfOneValueInsideAnotherTheLongestCounts) {
  EXPECT_EQ(matching(wells(), "oil wells"), 1U);
  EXPECT_EQ(matching(wells(), "oil and gas wells"), 1U);
  EXPECT_EQ(matching(wells(), "oil or gas wells"), 2U);
  EXPECT_EQ(matching(wells(), "oil and gas wells or injection wells"), 2U);
}

TEST(RowConditions, ANegationHasNoAnswer) {
  for (const char* text :
       {"wells that are not oil", "non-oil wells", "wells except oil",
        "wells other than oil", "wells that aren't oil", "no oil wells",
        "wells without gas"}) {
    EXPECT_EQ(matching(wells(), text), std::nullopt) << text;
  }
  EXPECT_EQ(matching(wells(), "oil wells of not more than $40"), 1U);
  EXPECT_EQ(matching(wells(), "wells of no more than $60"), 3U);
}

TEST(RowConditions, ANumberNeedsItsColumnsUnitAndCurrency) {
  EXPECT_EQ(matching(wells(), "depth over 8"), 3U);
  EXPECT_EQ(matching(wells(), "depth over 8 ft"), std::nullopt);
  EXPECT_EQ(matching(wells(), "wells over $50"), 2U);
  EXPECT_EQ(matching(wells(), "wells over 50 EUR"), std::nullopt);
  EXPECT_EQ(matching(wells(), "wells over $1 million"), 0U);
  // Which column is meant is not said.
  EXPECT_EQ(matching(wells(), "oil wells over 50"), std::nullopt);
}

TEST(RowConditions, AWordOfSeveralColumnsCountsInAny) {
  const auto found = table({row({{"Type", "Oil"}, {"Status", "Active"}}),
                            row({{"Type", "Gas"}, {"Status", "Oil"}}),
                            row({{"Type", "Gas"}, {"Status", "Active"}})});
  EXPECT_EQ(matching(found, "oil"), 2U);
  const auto conditions = query::row_conditions(found, {}, "oil");
  ASSERT_TRUE(conditions);
  ASSERT_EQ(conditions->all.size(), 1U);
  EXPECT_EQ(conditions->all[0].display(), "Status or Type = Oil");
}

TEST(RowConditions, AlternativesOverColumnsHaveNoAnswer) {
  const auto found = table({row({{"Type", "Oil"}, {"Basin", "Powder"}}),
                            row({{"Type", "Gas"}, {"Basin", "Permian"}})});
  EXPECT_EQ(matching(found, "oil wells of the powder basin"), 1U);
  EXPECT_EQ(matching(found, "oil wells or the powder basin"), std::nullopt);
}

// Rows leave out what nearly all of them say.
TEST(RowConditions, AValueThatRowsLeaveOutHasNoAnswer) {
  auto found = table({row({{"Type", "Oil"}}), row({{"Type", "Gas"}}),
                      row({{"Type", "Oil"}, {"Status", "Active"}})});
  EXPECT_EQ(matching(found, "plugged oil wells"), 2U); // nobody says plugged
  for (const char* value : {"Plugged", "Active"}) {
    domain::Fact fact;
    fact.key = "status";
    fact.text = value;
    found.facts.push_back(fact);
  }
  EXPECT_EQ(matching(found, "plugged oil wells"), std::nullopt);
  EXPECT_EQ(matching(found, "active oil wells"), 1U);
}

TEST(RowConditions, AnIdentifierOfTheQuestionIsOnItsCard) {
  query::Question question;
  EXPECT_EQ(matching(wells(), "oil wells of PEDL24", question), 1U);
  question.identifiers.emplace_back().typed = "PEDL24";
  EXPECT_EQ(matching(wells(), "oil wells of PEDL24", question), std::nullopt);
}

TEST(RowConditions, ANegatedGroupIsWhatIsFilledOtherwise) {
  const auto found =
      table({row({{"State", "KS"}, {"Type", "Oil"}}),
             row({{"State", "WY"}, {"Type", "Oil"}}), row({{"Type", "Oil"}})});
  query::Question question;
  question.asked.emplace_back();
  question.asked[0].asked = {"state", {}, {}, "Kansas", "Kansas", true};
  question.asked[0].values = {"Kansas"};
  EXPECT_EQ(matching(found, "oil wells not in Kansas", question), 1U);
  EXPECT_EQ(matching(found, "wells not in Kansas that are not oil", question),
            std::nullopt);
}

TEST(RowConditions, WhatTheyDoNotHearIsSaid) {
  const auto found = query::row_conditions(
      wells(), {}, "how many orphaned oil wells over $20");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->all.size(), 2U);
  EXPECT_EQ(query::row_words(found->phrases, wells(), "").unheard,
            (std::vector<std::string>{"orphaned"}));
}

namespace {

RowTable pipes() {
  return table(
      {row({{"name", "A"}, {"medium", "Gas"}, {"pipDimensi", "42.0"}}),
       row({{"name", "B"}, {"medium", "Gas"}, {"pipDimensi", "44.0"}}),
       row({{"name", "C"}, {"medium", "Gas"}, {"pipDimensi", "20.0"}}),
       row({{"name", "D"}, {"medium", "Oil"}, {"pipDimensi", "42.0"}})});
}

RowTable holes() {
  return table({row({{"name", "A"}, {"DEPTH_FT", "3000"}, {"Year", "1984"}}),
                row({{"name", "B"}, {"DEPTH_FT", "3300"}, {"Year", "1985"}}),
                row({{"name", "C"}, {"DEPTH_FT", "900"}, {"Year", "1984"}})});
}

} // namespace

TEST(RowConditions, TakeAColumnWithoutAUnitWhereItHasTheVeryNumber) {
  const std::string question = "gas pipelines of 42 inches or more";
  EXPECT_EQ(matching(pipes(), question), 2U);
  const auto found = query::row_conditions(pipes(), {}, question);
  ASSERT_TRUE(found);
  EXPECT_NE(found->all.front().note.find("states no unit"), std::string::npos);
}

TEST(RowConditions, RefuseANumberThatNoColumnHasTheUnitOf) {
  const std::string question = "gas pipelines of 43 inches or more";
  EXPECT_EQ(matching(pipes(), question), std::nullopt);
  EXPECT_NE(query::nearest_of(pipes(), question).find("pipDimensi"),
            std::string::npos);
  EXPECT_EQ(matching(holes(), "wells deeper than 5 s"), std::nullopt);
}

TEST(RowConditions, ConvertToTheUnitInAHeading) {
  EXPECT_EQ(matching(holes(), "wells with a depth of more than 1000 m"), 1U);
  EXPECT_EQ(matching(holes(), "wells with a depth of at least 3000 ft"), 2U);
}

TEST(RowConditions, HoldAYearWithoutAVerbAgainstTheOnlyColumnOfYears) {
  EXPECT_EQ(matching(holes(), "wells of 1984"), 2U);
  EXPECT_EQ(matching(holes(), "wells since 1985"), 1U);
  EXPECT_EQ(matching(pipes(), "pipelines of 1984"), std::nullopt);
}
