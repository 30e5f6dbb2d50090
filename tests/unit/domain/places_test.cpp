// SPDX-License-Identifier: Apache-2.0
#include "core/domain/places.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

namespace {

// Counties and what counts as such in the 2020 list of the United States
// Census Bureau, by postal code, checked against the PyPI package addfips
// 0.4.2; South Dakota has one more here, Shannon
// County, which is Oglala Lakota since 2015. States with second codes (Kern in
// California, Virginia, Alaska) are not in the list.
const std::map<std::string, size_t> k_census = {
    {"AL", 67},  {"AZ", 15},  {"AR", 75},  {"CO", 64},  {"CT", 8},   {"DE", 3},
    {"FL", 67},  {"GA", 159}, {"ID", 44},  {"IL", 102}, {"IN", 92},  {"IA", 99},
    {"KS", 105}, {"KY", 120}, {"LA", 64},  {"ME", 16},  {"MD", 24},  {"MA", 14},
    {"MI", 83},  {"MN", 87},  {"MS", 82},  {"MO", 115}, {"MT", 56},  {"NE", 93},
    {"NV", 17},  {"NH", 10},  {"NJ", 21},  {"NM", 33},  {"NC", 100}, {"ND", 53},
    {"OH", 88},  {"OK", 77},  {"OR", 36},  {"PA", 67},  {"RI", 5},   {"SC", 46},
    {"SD", 67},  {"TN", 95},  {"TX", 254}, {"UT", 29},  {"VT", 14},  {"WA", 39},
    {"WV", 55},  {"WI", 72},  {"WY", 23},  {"HI", 5},   {"NY", 62}};

TEST(Counties, AreAsManyAsTheCensusCounts) {
  for (const auto& [postal, count] : k_census) {
    const auto* state = domain::state_by_name(postal);
    ASSERT_NE(state, nullptr) << postal;
    const auto have =
        std::count_if(domain::counties().begin(), domain::counties().end(),
                      [&](const domain::County& one) {
                        return one.state == state->api_code;
                      });
    EXPECT_EQ(static_cast<size_t>(have), count) << postal;
  }
}

TEST(Counties, BearTheCodesThatAreNotFips) {
  const auto name = [](uint32_t state, uint32_t county) {
    const auto* found = domain::county_by_code(state, county);
    return found == nullptr ? "" : std::string(found->name);
  };
  EXPECT_EQ(name(2, 12), "La Paz");
  EXPECT_EQ(name(30, 6), "Cibola");
  EXPECT_EQ(name(30, 28), "Los Alamos");
  EXPECT_EQ(name(5, 14), "Broomfield");
  EXPECT_EQ(name(42, 507), "Zavala");
  EXPECT_EQ(name(4, 29), "Kern");
  EXPECT_EQ(name(4, 30), "Kern");
  EXPECT_EQ(name(31, 47), "Kings");
  EXPECT_EQ(name(42, 508), "");
}

TEST(Counties, AreasOffshoreAndLakesPass) {
  EXPECT_TRUE(domain::is_state_and_county(37, 537));  // Lake Erie
  EXPECT_TRUE(domain::is_state_and_county(4, 283));   // off Santa Barbara
  EXPECT_TRUE(domain::is_state_and_county(17, 709));  // Eugene Island
  EXPECT_TRUE(domain::is_state_and_county(49, 47));   // Yellowstone
  EXPECT_FALSE(domain::is_state_and_county(15, 225)); // no coast
  EXPECT_FALSE(domain::is_state_and_county(49, 225));
  EXPECT_FALSE(domain::is_state_and_county(4, 284));
}

struct Row {
  uint32_t state = 0;
  uint32_t county = 0;
  std::string text;
};

std::vector<Row> rows_of(std::ifstream& in) {
  std::vector<Row> out;
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    Row row;
    row.text = line;
    std::istringstream fields(line);
    std::string number, state, county;
    std::getline(fields, number, ',');
    std::getline(fields, state, ',');
    std::getline(fields, county, ',');
    row.state = static_cast<uint32_t>(std::stoul(number));
    row.county = static_cast<uint32_t>(std::stoul(county));
    out.push_back(std::move(row));
  }
  return out;
}

TEST(Counties, OfThePublishedApiListAllPass) {
  std::ifstream in(
      std::string(KEYBED_SOURCE_DIR) +
      "/../shared/archive/Tables/FracFocus/APIStateCountyCodesFullList.csv");
  if (!in) {
    GTEST_SKIP() << "skipped, no ../shared";
  }
  const auto rows = rows_of(in);
  ASSERT_GT(rows.size(), 3000U);
  std::set<std::string> refused;
  for (const Row& row : rows) {
    if (!domain::is_state_and_county(row.state, row.county)) {
      refused.insert(row.text);
    }
  }
  EXPECT_EQ(refused, std::set<std::string>());
}

TEST(States, AWestVirginiaIsNoVirginia) {
  for (const char* text : {"West Virginia", "WEST VIRGINIA", "west virginia"}) {
    const auto found = domain::find_states(std::string("in ") + text + ".");
    ASSERT_EQ(found.size(), 1U) << text;
    EXPECT_EQ(found[0].state->name, "West Virginia");
  }
  EXPECT_EQ(domain::find_states("Arkansas")[0].state->name, "Arkansas");
  EXPECT_TRUE(domain::find_states("or me in hi").empty());
}

} // namespace
