// SPDX-License-Identifier: Apache-2.0
#include "query/core/extent.hpp"
#include "query/core/path_pattern.hpp"

#include <gtest/gtest.h>

namespace {

bool matches(const char* pattern, const char* path) {
  return query::PathPattern(pattern).matches(path);
}

TEST(PathPattern, AStarIsAnyTextAlsoWithSlashes) {
  EXPECT_TRUE(matches("*.las", "a/b/c.LAS"));
  EXPECT_TRUE(matches("a*c*", "a/b/c.las"));
  EXPECT_TRUE(matches("a/?/c.las", "a/b/c.las"));
  EXPECT_TRUE(matches("*", ""));
  EXPECT_FALSE(matches("*.las", "a.las.txt"));
  EXPECT_FALSE(matches("?", ""));
  EXPECT_FALSE(matches("a*b", "a/c"));
}

TEST(PathPattern, AFolderIsAllThatIsBelow) {
  EXPECT_TRUE(matches("logs", "logs/a.las"));
  EXPECT_TRUE(matches("logs/", "Logs/a.las"));
  EXPECT_TRUE(matches("a.zip", "a.zip!/b/c.las"));
  EXPECT_TRUE(matches("a.zip", "a.zip"));
  EXPECT_FALSE(matches("logs", "logs2/a.las"));
  EXPECT_FALSE(matches("logs/a.las", "logs"));
}

TEST(PathPattern, ManyStarsTakeNoLongTime) {
  std::string pattern;
  for (int i = 0; i < 500; ++i) {
    pattern += "a*";
  }
  EXPECT_FALSE(
      query::PathPattern(pattern + "b").matches(std::string(4000, 'a')));
}

TEST(Extent, IsFourNumbers) {
  const auto box = query::parse_extent("-107.5, 42, -105,43.5");
  ASSERT_TRUE(box);
  EXPECT_EQ(box->west, -107.5);
  EXPECT_EQ(box->north, 43.5);
  EXPECT_TRUE(query::parse_extent("170,-20,-170,-10")); // over 180 degrees
  for (const char* text : {"", "1,2,3", "1,2,3,4,5", "1,9,3,4", "a,2,3,4",
                           "1,2,3,91", "-181,2,3,4", "nan,1,2,3"}) {
    EXPECT_FALSE(query::parse_extent(text)) << text;
  }
}

} // namespace
