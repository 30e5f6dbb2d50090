// SPDX-License-Identifier: Apache-2.0
#include "query/core/rows.hpp"

#include <gtest/gtest.h>

namespace {

std::vector<query::TableRow> rows(const std::string& text,
                                  const query::Columns& columns) {
  domain::Passage passage;
  passage.text = text;
  passage.locator.row = 7;
  return query::rows_of(passage, columns);
}

} // namespace

TEST(Rows, FieldsBeginAtHeadingsOnly) {
  const auto got =
      rows("API: 1; NAME: A; B: c; OPERATOR: X: Y\nAPI: 2; NAME: D",
           {"API", "NAME", "OPERATOR"});
  ASSERT_EQ(got.size(), 2U);
  ASSERT_EQ(got[0].fields.size(), 3U);
  EXPECT_EQ(got[0].fields[1].name, "NAME");
  EXPECT_EQ(got[0].fields[1].value, "A; B: c");
  EXPECT_EQ(got[0].fields[2].value, "X: Y");
  EXPECT_EQ(got[0].locator.row, 7U);
  EXPECT_EQ(got[1].locator.row, 8U);
  EXPECT_EQ(got[1].fields[1].value, "D");
}

TEST(Rows, ALineWithoutAHeadingIsARowOfItsOwn) {
  // A row that does not fit the columns spoils none of its neighbours.
  const auto got =
      rows("x; y; z\nAPI: 3; NOTE: a\nq; r\nAPI: 4", {"NOTE", "API"});
  ASSERT_EQ(got.size(), 4U);
  EXPECT_TRUE(got[0].fields.empty());
  EXPECT_EQ(got[1].locator.row, 8U);
  ASSERT_EQ(got[1].fields.size(), 2U);
  EXPECT_EQ(got[1].fields[1].value, "a");
  EXPECT_TRUE(got[2].fields.empty());
  EXPECT_EQ(got[3].fields[0].value, "4");
}

TEST(Rows, ACellWithoutAHeadingMayStandFirst) {
  const auto got = rows("0; API: 3\n1; 2; API: 4", {"API"});
  ASSERT_EQ(got.size(), 2U);
  ASSERT_EQ(got[0].fields.size(), 2U);
  EXPECT_EQ(got[0].fields[0].name, "");
  EXPECT_EQ(got[0].fields[1].value, "3");
  EXPECT_EQ(got[1].fields[0].value, "1; 2");
}

TEST(Rows, TextWithoutHeadingsHasNone) {
  EXPECT_TRUE(rows("some prose: with colons; and more", {"API"}).empty());
  EXPECT_TRUE(rows("", {"API"}).empty());
  EXPECT_TRUE(rows("API: 1", {}).empty());
}

TEST(Rows, TheLongestHeadingCounts) {
  const auto got = rows("DEPTH: BASE: 5; DEPTH: 4", {"DEPTH", "DEPTH: BASE"});
  ASSERT_EQ(got.size(), 1U);
  ASSERT_EQ(got[0].fields.size(), 2U);
  EXPECT_EQ(got[0].fields[0].name, "DEPTH: BASE");
  EXPECT_EQ(got[0].fields[0].value, "5");
}

TEST(Rows, ColumnsComeFromTheFactsOfTablesAndLayers) {
  const auto fact = [](const char* key, const char* text) {
    domain::Fact out;
    out.key = key;
    out.text = text;
    return out;
  };
  EXPECT_EQ(
      query::columns_of({fact("column", "Lat: deg"), fact("column", "API"),
                         fact("column_definition", "API:C14")}),
      (query::Columns{"Lat: deg", "API"}));
}
