// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/readers/vector_support.hpp"
#include "worker/readers/vector_json.hpp"
#include "worker/readers/vector_metadata.hpp"

#include <gdal.h>
#include <gtest/gtest.h>
#include <ogr_api.h>
#include <ogr_srs_api.h>

namespace {

using geodata_test::Folder;
using readers_test::all_of;
using readers_test::run_bundle;

// Layers of three wells each.
void make(const std::string& path, const char* driver,
          const std::vector<std::string>& layers) {
  GDALAllRegister();
  GDALDatasetH dataset = GDALCreate(GDALGetDriverByName(driver), path.c_str(),
                                    0, 0, 0, GDT_Unknown, nullptr);
  ASSERT_NE(dataset, nullptr) << driver;
  OGRSpatialReferenceH wgs = OSRNewSpatialReference(nullptr);
  OSRImportFromEPSG(wgs, 4326);
  OSRSetAxisMappingStrategy(wgs, OAMS_TRADITIONAL_GIS_ORDER);
  for (const auto& name : layers) {
    OGRLayerH layer =
        GDALDatasetCreateLayer(dataset, name.c_str(), wgs, wkbPoint, nullptr);
    ASSERT_NE(layer, nullptr) << driver;
    for (const char* column : {"API_NO", "WELL"}) {
      OGRFieldDefnH field = OGR_Fld_Create(column, OFTString);
      OGR_Fld_SetWidth(field, 20);
      OGR_L_CreateField(layer, field, 1);
      OGR_Fld_Destroy(field);
    }
    for (int i = 0; i < 3; ++i) {
      OGRFeatureH feature = OGR_F_Create(OGR_L_GetLayerDefn(layer));
      const auto digit = std::to_string(i + 1);
      OGR_F_SetFieldString(feature, 0, ("49-025-0638" + digit).c_str());
      OGR_F_SetFieldString(feature, 1, (name + " Å" + digit).c_str());
      OGRGeometryH point = OGR_G_CreateGeometry(wkbPoint);
      OGR_G_SetPoint_2D(point, 0, -104 - i, 43);
      OGR_F_SetGeometryDirectly(feature, point);
      ASSERT_EQ(OGR_L_CreateFeature(layer, feature), OGRERR_NONE) << driver;
      OGR_F_Destroy(feature);
    }
  }
  OSRRelease(wgs);
  GDALClose(dataset);
}

TEST(VectorDataset, EveryFormatGivesTheSameKeysAndExtent) {
  const std::tuple<const char*, const char*, const char*> kinds[] = {
      {"GPKG", "a.gpkg", "geopackage"},
      {"GeoJSON", "a.geojson", "geojson"},
      {"GeoJSONSeq", "a.geojsonl", "geojsonseq"},
      {"FlatGeobuf", "a.fgb", "flatgeobuf"},
      {"MapInfo File", "a.tab", "mapinfo"},
      {"MapInfo File", "b.mif", "mapinfo"},
      {"LIBKML", "a.kml", "kml"},
      {"LIBKML", "a.kmz", "kml"},
      {"GML", "a.gml", "gml"},
      {"JML", "a.jml", "jml"},
      {"OGR_GMT", "a.gmt", "gmt"}};
  for (const auto& [driver, name, format] : kinds) {
    const Folder folder;
    if (GDALAllRegister(), GDALGetDriverByName(driver) == nullptr) {
      continue; // this GDAL is built without it
    }
    make(folder.path(name), driver, {"wells"});
    const auto before = folder.names();
    const auto found = run_bundle(folder.path(name));
    ASSERT_TRUE(found.read) << name << ": " << found.error;
    EXPECT_EQ(found.detection.format, format) << name;
    EXPECT_EQ(found.document.head.format, format) << name;
    EXPECT_EQ(found.number("feature_count"), 3) << name;
    EXPECT_TRUE(found.has_key("api", "49-025-06382")) << name;
    EXPECT_TRUE(found.holds("WELL: wells Å2")) << name;
    EXPECT_NEAR(found.number("min_x"), -106, 1e-6) << name;
    EXPECT_EQ(all_of(found, "geometry"), "point") << name;
    EXPECT_EQ(folder.names(), before) << name;
  }
}

TEST(VectorDataset, FormatsThatSaySoAreInWgs84) {
  const Folder folder;
  make(folder.path("a.geojson"), "GeoJSON", {"wells"});
  const auto found = run_bundle(folder.path("a.geojson"));
  EXPECT_EQ(found.text("crs_name"), "WGS 84");
  EXPECT_EQ(found.number("epsg"), 4326);
  EXPECT_EQ(found.number("min_longitude"), -106);
}

TEST(VectorDataset, CopiesUnderOtherNamesAreTheSameDocument) {
  const std::pair<const char*, const char*> kinds[] = {
      {"GPKG", "gpkg"},  {"GeoJSON", "geojson"}, {"LIBKML", "kml"},
      {"GML", "gml"},    {"FlatGeobuf", "fgb"},  {"MapInfo File", "mif"},
      {"OGR_GMT", "gmt"}};
  for (const auto& [driver, extension] : kinds) {
    if (GDALAllRegister(), GDALGetDriverByName(driver) == nullptr) {
      continue; // this GDAL is built without it
    }
    const Folder folder;
    const auto path = [&](const std::string& stem) {
      return folder.path(stem + "." + extension);
    };
    make(path("a"), driver, {"wells"});
    const auto one = run_bundle(path("a"));
    ASSERT_TRUE(one.read) << driver << one.error;
    for (const auto& name : folder.names()) {
      std::filesystem::rename(
          folder.path(name),
          folder.path("b" + std::filesystem::path(name).extension().string()));
    }
    const auto two = run_bundle(path("b"));
    EXPECT_EQ(one.document.head, two.document.head) << driver;
    EXPECT_EQ(one.document.facts, two.document.facts) << driver;
    EXPECT_EQ(one.document.passages, two.document.passages) << driver;
    EXPECT_EQ(one.document.rejects, two.document.rejects) << driver;
  }
}

TEST(VectorDataset, LayersOfADatabaseEachHaveTheirFacts) {
  const Folder folder;
  make(folder.path("a.gpkg"), "GPKG", {"wells", "orphans", "plugged"});
  const auto found = run_bundle(folder.path("a.gpkg"));
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_EQ(found.number("layer_count"), 3);
  EXPECT_EQ(all_of(found, "layer"), "wells|orphans|plugged");
  EXPECT_EQ(readers_test::keys_of(found, "api"), 9U);
  EXPECT_EQ(found.document.keys.back().locator.section, "plugged");
}

TEST(VectorDataset, ADatabaseIsKnownByItsContent) {
  const Folder folder;
  make(folder.path("a.gpkg"), "GPKG", {"wells"});
  std::filesystem::rename(folder.path("a.gpkg"), folder.path("a.data"));
  const auto found = run_bundle(folder.path("a.data"));
  EXPECT_EQ(found.detection.format, "geopackage");
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_EQ(found.number("feature_count"), 3);
}

TEST(VectorDataset, ChangesStillInTheLogAreSaid) {
  const Folder folder;
  make(folder.path("a.gpkg"), "GPKG", {"wells"});
  folder.file("a.gpkg-wal", "something");
  const auto found = run_bundle(folder.path("a.gpkg"));
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_NE(found.reject("gpkg-wal"), nullptr);
}

TEST(VectorDataset, AFileGeodatabaseIsOneDocument) {
  const Folder folder;
  GDALAllRegister();
  GDALDriverH driver = GDALGetDriverByName("OpenFileGDB");
  if (driver == nullptr ||
      GDALGetMetadataItem(driver, GDAL_DCAP_CREATE, nullptr) == nullptr) {
    GTEST_SKIP() << "skipped: this GDAL writes no file geodatabases";
  }
  make(folder.path("a.gdb"), "OpenFileGDB", {"wells", "orphans"});
  const auto before = folder.names();
  const auto found = run_bundle(folder.path("a.gdb"));
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_EQ(found.detection.format, "filegdb");
  EXPECT_EQ(readers_test::keys_of(found, "api"), 6U);
  EXPECT_EQ(folder.names(), before);
}

TEST(VectorDataset, TablesInDescriptionsAreNamesAndValues) {
  const Folder folder;
  const auto path = folder.file("a.kml", R"(<?xml version="1.0"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Leases</name>
<Placemark><name>UTU 77063</name><description><![CDATA[<table>
<tr><td>Lessee</td><td>SUMMIT EXPLORATION</td></tr>
<tr><td>API</td><td>43-047-30149</td></tr></table>]]></description>
<Point><coordinates>-109.5,40.1</coordinates></Point></Placemark>
</Document></kml>)");
  const auto found = run_bundle(path);
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_TRUE(found.holds("Lessee: SUMMIT EXPLORATION"));
  EXPECT_TRUE(found.holds("API: 43-047-30149"));
}

TEST(VectorDataset, JsonThatIsNoMapIsLeftToOthers) {
  using readers::json_kind_of;
  EXPECT_EQ(json_kind_of(R"({"type":"FeatureCollection","features":[)"),
            "geojson");
  EXPECT_EQ(
      json_kind_of(R"({"bbox":[1,2],"type" : "Point","coordinates":[1,2]})"),
      "geojson");
  EXPECT_EQ(json_kind_of(R"({"type":"Feature","geometry":null}
{"type":"Feature","geometry":null})"),
            "geojsonseq");
  EXPECT_EQ(json_kind_of(R"({"type":"Topology","objects":{}})"), "topojson");
  EXPECT_EQ(
      json_kind_of(R"({"geometryType":"esriGeometryPoint","features":[]})"),
      "esrijson");
  EXPECT_EQ(json_kind_of(R"({"a":{"type":"FeatureCollection"}})"), "");
  EXPECT_EQ(json_kind_of(R"({"type":"Point of sale"})"), "");
  EXPECT_EQ(json_kind_of("{"), "");
  EXPECT_EQ(json_kind_of("{\"a\\"), "");
}

TEST(VectorDataset, DamagedFilesAreErrorsThatSayWhat) {
  const Folder folder;
  make(folder.path("a.gpkg"), "GPKG", {"wells"});
  std::filesystem::resize_file(folder.path("a.gpkg"), 5000);
  const auto cut = run_bundle(folder.path("a.gpkg"));
  EXPECT_TRUE(!cut.error.empty() || !cut.document.rejects.empty());
  const auto json = run_bundle(
      folder.file("b.geojson", R"({"type":"FeatureCollection","features":[{)"));
  EXPECT_FALSE(json.read);
  EXPECT_NE(json.error, "");
  EXPECT_EQ(json.error.find(folder.path("")), std::string::npos)
      << "the reason is the same wherever the file is";
  const auto drawing =
      run_bundle(folder.file("c.dwg", std::string("AC1032\0\0\0\0\0\0", 12)));
  EXPECT_NE(drawing.error.find("AC1032"), std::string::npos);
}

TEST(VectorDataset, MarkupBecomesText) {
  EXPECT_EQ(readers::without_markup("no markup, 3 < 4"), "no markup, 3 < 4");
  EXPECT_EQ(readers::without_markup("<b>Bold</b> and <i>plain</i>"),
            "Bold and plain");
  EXPECT_EQ(readers::without_markup(
                "<style>x{}</style><table><tr><td>A</td><td>1</td></tr>"
                "<tr><td>B</td><td>2</td></tr></table>"),
            "A: 1; B: 2");
}

} // namespace
