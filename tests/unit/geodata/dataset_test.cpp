// SPDX-License-Identifier: Apache-2.0
#include "core/geodata/dataset.hpp"
#include "tests/unit/geodata/bytes.hpp"

#include <gdal.h>
#include <gtest/gtest.h>
#include <ogr_api.h>
#include <ogr_srs_api.h>

namespace {

using geodata::Dataset;
using geodata_test::Folder;

const std::string k_geojson = R"({"type":"FeatureCollection","features":[
{"type":"Feature","properties":{"name":"A-1","depth":1250.5,"spud":"2008/08/01"},
 "geometry":{"type":"Point","coordinates":[-104.5,43.2]}},
{"type":"Feature","properties":{"name":null,"depth":null,"spud":null},
 "geometry":null}]})";

// Layers with one text field and one point each.
void make(const std::string& path, const char* driver,
          const std::vector<std::string>& layers) {
  GDALAllRegister();
  GDALDatasetH dataset = GDALCreate(GDALGetDriverByName(driver), path.c_str(),
                                    0, 0, 0, GDT_Unknown, nullptr);
  ASSERT_NE(dataset, nullptr);
  OGRSpatialReferenceH wgs = OSRNewSpatialReference(nullptr);
  OSRImportFromEPSG(wgs, 4326);
  for (const auto& name : layers) {
    OGRLayerH layer =
        GDALDatasetCreateLayer(dataset, name.c_str(), wgs, wkbPoint, nullptr);
    OGRFieldDefnH field = OGR_Fld_Create("WELL", OFTString);
    OGR_L_CreateField(layer, field, 1);
    OGR_Fld_Destroy(field);
    OGRFeatureH feature = OGR_F_Create(OGR_L_GetLayerDefn(layer));
    OGR_F_SetFieldString(feature, 0, (name + " 1").c_str());
    OGRGeometryH point = OGR_G_CreateGeometry(wkbPoint);
    OGR_G_SetPoint_2D(point, 0, -104, 43);
    OGR_F_SetGeometryDirectly(feature, point);
    ASSERT_EQ(OGR_L_CreateFeature(layer, feature), OGRERR_NONE);
    OGR_F_Destroy(feature);
  }
  OSRRelease(wgs);
  GDALClose(dataset);
}

TEST(Dataset, StreamsFeaturesWithTypedValuesAsText) {
  const Folder folder;
  const auto dataset =
      Dataset::open(folder.file("a.geojson", k_geojson), {{"GeoJSON"}, "", {}});
  ASSERT_TRUE(dataset) << dataset.error().message;
  ASSERT_EQ(dataset->layer_count(), 1U);
  const auto layer = dataset->layer(0);
  ASSERT_TRUE(layer);
  EXPECT_EQ(layer->fields.size(), 3U);
  EXPECT_NE(layer->crs, "");
  auto features = dataset->features(0);
  ASSERT_TRUE(features);
  geodata::Feature feature;
  ASSERT_TRUE(*features->next(feature));
  EXPECT_EQ(feature.values,
            (std::vector<std::string>{"A-1", "1250.5", "2008-08-01"}));
  EXPECT_EQ(feature.extent, (geodata::Box{-104.5, 43.2, -104.5, 43.2}));
  ASSERT_TRUE(*features->next(feature));
  EXPECT_EQ(feature.values, (std::vector<std::string>{"", "", ""}));
  EXPECT_FALSE(feature.extent);
  EXPECT_FALSE(*features->next(feature));
}

TEST(Dataset, OpensEveryLayerOfADatabaseAndLeavesNothingBesideIt) {
  const Folder folder;
  const auto path = folder.path("a.gpkg");
  make(path, "GPKG", {"wells", "pipelines", "blocks"});
  const auto before = folder.names();
  {
    const auto dataset = Dataset::open(path, {{"GPKG"}, "", {}});
    ASSERT_TRUE(dataset) << dataset.error().message;
    ASSERT_EQ(dataset->layer_count(), 3U);
    for (size_t i = 0; i < 3; ++i) {
      auto features = dataset->features(i);
      ASSERT_TRUE(features);
      geodata::Feature feature;
      EXPECT_TRUE(*features->next(feature));
      EXPECT_EQ(folder.names(), before);
    }
  }
  EXPECT_EQ(folder.names(), before);
}

TEST(Dataset, OpensAFileGeodatabase) {
  const Folder folder;
  GDALAllRegister();
  GDALDriverH driver = GDALGetDriverByName("OpenFileGDB");
  if (driver == nullptr ||
      GDALGetMetadataItem(driver, GDAL_DCAP_CREATE, nullptr) == nullptr) {
    GTEST_SKIP() << "skipped: this GDAL writes no file geodatabases";
  }
  make(folder.path("a.gdb"), "OpenFileGDB", {"wells"});
  const auto before = folder.names();
  const auto dataset =
      Dataset::open(folder.path("a.gdb"), {{"OpenFileGDB"}, "", {}});
  ASSERT_TRUE(dataset) << dataset.error().message;
  EXPECT_EQ(dataset->layer(0)->name, "wells");
  EXPECT_EQ(folder.names(), before);
}

TEST(Dataset, ADriverThatWritesBesideItsSourceWritesElsewhere) {
  const Folder folder;
  const auto path = folder.file("a.gml", R"(<?xml version="1.0"?>
<ogr:FeatureCollection xmlns:ogr="http://ogr.maptools.org/" xmlns:gml="http://www.opengis.net/gml">
<gml:featureMember><ogr:well fid="w.0"><ogr:name>A-1</ogr:name></ogr:well></gml:featureMember>
</ogr:FeatureCollection>)");
  const auto dataset = Dataset::open(path, {{"GML"}, "gml", {}});
  ASSERT_TRUE(dataset) << dataset.error().message;
  EXPECT_EQ(dataset->layer_count(), 1U);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"a.gml"}));
}

TEST(Dataset, AWrongExtensionIsNoHindrance) {
  const Folder folder;
  make(folder.path("a.fgb"), "FlatGeobuf", {"wells"});
  std::filesystem::rename(folder.path("a.fgb"), folder.path("a.bin"));
  const auto dataset =
      Dataset::open(folder.path("a.bin"), {{"FlatGeobuf"}, "fgb", {}});
  ASSERT_TRUE(dataset) << dataset.error().message;
  EXPECT_EQ(dataset->layer_count(), 1U);
}

TEST(Dataset, VirtualDatasetsAndNetworkNamesAreNotOpened) {
  const Folder folder;
  const auto vrt = folder.file(
      "a.vrt", "<OGRVRTDataSource><OGRVRTLayer name='passwd'><SrcDataSource>"
               "/etc/passwd</SrcDataSource></OGRVRTLayer></OGRVRTDataSource>");
  EXPECT_FALSE(Dataset::open(vrt, {{"OGR_VRT"}, "", {}}));
  EXPECT_FALSE(Dataset::open("/vsicurl/http://localhost/a.geojson",
                             {{"GeoJSON"}, "", {}}));
}

TEST(Dataset, DamageIsAnErrorThatSaysWhat) {
  const Folder folder;
  for (const char* driver : {"GeoJSON", "GPKG", "LIBKML", "DXF", "GPX",
                             "FlatGeobuf", "MapInfo File", "OpenFileGDB"}) {
    const auto bad = Dataset::open(folder.file("bad", std::string(300, '\0')),
                                   {{driver}, "", {}});
    ASSERT_FALSE(bad) << driver;
    EXPECT_NE(bad.error().message, "") << driver;
  }
}

} // namespace
