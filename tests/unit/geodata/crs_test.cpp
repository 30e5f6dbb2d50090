// SPDX-License-Identifier: Apache-2.0
#include "core/geodata/crs.hpp"

#include <gtest/gtest.h>

namespace {

using geodata::Box;
using geodata::identify_crs;

const std::string k_utm_14 =
    R"(PROJCS["NAD_1983_UTM_Zone_14N",GEOGCS["GCS_North_American_1983",)"
    R"(DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],)"
    R"(PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],)"
    R"(PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],)"
    R"(PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",-99.0],)"
    R"(PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],)"
    R"(UNIT["Meter",1.0]])";

TEST(Crs, ASureMatchHasItsCode) {
  const auto crs =
      identify_crs(k_utm_14, Box{500000, 4000000, 510000, 4010000});
  ASSERT_TRUE(crs);
  EXPECT_EQ(crs->epsg, 26914);
  EXPECT_EQ(crs->name, "NAD83 / UTM zone 14N");
  EXPECT_EQ(crs->unit_size, 1);
  EXPECT_FALSE(crs->geographic);
}

TEST(Crs, DataOutsideTheAreaOfUseAreNotVerified) {
  const auto crs = identify_crs(k_utm_14, Box{0, 0, 5000, 10000});
  ASSERT_TRUE(crs);
  EXPECT_FALSE(crs->epsg);
  EXPECT_EQ(crs->candidate, 26914);
  EXPECT_NE(crs->doubt, "");
}

TEST(Crs, FeetInsteadOfMetresAreNoMatch) {
  std::string feet = k_utm_14;
  feet.replace(feet.rfind("UNIT[\"Meter\",1.0]"), 17,
               "UNIT[\"Foot_US\",0.3048006096012192]");
  const auto crs = identify_crs(feet, std::nullopt);
  ASSERT_TRUE(crs);
  EXPECT_FALSE(crs->epsg);
}

TEST(Crs, InternationalFeetAreNotUsSurveyFeet) {
  const std::string ohio =
      R"w(PROJCS["NAD83 / Ohio North (ftUS)",GEOGCS["NAD83",DATUM["North_American_Datum_1983",)w"
      R"(SPHEROID["GRS 1980",6378137,298.257222101]],PRIMEM["Greenwich",0],)"
      R"(UNIT["degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic_2SP"],)"
      R"(PARAMETER["standard_parallel_1",41.7],PARAMETER["standard_parallel_2",40.4333333333333],)"
      R"(PARAMETER["latitude_of_origin",39.6666666666667],PARAMETER["central_meridian",-82.5],)"
      R"(PARAMETER["false_easting",1968500],PARAMETER["false_northing",0],)";
  const auto survey = identify_crs(
      ohio + R"(UNIT["US survey foot",0.304800609601219]])", std::nullopt);
  ASSERT_TRUE(survey);
  EXPECT_EQ(survey->epsg, 3734);
  const auto international =
      identify_crs(ohio + R"(UNIT["foot",0.3048]])", std::nullopt);
  ASSERT_TRUE(international);
  EXPECT_FALSE(international->epsg);
}

TEST(Crs, EastComesBeforeNorth) {
  const auto crs = identify_crs(
      R"(GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],)"
      R"(PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]])",
      Box{-105, 42, -104, 44});
  ASSERT_TRUE(crs);
  EXPECT_EQ(crs->epsg, 4326);
  const auto box = geodata::to_lon_lat(crs->wkt, Box{-105, 42, -104, 44});
  ASSERT_TRUE(box);
  EXPECT_NEAR(box->min_x, -105, 1e-9);
  EXPECT_NEAR(box->max_y, 44, 1e-9);
}

TEST(Crs, DegreesBeyondTheGlobeAreNotVerified) {
  const auto crs = identify_crs(
      R"(GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],)"
      R"(PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]])",
      Box{500000, 4000000, 510000, 4010000});
  ASSERT_TRUE(crs);
  EXPECT_FALSE(crs->epsg);
}

TEST(Crs, WhatIsNoDefinitionIsAnError) {
  EXPECT_FALSE(identify_crs("", std::nullopt));
  EXPECT_FALSE(identify_crs("no WKT at all", std::nullopt));
  EXPECT_FALSE(identify_crs("PROJCS[\"cut", std::nullopt));
  EXPECT_FALSE(identify_crs(std::string(100000, '['), std::nullopt));
}

} // namespace
