// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/readers/model_bytes.hpp"
#include "tests/unit/readers/read_support.hpp"

#include <bit>
#include <map>

namespace readers::test {
namespace {

const std::string k_irap = "-996 3 25.0 50.0\n"
                           "1000.0 1100.0 2000.0 2100.0\n"
                           "5 0.0 1000.0 2000.0\n"
                           "0 0 0 0 0 0 0\n"
                           "1500.0 1501.0 1502.5 1503.0 1504.0 9999900.0\n"
                           "1506.0 1507.0 1508.0 1509.0\n"
                           "1510.0 1511.0 1512.0 1513.0 1530.25\n";

std::string irap_binary(uint32_t rows, uint32_t columns, float angle) {
  std::string out = record(big(static_cast<uint32_t>(-996)) + big(rows) +
                           big_float(1000) + big_float(1050) + big_float(2000) +
                           big_float(2010) + big_float(25) + big_float(10));
  out += record(big(columns) + big_float(angle) + big_float(1000) +
                big_float(2000));
  out += record(std::string(28, '\0'));
  out += record(big_float(-2.5F) + big_float(1e30F) + big_float(7));
  return out + record(big_float(1) + big_float(2) + big_float(3));
}

TEST(Surface, AnIrapClassicGridSaysItsShapeAndTheExtremesOfItsHeights) {
  const auto found = read_bytes("top.gri", k_irap);
  EXPECT_EQ(found.reader, "surface");
  EXPECT_EQ(found.document.head.format, "irap");
  EXPECT_EQ(found.fact("grid_rows"), "3");
  EXPECT_EQ(found.fact("grid_columns"), "5");
  EXPECT_EQ(found.fact("x_spacing"), "25");
  EXPECT_EQ(found.fact("max_x"), "1100");
  EXPECT_EQ(found.fact("max_y"), "2100");
  EXPECT_EQ(found.fact("min_z"), "1500");
  EXPECT_EQ(found.fact("max_z"), "1530.25") << "9999900 is no height";
  EXPECT_EQ(found.reasons(), "");
  EXPECT_NE(found.text().find("5 columns and 3 rows"), std::string::npos);
}

TEST(Surface, AGridThatEndsEarlyKeepsItsHeaderAndSaysSo) {
  const auto found =
      read_bytes("top.gri", k_irap.substr(0, k_irap.size() - 40));
  EXPECT_EQ(found.fact("grid_rows"), "3");
  EXPECT_EQ(found.fact("max_z"), "1508");
  EXPECT_EQ(found.fact("min_z"), "1500") << "the last number is cut in two";
  EXPECT_NE(found.reasons().find("3 rows of 5 values"), std::string::npos);
}

TEST(Surface, AHeaderWithoutCountsIsAnErrorWithItsLine) {
  const auto found = read_bytes(
      "top.gri", "-996 0 25 50\n0 1 2 3\n-4 0 0 0\n0 0 0 0 0 0 0\n1 2 3\n");
  EXPECT_NE(found.error.find("rows and columns are no counts (line 4"),
            std::string::npos)
      << found.error;
}

TEST(Surface, ABinaryIrapGridIsTurnedAboutItsOrigin) {
  const auto found = read_bytes("map", irap_binary(2, 3, 90));
  EXPECT_EQ(found.document.head.format, "irap-binary");
  EXPECT_EQ(found.fact("rotation_deg"), "90 deg");
  EXPECT_EQ(found.fact("min_y"), "2000");
  EXPECT_EQ(found.fact("max_y"), "2050") << "columns run north";
  EXPECT_EQ(found.fact("min_z"), "-2.5");
  EXPECT_EQ(found.fact("max_z"), "7");
  EXPECT_EQ(found.reasons(), "");
}

TEST(Surface, ABinaryGridCutAnywhereNeitherFailsUnsaidNorLies) {
  const auto whole = irap_binary(2, 3, 0);
  for (size_t size = 100; size < 136; size += 3) {
    const auto found = read_bytes("map", whole.substr(0, size));
    EXPECT_EQ(found.error, "");
    EXPECT_NE(found.reasons(), "") << size;
    EXPECT_EQ(found.fact("grid_columns"), "3");
  }
}

TEST(Surface, CpsThreeStatesLimitsAndNames) {
  const auto found = read_bytes("a.cps", "FSASCI 0 1 \"Computed by hand\" 0 "
                                         "0.1000000E+31\n"
                                         "FSATTR 0 0\n"
                                         "FSLIMI 100.0 300.0 500.0 900.0 "
                                         "-12.5 40.0\n"
                                         "FSNROW 5 3\n"
                                         "FSXINC 100.0 100.0\n"
                                         "->MSMODL: Top Draupne\n"
                                         "1 2 3 4 5 6 7 8 9 10 11 12 13 14 "
                                         "1.0E+30\n");
  EXPECT_EQ(found.document.head.format, "cps3");
  EXPECT_EQ(found.document.head.title, "MSMODL: Top Draupne");
  EXPECT_EQ(found.fact("grid_rows"), "5");
  EXPECT_EQ(found.fact("grid_columns"), "3");
  EXPECT_EQ(found.fact("min_z"), "-12.5") << "as the header states it";
  EXPECT_EQ(found.fact("nodata"), "1e+30");
  EXPECT_EQ(found.fact("max_y"), "900");
  EXPECT_EQ(found.reasons(), "");
}

TEST(Surface, LinesOfCpsThreeAreCountedByTheirNames) {
  const auto found = read_bytes(
      "faults.dat", "FFASCI 0 1 COMPUTED 0 1E30\nFFATTR 0 0\n->Brent fault\n"
                    "1 2 3\n4 5 6\n->2\n7 8 9\n");
  EXPECT_EQ(found.fact("polyline_count"), "2");
  EXPECT_EQ(found.fact("point_count"), "3");
  EXPECT_EQ(found.fact("surface_name"), "Brent fault");
  EXPECT_EQ(found.fact("max_z"), "9");
}

TEST(Surface, EarthVisionFieldsAreColumnsAndWellsAreKeys) {
  const auto found = read_bytes(
      "wells.dat", "# Type: scattered data\n# Version: 1\n"
                   "# Description: Wells of Kimberlina\n# Format: free\n"
                   "# Field: 1 wellid non-numeric\n# Field: 2 x meters\n"
                   "# Field: 3 y\n# Field: 4 z feet\n"
                   "# Projection: Universal Transverse Mercator\n# Zone: 11\n"
                   "# End:\n\"Vedder Rall 7\" 100.5 200 -30\nother 50 1e2 4\n"
                   "broken\n");
  EXPECT_EQ(found.document.head.format, "earthvision");
  EXPECT_EQ(found.document.head.title, "Wells of Kimberlina");
  EXPECT_EQ(found.fact("point_count"), "2");
  EXPECT_EQ(found.fact("xy_unit"), "m");
  EXPECT_EQ(found.fact("z_unit"), "ft");
  EXPECT_EQ(found.fact("zone"), "11");
  EXPECT_EQ(found.fact("min_y"), "100 m");
  EXPECT_TRUE(found.has_key("Vedder Rall 7"));
  EXPECT_NE(found.text().find("wellid: Vedder Rall 7; x: 100.5"),
            std::string::npos);
  EXPECT_NE(found.reasons().find("1 rows have no x and y"), std::string::npos);
}

TEST(Surface, AnEarthVisionGridHasItsSizeAndSpace) {
  const auto found = read_bytes(
      "grid.dat", "# Type: GRID\n# Format: free\n# Field: 1 x\n# Field: 2 y\n"
                  "# Field: 3 z meters\n# Field: 4 column integer\n"
                  "# Field: 5 row integer\n# End:\n# Information from grid:\n"
                  "# Grid_size: 3 x 2\n# Grid_space: 0.0,20.0,100.0,150.0\n"
                  "# Z_units: meters\n0 100 7 1 1\n20 150 1e20 3 2\n");
  EXPECT_EQ(found.fact("grid_columns"), "3");
  EXPECT_EQ(found.fact("grid_rows"), "2");
  EXPECT_EQ(found.fact("x_spacing"), "10");
  EXPECT_EQ(found.fact("max_z"), "7 m") << "1e20 is no height";
}

TEST(Surface, PetrelPointsNameTheirColumns) {
  const auto found = read_bytes(
      "p.txt", "# Petrel Points with attributes\n"
               "# Unit in X and Y direction: m\n# Unit in depth: ft\n"
               "VERSION 1\nBEGIN HEADER\nX\nY\nZ\nSTRING,Well\nINT,Zone\n"
               "END HEADER\n10 20 -30 \"Robinson Unit 4\" 2\n"
               "11 21 -999 \"Vedder Rall 7\" 3\n");
  EXPECT_EQ(found.document.head.format, "petrel-points");
  EXPECT_EQ(found.fact("column"), "X|Y|Z|Well|Zone");
  EXPECT_EQ(found.fact("min_z"), "-30 ft") << "-999 is undefined";
  EXPECT_TRUE(found.has_key("Robinson Unit 4"));
}

TEST(Surface, WellTopsOfPetrelAreNoPoints) {
  const auto found = read_bytes("tops.txt", "# Petrel well tops\nVERSION 2\n"
                                            "BEGIN HEADER\nX\nY\nEND HEADER\n");
  EXPECT_NE(found.reader, "surface");
}

TEST(Surface, AnOpenWorksHorizonIsNamedByItsHeader) {
  const auto found = read_bytes(
      "h.dat", "@File_Version: 4\n#Horizon_name____________-> Top Sognefjord\n"
               "#Horizon_data_domain_____-> DEPTH\n"
               "#Export_XY_Unit__________-> meters\n"
               "#End_of_Horizon_ASCII_Header_\n"
               " 1331.0 2009.0 655615.24 6627263.5 5874.8\n"
               " 1331.0 2008 655605.82 6627255.3 6075.2\nEOB\n");
  EXPECT_EQ(found.document.head.title, "Top Sognefjord");
  EXPECT_EQ(found.fact("horizon"), "Top Sognefjord");
  EXPECT_EQ(found.fact("domain"), "depth");
  EXPECT_EQ(found.fact("point_count"), "2");
  EXPECT_EQ(found.fact("min_z"), "5874.8");
  EXPECT_EQ(found.reasons(), "");
}

TEST(Surface, ZmapPointsAreReadByTheirFields) {
  const auto found = read_bytes(
      "f.zmap", "! Project: Reek\n! Date: 2017-11-13T09:51:19\n"
                "@FREE POINT , DATA, 80, 1\n"
                "X (EASTING), 1, 1,  1, 1, 10,, 1.0E+30,,, 4, 0\n"
                "Y (NORTHING), 2, 2,  1, 11, 20,, 1.0E+30,,, 4, 0\n"
                "Z VALUE, 3, 3,  1, 21, 30,, 1.0E+30,,, 4, 0\n"
                "SEG I.D., 4, 35, 1, 31, 40,, 1.0E+30,,, 0, 0\n@\n"
                "1.5 2.5 1696.0 0\n2.5 3.5 1690.0 0\n4.5 5.5 1e30 1\n");
  EXPECT_EQ(found.fact("point_count"), "3");
  EXPECT_EQ(found.fact("polyline_count"), "2");
  EXPECT_EQ(found.fact("max_x"), "4.5");
  EXPECT_EQ(found.fact("max_z"), "1696");
  EXPECT_EQ(found.fact("project"), "Reek");
  EXPECT_EQ(found.fact("created_date"), "2017-11-13");
}

TEST(Surface, ZmapGridsAreReadAlsoWhereValuesTouch) {
  const std::string head = "! made by hand\n@top HEADER, GRID, 5\n"
                           "8, -9999.00, , 2, 1\n"
                           "2, 3, 100.0, 300.0, 50.0, 150.0\n0, 0, 0\n@\n";
  for (const auto* values : {"1500.5 1501.25 1502 1503 -9999.00 -2000.5\n",
                             " 1500.50 1501.25 1502.00 1503.00\n"
                             "-9999.00-2000.50\n"}) {
    const auto found = read_bytes("top.dat", head + values);
    EXPECT_EQ(found.reader, "surface");
    EXPECT_EQ(found.document.head.format, "zmap");
    EXPECT_EQ(found.fact("grid_rows"), "2");
    EXPECT_EQ(found.fact("grid_columns"), "3");
    EXPECT_EQ(found.fact("x_spacing"), "100");
    EXPECT_EQ(found.fact("min_z"), "-2000.5") << values;
    EXPECT_EQ(found.fact("max_z"), "1503");
    EXPECT_EQ(found.fact("nodata"), "-9999");
    EXPECT_EQ(found.fact("crs_name"), "unknown");
    EXPECT_EQ(found.reasons(), "");
  }
}

std::string surfer_six() {
  std::string out = "DSBB" + little(uint16_t{3}) + little(uint16_t{2});
  for (const double limit : {0.0, 20.0, 100.0, 110.0, -5.0, 7.5}) {
    out += little_double(limit);
  }
  for (const float value : {1.0F, 2.0F, 3.0F, -5.0F, 7.5F, 1.70141e38F}) {
    out += little(std::bit_cast<uint32_t>(value));
  }
  return out;
}

std::string surfer_seven() {
  std::string out = "DSRB" + little(4U) + little(1U) + "GRID" + little(72U) +
                    little(2U) + little(3U);
  // Origin, steps; a greatest value below the least: nothing is stated.
  for (const double one : {0.0, 100.0, 10.0, 10.0, 1.0, 0.0, 0.0, 1e30}) {
    out += little_double(one);
  }
  out += "XTRA" + little(2U) + "??" + "DATA" + little(48U);
  for (const double value : {1.0, 2.0, 3.0, -5.0, 7.5, 1e30}) {
    out += little_double(value);
  }
  return out;
}

TEST(Surface, SurferGridsOfAllThreeKindsSayTheSame) {
  const std::string text =
      "DSAA\n3 2\n0 20\n100 110\n-5 7.5\n1 2 3\n-5 7.5 1.70141e38\n";
  for (const auto& bytes : {text, surfer_six(), surfer_seven()}) {
    const auto found = read_bytes("a.grd", bytes);
    EXPECT_EQ(found.reader, "surface");
    EXPECT_EQ(found.document.head.format, "surfer-grid");
    EXPECT_EQ(found.fact("grid_columns"), "3");
    EXPECT_EQ(found.fact("grid_rows"), "2");
    EXPECT_EQ(found.fact("y_spacing"), "10");
    EXPECT_EQ(found.fact("max_x"), "20");
    EXPECT_EQ(found.fact("min_y"), "100");
    EXPECT_EQ(found.fact("min_z"), "-5");
    EXPECT_EQ(found.fact("max_z"), "7.5");
    EXPECT_EQ(found.reasons(), "");
  }
}

TEST(Surface, ABinarySurferGridCutAnywhereSaysSo) {
  for (const auto& whole : {surfer_six(), surfer_seven()}) {
    for (size_t size = 57; size < whole.size(); ++size) {
      const auto found = read_bytes("a.grd", whole.substr(0, size));
      EXPECT_NE(found.reasons() + found.error, "") << size;
      EXPECT_TRUE(found.error.empty() ||
                  found.error.find("byte") != std::string::npos)
          << found.error;
    }
  }
  auto hostile = surfer_seven();
  hostile.replace(20, 8, std::string(8, '\x7F')); // two milliards of each
  const auto found = read_bytes("a.grd", hostile);
  EXPECT_EQ(found.fact("grid_rows"), "2139062143");
  EXPECT_NE(found.reasons(), "");
}

TEST(Surface, ASystemBesideAGridPlacesItOnEarth) {
  const Folder folder;
  const auto path =
      folder.file("a.grd", "DSAA\n3 2\n0 20\n50 60\n-5 7.5\n1 2 3\n-5 7.5 1\n");
  const auto prj = folder.file(
      "a.prj",
      "GEOGCS[\"GCS_WGS_1984\",DATUM[\"D_WGS_1984\",SPHEROID[\"WGS_1984\","
      "6378137.0,298.257223563]],PRIMEM[\"Greenwich\",0.0],UNIT[\"Degree\","
      "0.0174532925199433]]");
  const auto input = open_input(path, {prj});
  ASSERT_TRUE(input);
  domain::Collector sink(1000);
  ASSERT_TRUE(choose_reader(*input).reader->read(*input, sink));
  std::map<std::string, std::string> facts;
  for (const auto& fact : sink.documents().at(0).facts) {
    EXPECT_TRUE(facts.emplace(fact.key, fact.text).second) << fact.key;
  }
  EXPECT_EQ(facts["epsg"], "4326");
  EXPECT_EQ(facts["min_y"], "50");
  EXPECT_EQ(facts["max_longitude"], "20");
}

TEST(Surface, RowsOfNineNineNineEndALine) {
  const auto found = read_bytes("f.pol", "1 2 3\n4 5 6\n999.0 999.0 999.0\n"
                                         "7 8 9\n999.0 999.0 999.0\n");
  EXPECT_EQ(found.document.head.format, "irap-points");
  EXPECT_EQ(found.fact("point_count"), "3");
  EXPECT_EQ(found.fact("polyline_count"), "2");
  EXPECT_EQ(found.fact("max_x"), "7");
}

TEST(Surface, ProseWithNumbersIsNoSurface) {
  EXPECT_EQ(read_bytes("notes.pol", "The pump 1 2 3\n4 5 6\n").reader, "text");
  EXPECT_EQ(read_bytes("a.txt", "1 2 3\n4 5 6\n").reader, "text");
}

TEST(Surface, GocadObjectsAreCountedAndNamed) {
  const auto found = read_bytes(
      "f.ts", "GOCAD TSurf 1\nHEADER {\nname: Fault A\n}\n"
              "GOCAD_ORIGINAL_COORDINATE_SYSTEM\nNAME \"ED50 / UTM 31N\"\n"
              "AXIS_UNIT \"m\" \"m\" \"m\"\nZPOSITIVE Depth\n"
              "END_ORIGINAL_COORDINATE_SYSTEM\nTFACE\nVRTX 1 10 20 30\n"
              "VRTX 2 11 21 31\nPVRTX 3 9 22 29 0.5\nTRGL 1 2 3\nEND\n");
  EXPECT_EQ(found.document.head.title, "Fault A");
  EXPECT_EQ(found.fact("crs_name"), "ED50 / UTM 31N");
  EXPECT_EQ(found.fact("z_positive"), "depth");
  EXPECT_EQ(found.fact("triangle_count"), "1");
  EXPECT_EQ(found.fact("min_x"), "9 m");
  EXPECT_EQ(found.fact("max_z"), "31 m");
}

} // namespace
} // namespace readers::test
