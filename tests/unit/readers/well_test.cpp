// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/readers/reader_run.hpp"
#include "worker/readers/well_files.hpp"
#include "worker/readers/well_reader.hpp"

#include <gtest/gtest.h>

namespace {

using readers::Match;
using readers_test::Outcome;

Outcome read(const std::string& bytes, const std::string& extension = "txt") {
  return readers_test::run(*readers::make_well_reader(), bytes, extension);
}

const std::string k_rms = "1.0\nUnknown\nLARK 1 1000.5 2000.25 31.5\n2\n"
                          "MDEPTH CONT linear\nZONE DISC 0 SAND 1 SHALE\n"
                          "1000 2000  10 100.0 0\n1001 2000 11 101.5 -999\n";

TEST(Well, AnRmsWellHasItsPlaceItsLogsAndItsRange) {
  const auto found = read(k_rms);
  EXPECT_EQ(found.detection.match, Match::content);
  EXPECT_EQ(found.detection.format, "rms_well");
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_EQ(found.document.head.title, "LARK 1");
  EXPECT_TRUE(found.has_key("well-name", "LARK 1"));
  EXPECT_EQ(found.number("surface_x"), 1000.5);
  EXPECT_EQ(found.number("elevation_rkb"), 31.5);
  EXPECT_EQ(found.number("curve_count"), 2);
  EXPECT_EQ(found.number("data_rows"), 2);
  EXPECT_EQ(found.number("survey_depth_stop"), 101.5);
  EXPECT_TRUE(found.holds("ZONE DISC 0 SAND 1 SHALE"));
  EXPECT_TRUE(found.document.rejects.empty());
}

TEST(Well, RmsWellsMayStandOneBehindAnother) {
  auto second = k_rms;
  second.replace(second.find("LARK 1"), 6, "LARK 2");
  const auto found = read(k_rms + second);
  EXPECT_EQ(found.number("well_count"), 2);
  EXPECT_TRUE(found.has_key("well-name", "LARK 2"));
  EXPECT_TRUE(found.document.rejects.empty());
}

TEST(Well, ATruncatedRmsWellSaysWhatIsMissing) {
  const auto found = read(k_rms.substr(0, k_rms.size() - 5));
  ASSERT_TRUE(found.read);
  EXPECT_EQ(found.number("data_rows"), 1);
  ASSERT_NE(found.reject("row"), nullptr);
  EXPECT_EQ(found.reject("row")->locator.line, 8U);
}

TEST(Well, APetrelPathHasItsHeaderAndItsStations) {
  const auto found = read("# WELL TRACE FROM PETREL\n"
                          "# WELL NAME: 15/9-F-1 A\n"
                          "# WELL HEAD X-COORDINATE: 435050.5 (m)\n"
                          "# WELL KB: 54.9 (ft)\n"
                          "# ANGLES ARE GIVEN IN DEGREES\n"
                          "#====\n  MD X Y Z TVD INCL AZIM_TN\n#====\n"
                          " 0 1 2 3 0 0 0\n 1000 1 2 3 990 12.5 180\n");
  EXPECT_EQ(found.detection.format, "petrel_well_path");
  EXPECT_EQ(found.text("well_name"), "15/9-F-1 A");
  EXPECT_TRUE(found.has_key("wellbore", "15/9-F-1 A"));
  EXPECT_EQ(found.number("surface_x_m"), 435050.5);
  EXPECT_NEAR(found.number("elevation_kb_m"), 54.9 * 0.3048, 1e-9);
  EXPECT_NEAR(found.number("survey_depth_stop_m"), 304.8, 1e-9);
  EXPECT_EQ(found.number("max_inclination_deg"), 12.5);
  EXPECT_EQ(found.number("survey_station_count"), 2);
}

TEST(Well, PetrelTopsGiveWellsAndTheirTops) {
  const auto found = read("# Petrel well tops\nVERSION 2\nBEGIN HEADER\n"
                          "X\nY\nMD\nSurface\nWell\nEND HEADER\n"
                          "1 2 1000.5 \"Top Viking\" \"15/9-F-1 A\"\n"
                          "1 2 1100.5 \"Top Colony\" \"15/9-F-1 A\"\n");
  EXPECT_EQ(found.detection.format, "petrel_well_tops");
  EXPECT_EQ(found.number("well_count"), 1);
  EXPECT_TRUE(found.has_key("wellbore", "15/9-F-1 A"));
  EXPECT_EQ(found.document.keys.front().role, domain::KeyRole::row);
  EXPECT_EQ(found.text("formation_top"), "Top Viking");
  EXPECT_TRUE(found.holds("MD: 1100.5; Surface: Top Colony"));
}

TEST(Well, APathWithoutNamesIsProvedByItsValues) {
  const auto found = read("600\t100  -30   0\n600\t100\t70\t100\n", "track");
  EXPECT_EQ(found.detection.format, "well_path");
  EXPECT_EQ(found.number("survey_depth_stop"), 100);
  EXPECT_TRUE(found.holds("X: 600; Y: 100; Z: 70; MD: 100"));
  // Four columns of something else are none.
  EXPECT_EQ(read("1 2 3 4\n5 6 7 80\n", "track").detection.match, Match::no);
}

TEST(Well, APathIsToldByTheNamesOfItsColumns) {
  const auto found = read("! survey of LARK 1\nMD(ft) INC(deg) AZI(deg)\n"
                          "0 0 0\n1000 4.5 90\n",
                          "dev");
  EXPECT_EQ(found.detection.format, "well_path");
  EXPECT_NEAR(found.number("survey_depth_stop_m"), 304.8, 1e-9);
  EXPECT_TRUE(found.holds("survey of LARK 1"));
  EXPECT_EQ(read("MD INC AZI\n0 0 0\n", "c").detection.match, Match::no);
}

TEST(Well, TopsAreDepthsWithNames) {
  const auto found =
      read("top, comp lith\n0, overburden\n50, miguel\n", "tops");
  EXPECT_EQ(found.detection.format, "well_tops");
  EXPECT_EQ(found.text("formation_top"), "overburden");
  EXPECT_TRUE(found.holds("top: 50; comp lith: miguel"));
  EXPECT_EQ(read("some words\nand more words\n", "tops").detection.match,
            Match::no);
}

TEST(Well, OtherTextIsNotItsOwn) {
  EXPECT_EQ(read("1.0\nof a manual\nis here\n4\n").detection.match, Match::no);
  EXPECT_EQ(read("{\"a\": [1, 2]}\n", "survey").detection.match, Match::no);
}

TEST(Well, WordsArePartedByTheMarkAndHeldByQuotes) {
  using readers::wells::words_of;
  using Words = std::vector<std::string_view>;
  EXPECT_EQ(words_of("  a \t \"b c\"  d ", ' '), (Words{"a", "b c", "d"}));
  EXPECT_EQ(words_of("a,\"b, c\",,d", ','), (Words{"a", "b, c", "", "d"}));
  EXPECT_EQ(words_of("a,", ','), (Words{"a", ""}));
  EXPECT_EQ(words_of("", ' '), Words{});
}

} // namespace
