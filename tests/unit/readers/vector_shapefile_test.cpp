// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/readers/vector_support.hpp"

#include <gtest/gtest.h>

namespace {

using geodata_test::dbf_of;
using geodata_test::Folder;
using geodata_test::shp_of_points;
using readers_test::all_of;
using readers_test::run_bundle;

const std::string k_wgs84 =
    R"(GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",)"
    R"(6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],)"
    R"(UNIT["Degree",0.0174532925199433]])";

const std::vector<geodata_test::PointAt> k_points = {
    {-104.5, 43.25}, {-105, 44}, {-104, 42}, {-104.1, 42.5}, {-104.2, 43}};

const std::vector<geodata_test::DbfColumn> k_columns = {{"API", 'C', 14},
                                                        {"NAME", 'C', 20}};
const std::vector<std::vector<std::string>> k_rows = {
    {"49-025-06386", "GOVT #1"},
    {"49-013-21068", "FEDERAL 8-18"},
    {"49-005-41483", "RAG 35-31"},
    {"49-005-41182", "JORDAN 5-33"},
    {"49-025-07787", "LIGHT OIL 29"}};

// A layer of five wells; parts may be replaced.
struct Parts {
  std::string shp = shp_of_points(k_points);
  std::string dbf = dbf_of(k_columns, k_rows);
  std::string prj = k_wgs84;
  std::string cpg;
  std::string xml;

  std::string put(const Folder& folder) const {
    folder.file("wells.dbf", dbf);
    if (!prj.empty()) {
      folder.file("wells.prj", prj);
    }
    if (!cpg.empty()) {
      folder.file("wells.cpg", cpg);
    }
    if (!xml.empty()) {
      folder.file("wells.shp.xml", xml);
    }
    return folder.file("wells.shp", shp);
  }
};

TEST(VectorShapefile, FactsOfLayerTableAndCoordinateSystem) {
  const Folder folder;
  const auto found = run_bundle(Parts().put(folder));
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_EQ(found.detection.match, readers::Match::magic);
  EXPECT_EQ(found.document.head.format, "shapefile");
  EXPECT_EQ(found.text("geometry_type"), "Point");
  EXPECT_EQ(found.number("shp_records"), 5);
  EXPECT_EQ(found.number("dbf_records"), 5);
  EXPECT_EQ(all_of(found, "column_definition"), "API:C14|NAME:C20");
  EXPECT_EQ(found.text("crs_name"), "WGS 84");
  EXPECT_EQ(found.number("epsg"), 4326);
  EXPECT_EQ(found.number("min_longitude"), -105);
  EXPECT_EQ(found.text("sidecars"), "dbf prj");
  EXPECT_TRUE(found.document.rejects.empty());
  EXPECT_EQ(folder.names().size(), 3U);
}

TEST(VectorShapefile, CopiesUnderOtherNamesAreTheSameDocument) {
  const Folder folder;
  const auto one = run_bundle(Parts().put(folder));
  const Folder other;
  Parts parts;
  other.file("cities.dbf", parts.dbf);
  other.file("cities.prj", parts.prj);
  const auto two = run_bundle(other.file("cities.shp", parts.shp));
  EXPECT_EQ(one.document.head, two.document.head);
  EXPECT_EQ(one.document.facts, two.document.facts);
  EXPECT_EQ(one.document.passages, two.document.passages);
  EXPECT_EQ(one.document.keys, two.document.keys);
}

TEST(VectorShapefile, EveryRowHasItsKeysAndItsText) {
  const Folder folder;
  const auto found = run_bundle(Parts().put(folder));
  EXPECT_TRUE(found.has_key("api", "49-025-06386"));
  EXPECT_TRUE(found.has_key("api", "49-013-21068"));
  EXPECT_TRUE(found.has_key("well-name", "RAG 35-31"));
  EXPECT_TRUE(found.holds("API: 49-005-41483; NAME: RAG 35-31"));
  EXPECT_EQ(found.document.keys.front().locator.row, 1U);
}

TEST(VectorShapefile, WithoutPrjTheCoordinateSystemIsUnknown) {
  const Folder folder;
  Parts parts;
  parts.prj = "";
  const auto found = run_bundle(parts.put(folder));
  EXPECT_EQ(found.text("crs_name"), "unknown");
  EXPECT_EQ(found.fact("epsg"), nullptr);
  EXPECT_EQ(found.fact("min_longitude"), nullptr);
  EXPECT_EQ(found.number("min_x"), -105);
}

TEST(VectorShapefile, DeletedRowsAreCountedAndAreNoData) {
  const Folder folder;
  Parts parts;
  parts.dbf = dbf_of(k_columns, k_rows, 0, {1});
  const auto found = run_bundle(parts.put(folder));
  EXPECT_EQ(found.number("dbf_records"), 5);
  EXPECT_EQ(found.number("dbf_deleted"), 1);
  EXPECT_FALSE(found.has_key("api", "49-013-21068"));
  EXPECT_FALSE(found.holds("FEDERAL"));
  EXPECT_TRUE(found.has_key("api", "49-005-41483"));
}

TEST(VectorShapefile, Utf8IsUtf8WhateverIsDeclared) {
  const Folder folder;
  Parts parts;
  parts.cpg = "ISO-8859-1";
  parts.dbf = dbf_of({{"NAME", 'C', 20}},
                     {{"KÅRSTØ"}, {"GULLFAKS SØR"}, {"TROLL"}}, 0x57);
  const auto found = run_bundle(parts.put(folder));
  EXPECT_EQ(found.text("encoding"), "UTF-8");
  EXPECT_EQ(found.text("encoding_declared"), "ISO-8859-1");
  EXPECT_NE(found.text("encoding_note"), "");
  EXPECT_TRUE(found.holds("NAME: KÅRSTØ"));
}

TEST(VectorShapefile, OtherTextIsInTheDeclaredCodePage) {
  const Folder folder;
  Parts parts;
  parts.cpg = "1251";
  parts.dbf = dbf_of({{"NAME", 'C', 20}},
                     {{"\xD1\xEA\xE2\xE0\xE6\xE8\xED\xE0"}, {"a"}, {"b"}});
  const auto found = run_bundle(parts.put(folder));
  EXPECT_EQ(found.text("encoding"), "windows-1251");
  EXPECT_TRUE(found.holds("Скважина"));
  Parts marked;
  marked.dbf = dbf_of({{"NAME", 'C', 20}}, {{"K\x8FRST\x9D"}, {"a"}, {"b"}}, 2);
  const Folder other;
  EXPECT_TRUE(run_bundle(marked.put(other)).holds("KÅRSTØ"));
}

TEST(VectorShapefile, DeclaredUtf8ThatIsNotIsDecodedByItsBytes) {
  const Folder folder;
  Parts parts;
  parts.cpg = "UTF-8";
  parts.dbf = dbf_of({{"NAME", 'C', 20}}, {{"K\xC5RST\xD8"}, {"a"}, {"b"}});
  const auto found = run_bundle(parts.put(folder));
  EXPECT_EQ(found.text("encoding"), "windows-1252");
  EXPECT_NE(found.text("encoding_note"), "");
  EXPECT_TRUE(found.holds("KÅRSTØ"));
}

TEST(VectorShapefile, ACharacterCutByTheFieldsWidthIsLeftOut) {
  const Folder folder;
  Parts parts;
  parts.dbf = dbf_of({{"NAME", 'C', 6}}, {{"KÅRST\xC3"}, {"BØ"}, {"c"}});
  const auto found = run_bundle(parts.put(folder));
  EXPECT_EQ(found.text("encoding"), "UTF-8");
  EXPECT_TRUE(found.holds("NAME: KÅRS"));
}

TEST(VectorShapefile, TruncatedPartsAreReadAsFarAsTheyGo) {
  const Folder folder;
  Parts parts;
  parts.shp.resize(parts.shp.size() - 4);
  parts.dbf.resize(parts.dbf.size() - 40);
  const auto found = run_bundle(parts.put(folder));
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_EQ(found.number("shp_records"), 4);
  EXPECT_EQ(found.number("dbf_records"), 3);
  ASSERT_NE(found.reject("shp"), nullptr);
  EXPECT_EQ(found.reject("shp")->locator.byte, 100U + 4 * 28);
  EXPECT_NE(found.reject("dbf"), nullptr);
  EXPECT_TRUE(found.has_key("api", "49-025-06386"));
}

TEST(VectorShapefile, OneDamagedPartDoesNotCostTheOther) {
  const Folder folder;
  Parts zeros;
  zeros.shp = std::string(500, '\0');
  const auto table = run_bundle(zeros.put(folder));
  ASSERT_TRUE(table.read) << table.error;
  EXPECT_NE(table.reject("shp"), nullptr);
  EXPECT_TRUE(table.has_key("api", "49-025-06386"));
  const Folder second;
  Parts other;
  other.dbf = std::string(500, '\0');
  const auto shapes = run_bundle(other.put(second));
  ASSERT_TRUE(shapes.read) << shapes.error;
  EXPECT_EQ(shapes.number("shp_records"), 5);
  EXPECT_NE(shapes.reject("dbf"), nullptr);
}

TEST(VectorShapefile, AllPartsDamagedIsAnError) {
  const Folder folder;
  Parts parts;
  parts.shp = std::string(500, '\0');
  parts.dbf = std::string(500, '\0');
  const auto found = run_bundle(parts.put(folder));
  EXPECT_FALSE(found.read);
  EXPECT_NE(found.error, "");
}

TEST(VectorShapefile, AnIndexThatDisagreesIsSaid) {
  const Folder folder;
  const auto path = Parts().put(folder);
  folder.file("wells.shx", shp_of_points({}) + std::string(8, '\0'));
  EXPECT_NE(run_bundle(path).reject("shx"), nullptr);
}

TEST(VectorShapefile, AWrongExtensionIsFoundByItsContent) {
  const Folder folder;
  const auto path = folder.file("wells.dat", shp_of_points(k_points));
  const auto found = run_bundle(path);
  EXPECT_EQ(found.detection.format, "shapefile");
  EXPECT_EQ(found.number("feature_count"), 5);
}

TEST(VectorShapefile, TextUnderItsNameIsNoShapefile) {
  const Folder folder;
  const auto found = run_bundle(folder.file("notes.shp", "Just some notes.\n"));
  EXPECT_NE(found.detection.format, "shapefile");
}

TEST(VectorShapefile, AnUnreadablePrjIsARejectAndUnknown) {
  const Folder folder;
  Parts parts;
  parts.prj = "GEOGCS[\"cut off";
  const auto found = run_bundle(parts.put(folder));
  EXPECT_EQ(found.text("crs_name"), "unknown");
  EXPECT_NE(found.reject("crs"), nullptr);
}

TEST(VectorShapefile, MetadataBesideItAreFactsAndProse) {
  const Folder folder;
  Parts parts;
  parts.xml =
      "<metadata><idinfo><citation><citeinfo><title>Wells of Wyoming</title>"
      "<origin>State Survey</origin></citeinfo></citation><descript><abstract>"
      "Orphan wells, as &lt;b&gt;reported&lt;/b&gt;.</abstract></descript>"
      "</idinfo><Esri><CreaDate>20080801</CreaDate></Esri></metadata>";
  const auto found = run_bundle(parts.put(folder));
  EXPECT_EQ(found.document.head.title, "Wells of Wyoming");
  EXPECT_EQ(found.text("originator"), "State Survey");
  EXPECT_EQ(found.text("metadata_created"), "20080801");
  EXPECT_TRUE(found.holds("Abstract: Orphan wells, as reported."));
}

TEST(VectorShapefile, EntitiesOfMetadataAreNotExpanded) {
  const Folder folder;
  Parts parts;
  parts.xml = "<!DOCTYPE m [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>"
              "<metadata><title>x &a; y</title></metadata>";
  const auto found = run_bundle(parts.put(folder));
  ASSERT_TRUE(found.read);
  EXPECT_EQ(found.document.head.title.find("root:"), std::string::npos);
}

TEST(VectorShapefile, CategoriesAreFactsWithCountsAndPlacesAreKnown) {
  const Folder folder;
  Parts parts;
  std::vector<std::vector<std::string>> rows;
  for (int i = 0; i < 30; ++i) {
    rows.push_back({i % 3 == 0   ? "Natrona"
                    : i % 3 == 1 ? "Converse"
                                 : "CAMPBELL",
                    i < 20 ? "Oil" : "Gas", std::to_string(i * 7 + 1)});
  }
  parts.dbf =
      dbf_of({{"CNTY", 'C', 12}, {"TYPE", 'C', 8}, {"N", 'N', 6}}, rows);
  const auto found = run_bundle(parts.put(folder));
  EXPECT_EQ(all_of(found, "county"), "Campbell|Converse|Natrona");
  EXPECT_EQ(all_of(found, "type"), "Oil|Gas");
  bool counted = false;
  for (const auto& fact : found.document.facts) {
    counted = counted || (fact.key == "value_count" &&
                          fact.text == "TYPE: Oil" && fact.number == 20);
  }
  EXPECT_TRUE(counted);
  EXPECT_TRUE(found.holds("TYPE: Oil (20), Gas (10)"));
}

TEST(VectorShapefile, WellNumbersAsNumbersAndByCountyAreKeys) {
  const Folder folder;
  Parts parts;
  parts.dbf = dbf_of({{"permitid", 'N', 19}, {"PERMIT_NO", 'C', 12}},
                     {{"         4704301680", "099-00005"},
                      {"         4706700016", "027-20493"},
                      {"         4703302792", "135-20003"}});
  const auto found = run_bundle(parts.put(folder));
  EXPECT_TRUE(found.has_key("api", "4704301680"));
  EXPECT_TRUE(found.has_key("api", "135-20003"));
}

TEST(VectorShapefile, NumbersThatNameNothingAreNoKeys) {
  const Folder folder;
  Parts parts;
  parts.dbf = dbf_of({{"AREA", 'N', 19, 11}, {"LIC", 'C', 8}},
                     {{"12345.67890123456", "PEDL221"},
                      {"22345.67890123456", "PEDL222"},
                      {"32345.67890123456", "PEDL223"}});
  const auto found = run_bundle(parts.put(folder));
  EXPECT_EQ(readers_test::keys_of(found, "api"), 0U);
  EXPECT_TRUE(found.has_key("code", "PEDL222"));
  EXPECT_FALSE(found.holds("12345.678"));
}

TEST(VectorShapefile, LargeLayersKeepEveryKeyAndSayWhereTextEnds) {
  const Folder folder;
  std::vector<std::vector<std::string>> rows;
  for (int i = 0; i < 9000; ++i) {
    const auto digits = std::to_string(100001 + i).substr(1);
    rows.push_back({"49025" + digits + "0000",
                    "A name that is long enough to fill its passage " + digits +
                        std::string(150, 'x')});
  }
  Parts parts;
  parts.dbf = dbf_of({{"API", 'C', 14}, {"NAME", 'C', 250}}, rows);
  const auto found = run_bundle(parts.put(folder));
  EXPECT_EQ(readers_test::keys_of(found, "api"), 9000U);
  ASSERT_NE(found.fact("records_in_text"), nullptr);
  EXPECT_LT(found.number("records_in_text"), 9000);
  EXPECT_LE(found.document.passages.size(), 2010U);
}

TEST(VectorShapefile, ATableAloneIsADocument) {
  const Folder folder;
  const auto found =
      run_bundle(folder.file("wells.dbf", dbf_of(k_columns, k_rows, 0, {0})));
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_EQ(found.document.head.format, "dbf");
  EXPECT_EQ(found.number("feature_count"), 4);
  EXPECT_EQ(found.number("dbf_deleted"), 1);
  EXPECT_TRUE(found.has_key("api", "49-013-21068"));
}

} // namespace
