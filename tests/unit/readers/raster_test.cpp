// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/readers/vector_support.hpp"
#include "worker/readers/raster_beside.hpp"
#include "worker/readers/raster_formats.hpp"
#include "worker/readers/raster_pam.hpp"
#include "worker/readers/raster_tiff.hpp"

#include <gdal.h>
#include <gtest/gtest.h>
#include <ogr_srs_api.h>

namespace {

using geodata_test::Folder;
using readers::Match;
using readers_test::all_of;
using readers_test::run_bundle;

struct Cells {
  const char* driver = "GTiff";
  GDALDataType type = GDT_Byte;
  int epsg = 32613; // 0: no system
  bool placed = true;
  int bands = 1;
};

// 40 × 30 cells of 30 m.
void make(const std::string& path, const Cells& cells) {
  GDALAllRegister();
  GDALDatasetH raster =
      GDALCreate(GDALGetDriverByName(cells.driver), path.c_str(), 40, 30,
                 cells.bands, cells.type, nullptr);
  ASSERT_NE(raster, nullptr) << cells.driver;
  double place[6] = {440000, 30, 0, 3750000, 0, -30};
  if (cells.placed) {
    GDALSetGeoTransform(raster, place);
  }
  if (cells.epsg != 0) {
    OGRSpatialReferenceH system = OSRNewSpatialReference(nullptr);
    OSRImportFromEPSG(system, cells.epsg);
    GDALSetSpatialRef(raster, system);
    OSRRelease(system);
  }
  GDALSetMetadataItem(raster, "TIFFTAG_SOFTWARE", "Gridder 7", nullptr);
  GDALSetMetadataItem(raster, "TIFFTAG_DATETIME", "2004:03:12 10:00:00",
                      nullptr);
  GDALClose(raster);
}

bool has(const std::string& driver) {
  GDALAllRegister();
  return GDALGetDriverByName(driver.c_str()) != nullptr;
}

TEST(Raster, EveryFormatSaysSizeCellsAndExtent) {
  const std::tuple<Cells, const char*, const char*> kinds[] = {
      {{"GTiff", GDT_Float32}, "a.tif", "geotiff"},
      {{"HFA", GDT_Int16}, "a.img", "erdas-imagine"},
      {{"ENVI", GDT_Float32}, "a.dat", "envi"},
      {{"EHdr", GDT_Int16}, "a.bil", "esri-bil"},
      {{"PCIDSK", GDT_Float32}, "a.pix", "pcidsk"},
      {{"netCDF", GDT_Float32}, "a.nc", "netcdf"}};
  for (const auto& [cells, name, format] : kinds) {
    if (!has(cells.driver)) {
      continue; // this GDAL is built without it
    }
    const Folder folder;
    make(folder.path(name), cells);
    const auto before = folder.names();
    const auto found = run_bundle(folder.path(name));
    ASSERT_TRUE(found.read) << name << ": " << found.error;
    EXPECT_EQ(found.document.head.format, format) << name;
    EXPECT_EQ(found.number("width"), 40) << name;
    EXPECT_EQ(found.number("height"), 30) << name;
    EXPECT_NEAR(found.number("cell_size_x"), 30, 1e-6) << name;
    EXPECT_NEAR(found.number("min_x"), 440000, 1e-3) << name;
    EXPECT_NEAR(found.number("max_y"), 3750000, 1e-3) << name;
    EXPECT_TRUE(found.holds("40 x 30 cells")) << name;
    EXPECT_EQ(folder.names(), before) << name; // nothing written beside it
  }
}

TEST(Raster, AMapAndAPictureOfTheSameCellsGiveTheSameFacts) {
  const Folder folder;
  make(folder.path("map.tif"), {"GTiff", GDT_UInt16, 32613, true, 3});
  make(folder.path("scan.tif"), {"GTiff", GDT_UInt16, 0, false, 3});
  const auto map = run_bundle(folder.path("map.tif"));
  const auto scan = run_bundle(folder.path("scan.tif"));
  EXPECT_EQ(map.document.head.format, "geotiff");
  EXPECT_EQ(scan.document.head.format, "tiff");
  for (const char* key : {"width", "height", "band_count", "data_type",
                          "software", "created_date", "page_count"}) {
    ASSERT_NE(scan.fact(key), nullptr) << key;
    ASSERT_NE(map.fact(key), nullptr) << key;
    EXPECT_EQ(scan.fact(key)->text, map.fact(key)->text) << key;
  }
  EXPECT_EQ(scan.text("data_type"), "UInt16");
}

// Grids that another reader has: its facts are those that GDAL wrote.
TEST(Raster, SurferAndZmapAreReadAsGridsOfNodes) {
  const std::tuple<Cells, const char*, const char*> kinds[] = {
      {{"GSBG", GDT_Float32, 0}, "a.grd", "surfer-grid"},
      {{"GS7BG", GDT_Float64, 0}, "b.grd", "surfer-grid"}};
  for (const auto& [cells, name, format] : kinds) {
    if (!has(cells.driver)) {
      continue; // this GDAL is built without it
    }
    const Folder folder;
    make(folder.path(name), cells);
    const auto found = run_bundle(folder.path(name));
    ASSERT_TRUE(found.read) << name << ": " << found.error;
    EXPECT_EQ(found.document.head.format, format) << name;
    EXPECT_EQ(found.number("grid_columns"), 40) << name;
    EXPECT_EQ(found.number("grid_rows"), 30) << name;
    EXPECT_NEAR(found.number("x_spacing"), 30, 1e-6) << name;
    // GDAL's edge is half a cell outside of the nodes.
    EXPECT_NEAR(found.number("min_x"), 440015, 1e-3) << name;
    EXPECT_NEAR(found.number("max_y"), 3749985, 1e-3) << name;
  }
}

TEST(Raster, AGeoTiffSaysItsSystemSoftwareAndDate) {
  const Folder folder;
  make(folder.path("a.tif"), {});
  const auto found = run_bundle(folder.path("a.tif"));
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_EQ(found.detection.match, Match::magic);
  EXPECT_EQ(found.number("epsg"), 32613);
  EXPECT_EQ(found.fact("min_x")->unit, "m");
  EXPECT_NEAR(found.number("min_longitude"), -105.65, 0.01);
  EXPECT_EQ(found.text("software"), "Gridder 7");
  EXPECT_EQ(found.number("created_date"), 20040312);
  EXPECT_EQ(found.fact("statistics_minimum"), nullptr); // never computed
}

TEST(Raster, ATiffWithoutAPlaceIsAPictureForTheOtherReader) {
  const Folder folder;
  make(folder.path("scan.tif"), {"GTiff", GDT_Byte, 0, false});
  const auto found = run_bundle(folder.path("scan.tif"));
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_EQ(found.document.head.format, "tiff");
  EXPECT_EQ(found.number("page_count"), 1);
  EXPECT_EQ(found.fact("crs_name"), nullptr);
}

TEST(Raster, JpegTwoThousandIsAMapWhereABoxPlacesIt) {
  using namespace std::string_literals;
  const auto start = "\0\0\0\x0CjP  \r\n\x87\n\0\0\0\x14"
                     "ftypjp2 \0\0\0\0jp2 "s;
  const auto geo = "\0\0\0\x18uuid\xB1\x4B\xF8\xBD\x08\x3D\x4B\x43"
                   "\xA5\xAE\x8C\xD7\xD5\xA6\xCE\x03"s;
  const Folder folder;
  for (const auto& [bytes, format] :
       {std::pair{start, "jp2"}, std::pair{start + geo, "jpeg2000"},
        std::pair{start + "\0\0\0\x10lbl gml.data"s, "jpeg2000"}}) {
    const auto input = readers::open_input(folder.file("a.jp2", bytes), {});
    ASSERT_TRUE(input);
    const auto choice = readers::choose_reader(*input);
    ASSERT_NE(choice.reader, nullptr);
    EXPECT_EQ(choice.detection.format, format);
  }
}

TEST(Raster, NumbersThatNoCameraMakesAreARaster) {
  for (const Cells& cells : {Cells{"GTiff", GDT_Float32, 0, false},
                             Cells{"GTiff", GDT_Int16, 0, false},
                             Cells{"GTiff", GDT_Byte, 0, false, 6}}) {
    const Folder folder;
    make(folder.path("a.tif"), cells);
    const auto found = run_bundle(folder.path("a.tif"));
    ASSERT_TRUE(found.read) << found.error;
    EXPECT_EQ(found.detection.match, Match::magic);
    EXPECT_EQ(found.document.head.format, "tiff");
  }
}

TEST(Raster, AWorldFileMakesAPictureAMap) {
  const Folder folder;
  make(folder.path("a.tif"), {"GTiff", GDT_Byte, 0, false});
  folder.file("a.tfw", "2\n0\n0\n-2\n1001\n4999\n");
  folder.file("a.prj", R"(GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",)"
                       R"(6378137,298.257223563]],PRIMEM["Greenwich",0],)"
                       R"(UNIT["degree",0.0174532925199433]])");
  const auto found = run_bundle(folder.path("a.tif"));
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_EQ(found.document.head.format, "geotiff");
  EXPECT_EQ(found.number("min_x"), 1000);
  EXPECT_EQ(found.number("max_y"), 5000);
  EXPECT_EQ(found.number("cell_size_x"), 2);
  EXPECT_EQ(found.text("crs_name"), "WGS 84");
  EXPECT_EQ(found.fact("epsg"), nullptr); // its data lie nowhere on the earth
}

TEST(Raster, StatisticsAreThoseThatStandBeside) {
  const Folder folder;
  make(folder.path("a.tif"), {});
  folder.file("a.tif.aux.xml",
              "<PAMDataset><PAMRasterBand band=\"1\"><Metadata>"
              "<MDI key=\"STATISTICS_MINIMUM\">12.5</MDI>"
              "<MDI key=\"STATISTICS_MAXIMUM\">80</MDI></Metadata>"
              "<CategoryNames><Category>sand</Category></CategoryNames>"
              "<GDALRasterAttributeTable><FieldDefn index=\"0\">"
              "<Name>Rock</Name></FieldDefn><Row index=\"0\"><F>shale</F>"
              "</Row></GDALRasterAttributeTable>"
              "</PAMRasterBand></PAMDataset>");
  const auto found = run_bundle(folder.path("a.tif"));
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_EQ(found.number("statistics_minimum"), 12.5);
  EXPECT_EQ(found.number("statistics_maximum"), 80);
  EXPECT_EQ(found.text("category"), "sand");
  EXPECT_TRUE(found.holds("Rock: shale"));
}

TEST(Raster, AVirtualRasterIsDescribedAndNeverFollowed) {
  const Folder folder;
  folder.file("a.vrt",
              "<VRTDataset rasterXSize=\"100\" rasterYSize=\"50\">"
              "<SRS>EPSG:32613</SRS>"
              "<GeoTransform>440000, 10, 0, 3750000, 0, -10</GeoTransform>"
              "<VRTRasterBand dataType=\"Float32\" band=\"1\"><SimpleSource>"
              "<SourceFilename>/vsicurl/http://host/a.tif</SourceFilename>"
              "</SimpleSource></VRTRasterBand></VRTDataset>");
  const auto found = run_bundle(folder.path("a.vrt"));
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_EQ(found.document.head.format, "vrt");
  EXPECT_EQ(found.number("width"), 100);
  EXPECT_EQ(found.number("epsg"), 32613);
  EXPECT_EQ(found.text("source"), "/vsicurl/http://host/a.tif");
  EXPECT_EQ(found.number("max_x"), 441000);
}

TEST(Raster, AnEsriAsciiGridNeedsNoExtension) {
  const Folder folder;
  folder.file("grid.txt", "ncols 2\nnrows 3\nxllcorner 100\nyllcorner 200\n"
                          "cellsize 25\nNODATA_value -9999\n1 2\n3 4\n5 6\n");
  const auto found = run_bundle(folder.path("grid.txt"));
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_EQ(found.document.head.format, "esri-ascii-grid");
  EXPECT_EQ(found.number("cell_size_y"), 25);
  EXPECT_EQ(found.number("max_y"), 275);
  EXPECT_EQ(found.text("nodata"), "-9999");
  EXPECT_EQ(found.text("crs_name"), "unknown");
}

TEST(Raster, ATiffThatEndsEarlyStillSaysWhatItIs) {
  const Folder folder;
  make(folder.path("a.tif"), {"GTiff", GDT_Float32});
  const auto whole = base::read_file(folder.path("a.tif"), 1 << 20).value();
  size_t read = 0;
  for (size_t size = 0; size < whole.size(); size += 97) {
    const Folder cut;
    cut.file("a.tif", whole.substr(0, size));
    const auto found = run_bundle(cut.path("a.tif"));
    EXPECT_TRUE(found.read || !found.error.empty() ||
                found.detection.match == Match::no);
    read += found.read ? 1 : 0;
  }
  EXPECT_GT(read, 0U);
}

TEST(Raster, DirectoriesInACircleEnd) {
  // One directory of one entry that names itself as the next.
  const std::string bytes(
      "II*\0\x08\0\0\0\x01\0\0\x01\x03\0\x01\0\0\0\x07\0\0\0"
      "\x08\0\0\0",
      26);
  const auto read = [&](uint64_t at, size_t size) {
    return at < bytes.size() ? bytes.substr(at, size) : std::string();
  };
  const auto found = readers::summarize_tiff(read);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->first.width, 7U);
  EXPECT_EQ(found->pages, 1U);
  EXPECT_EQ(found->damage, "the directories go in a circle");
}

TEST(Raster, AWorldFileGivesTheCornerOfTheFirstCell) {
  const auto place = readers::parse_world_file("10\n0\n0\n-10\n105\n195\n");
  ASSERT_TRUE(place);
  EXPECT_EQ((*place)[0], 100);
  EXPECT_EQ((*place)[3], 200);
  EXPECT_FALSE(readers::parse_world_file("10\n0\n0\nnorth\n105\n195\n"));
}

TEST(Raster, XmlThatBreaksOffGivesWhatStandsBefore) {
  const auto found = readers::parse_pam(
      "<PAMDataset><SRS>EPSG:4326</SRS><PAMRasterBand band=\"2\">"
      "<Description>depth</Description><Metadata><MDI key=\"a\">");
  ASSERT_EQ(found.raster.bands.size(), 2U);
  EXPECT_EQ(found.raster.bands[1].description, "depth");
  EXPECT_NE(found.damage, "");
}

} // namespace
