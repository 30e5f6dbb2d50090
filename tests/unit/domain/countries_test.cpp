// SPDX-License-Identifier: Apache-2.0
#include "core/domain/countries.hpp"

#include <gtest/gtest.h>

#include <algorithm>

TEST(Countries, EveryNameOfOneGivesTheSame) {
  for (const char* name :
       {"USA", "us", "United States", "U.S.A.", "united states of america"}) {
    const auto names = domain::country_names(name);
    ASSERT_FALSE(names.empty()) << name;
    EXPECT_EQ(names.front(), "United States") << name;
  }
  EXPECT_EQ(domain::country_names("Norge").front(), "Norway");
  EXPECT_EQ(domain::country_names("NOR").front(), "Norway");
  EXPECT_TRUE(domain::country_names("Atlantis").empty());
  EXPECT_TRUE(domain::country_names("").empty());
}

TEST(Countries, AreFoundAsWholeWords) {
  const auto found =
      domain::find_countries("from Norway to the UK, not usable");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].name, "Norway");
  EXPECT_EQ(found[1].name, "United Kingdom");
  // Codes in capitals only: "no" and "in" are words.
  EXPECT_TRUE(domain::find_countries("no, it is in at by").empty());
  EXPECT_TRUE(domain::find_countries("Normandy").empty());
}
