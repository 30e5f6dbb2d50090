// SPDX-License-Identifier: Apache-2.0
#include "core/domain/well_name.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace {

using domain::compose_well_name;
using domain::well_name_form;

TEST(WellName, EverySpellingOfALeaseAndANumberIsOne) {
  for (const char* text :
       {"HAVERKAMP 'A' #1", "Haverkamp A-1", "HAVERKAMP \"A\" 1",
        "Haverkamp A No. 1", "haverkamp  a  NO 1", "Haverkamp A Well No. 1",
        "HAVERKAMP (A) WELL 1", "HAVERKAMP A1", "Haverkamp A NUM. 1",
        "HAVERKAMP, A, NUMBER 1",
        "HAVERKAMP \xe2\x80\x98"
        "A\xe2\x80\x99 #1"}) {
    EXPECT_EQ(well_name_form(text), "HAVERKAMP A 1") << text;
  }
}

TEST(WellName, WhatIsPartOfANameStays) {
  EXPECT_EQ(well_name_form("W. GAYDUSEK II 1"), "W GAYDUSEK II 1");
  EXPECT_NE(well_name_form("SMITH II"), well_name_form("SMITH 2"));
  EXPECT_NE(well_name_form("SMITH UNIT 3"), well_name_form("SMITH 3"));
  EXPECT_NE(well_name_form("SMITH 1-34"), well_name_form("SMITH 134"));
  EXPECT_NE(well_name_form("SMITH 1A"), well_name_form("SMITH 1 A"));
  EXPECT_NE(well_name_form("ROBINSON 24-1"), well_name_form("ROBINSON 1-24"));
  EXPECT_EQ(well_name_form("O'BRIEN #2"), "OBRIEN 2");
  EXPECT_EQ(well_name_form("O\xe2\x80\x99"
                           "Brien 2"),
            "OBRIEN 2");
  EXPECT_EQ(well_name_form("COTTONWOOD WELL"), "COTTONWOOD WELL");
  EXPECT_EQ(well_name_form("NO NAME 1"), "NO NAME 1");
  EXPECT_EQ(well_name_form("'#\""), "");
}

TEST(WellName, TheFormOfAFormIsItself) {
  std::mt19937 random(4);
  const std::string letters = "AB1 2'\"#-.NOWELnou\xc3\xa5(";
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (size_t n = random() % 24; n > 0; --n) {
      text += letters[random() % letters.size()];
    }
    const std::string once = well_name_form(text);
    ASSERT_EQ(well_name_form(once), once) << text;
  }
  EXPECT_EQ(well_name_form("X NO NO WELL NO 1"), "X 1");
}

TEST(WellName, ALeaseAndANumberMakeOneName) {
  EXPECT_EQ(compose_well_name("HAVERKAMP 'A'", "1"), "HAVERKAMP 'A' 1");
  EXPECT_EQ(compose_well_name("SMITH", "#1-34"), "SMITH #1-34");
  EXPECT_EQ(compose_well_name("SMITH", "NO. 2"), "SMITH NO. 2");
  EXPECT_EQ(compose_well_name("SMITH", "UNIT 3"), "SMITH UNIT 3");
  EXPECT_EQ(compose_well_name("SMITH", "SMITH #1"), "SMITH #1");
  EXPECT_EQ(compose_well_name("Baumgartner 1-23", "1-23"), "Baumgartner 1-23");
  EXPECT_EQ(compose_well_name("RATZLAFF 1", "1"), "RATZLAFF 1 1");
  EXPECT_EQ(compose_well_name("", "1"), "");
  EXPECT_EQ(compose_well_name("SMITH", ""), "");
  EXPECT_EQ(compose_well_name("12", "1"), "");
}

TEST(WellName, ANumberIsToldFromAName) {
  for (const char* text : {"1", "A-1", "#1-34", "NO. 2", "WELL 1", "UNIT 3",
                           "1-H", "12", "2A", "1H", "A 14-2"}) {
    EXPECT_TRUE(domain::is_number_of_well(text)) << text;
    EXPECT_FALSE(domain::has_own_name(text)) << text;
  }
  for (const char* text : {"HAVERKAMP 1", "SMITH", "", "15-131-20047",
                           "19801231", "12/06/1992", "ROBINSON 24-1"}) {
    EXPECT_FALSE(domain::is_number_of_well(text)) << text;
  }
  EXPECT_TRUE(domain::has_own_name("HAVERKAMP 'A'"));
  EXPECT_FALSE(domain::has_own_name("N/A"));
}

TEST(WellName, ColumnsSayWhatTheyHold) {
  for (const char* name : {"LEASE", "LEASE_NAME", "LeaseName", "lse_name",
                           "WELL_NAME", "UNIT_NAME", "WELLNAME"}) {
    EXPECT_TRUE(domain::names_leases(name)) << name;
    EXPECT_FALSE(domain::names_well_numbers(name)) << name;
  }
  for (const char* name : {"WELL_NUM", "WELLNUM", "WELL_NO", "Well Number",
                           "WELL", "WELL#", "wellno"}) {
    EXPECT_TRUE(domain::names_well_numbers(name)) << name;
    EXPECT_FALSE(domain::names_leases(name)) << name;
  }
  EXPECT_FALSE(domain::names_leases("RELEASE_DATE"));
  EXPECT_FALSE(domain::names_well_numbers("SWELL"));
}

} // namespace
