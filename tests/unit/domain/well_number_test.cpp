// SPDX-License-Identifier: Apache-2.0
#include "core/domain/places.hpp"
#include "core/domain/well_number.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <random>

using domain::WellNumber;

TEST(WellNumber, ReadsEverySpelling) {
  for (const char* text :
       {"49-025-06325", "4902506325", "49 025 06325", " 49-025-06325 ",
        "4902506325.0", "4.902506325e9", "49.025.06325", "49/025/06325",
        "49_025_06325", "API 49-025-06325", "API No. 4902506325",
        "UWI: 49-025-06325", "US Well Number 49-025-06325", "api#4902506325"}) {
    const auto well = WellNumber::parse(text);
    ASSERT_TRUE(well) << text;
    EXPECT_EQ(well->digits(), "4902506325") << text;
  }
  EXPECT_EQ(WellNumber::parse("2.50638700000e+006")->digits(), "02506387");
  EXPECT_EQ(WellNumber::parse("15-115-21454-00-00")->display(),
            "15-115-21454-00-00");
  EXPECT_EQ(WellNumber::parse("4.90250632501E+13")->digits(), "490250632501");
  EXPECT_EQ(WellNumber::parse("4.9025063250100E+13")->digits(),
            "49025063250100");
  EXPECT_EQ(WellNumber::parse("135-20003")->display(), "135-20003");
}

TEST(WellNumber, RefusesWhatIsNone) {
  for (const char* text :
       {"", "49", "490250632", "99-025-06325", "49-998-06325", "4.2501E+13",
        "1-800-555-1234", "49-025-06325-0", "nan", "41.01444123", "49/02506325",
        "4.902506325E+13", "API", "apiary 4902506325", "49-025-00000",
        "490-25-06325"}) {
    EXPECT_FALSE(WellNumber::parse(text)) << text;
  }
}

TEST(WellNumber, NamesTheSameWellOnlyAsTheLayoutSays) {
  const auto well = [](const char* text) { return *WellNumber::parse(text); };
  EXPECT_TRUE(same_well(well("4902506325"), well("49025063250100")));
  EXPECT_TRUE(same_well(well("2506325"), well("4902506325")));
  EXPECT_FALSE(same_well(well("4902506325"), well("0502506325")));
  EXPECT_FALSE(same_well(well("4902506325"), well("4902506326")));
}

TEST(WellNumber, EverySpellingOfRandomWellsMeets) {
  std::mt19937 rng(5);
  const auto& counties = domain::counties();
  for (int i = 0; i < 2000; ++i) {
    const auto& county = counties[rng() % counties.size()];
    char text[64];
    const unsigned unique = 1 + static_cast<unsigned>(rng() % 99999);
    std::snprintf(text, sizeof text, "%02u-%03u-%05u", county.state,
                  county.county, unique);
    const auto first = WellNumber::parse(text);
    ASSERT_TRUE(first) << text;
    std::string packed(text);
    std::erase(packed, '-');
    EXPECT_EQ(WellNumber::parse(packed)->digits(), first->digits());
    EXPECT_TRUE(same_well(*WellNumber::parse(packed + "0100"), *first));
    EXPECT_TRUE(same_well(*WellNumber::parse(packed.substr(2)), *first));
  }
}

TEST(Places, CountsCountiesAsPublished) {
  const auto count = [](uint32_t state) {
    return std::count_if(
        domain::counties().begin(), domain::counties().end(),
        [&](const domain::County& c) { return c.state == state; });
  };
  EXPECT_EQ(count(42), 254);
  EXPECT_EQ(count(7), 3);
  EXPECT_EQ(domain::county_by_code(49, 25)->name, "Natrona");
  EXPECT_EQ(domain::county_by_code(4, 30)->name, "Kern");
  EXPECT_EQ(domain::county_by_code(49, 26), nullptr);
}

TEST(Places, StatesAreApiCodesNotFips) {
  EXPECT_EQ(domain::state_by_name("wyoming")->api_code, 49U);
  EXPECT_EQ(domain::state_by_name("Alaska")->api_code, 50U);
  EXPECT_EQ(domain::state_by_name("WY")->api_code, 49U);
  EXPECT_EQ(domain::state_by_name("wy"), nullptr);
}

TEST(Places, LongestStateNameWins) {
  const auto found = domain::find_states("wells in West Virginia, or in OR");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].state->name, "West Virginia");
  EXPECT_EQ(found[1].state->name, "Oregon");
}
