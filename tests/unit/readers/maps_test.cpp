// SPDX-License-Identifier: Apache-2.0
//
// Map files that GDAL does not read, or not alone.
#include "tests/unit/readers/vector_support.hpp"
#include "worker/readers/access_tables.hpp"
#include "worker/readers/metadata_reader.hpp"
#include "worker/readers/vector_mapinfo.hpp"
#include "worker/readers/vector_metadata.hpp"
#include "worker/readers/zip_salvage.hpp"

#include <gtest/gtest.h>

namespace {

using geodata_test::Folder;
using geodata_test::le;
using readers_test::all_of;
using readers_test::run_bundle;

TEST(Maps, ATabWithoutItsRowsSaysItsColumns) {
  const Folder folder;
  folder.file("a.tab", "!table\r\n!version 300\r\n!charset WindowsLatin1\r\n"
                       "\r\nDefinition Table\r\n  Type NATIVE Charset "
                       "\"WindowsLatin1\"\r\n  Fields 2\r\n"
                       "    Well Char (20) Index 1 ;\r\n"
                       "    R\xE9gion Integer ;\r\n");
  const auto found = run_bundle(folder.path("a.tab"));
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_EQ(all_of(found, "column"), "Well|Région");
  EXPECT_EQ(all_of(found, "column_definition"),
            "Well:Char (20)|Région:Integer");
  ASSERT_NE(found.reject("table"), nullptr);
}

TEST(Maps, ATabOfARasterSaysWhatItPlaces) {
  const auto tab = readers::parse_tab(
      "!table\n!version 300\n!charset WindowsLatin1\n\nDefinition Table\n"
      "  File \"map.tif\"\n  Type \"RASTER\"\n"
      "  (1,2) (0,0) Label \"Pt 1\",\n  (3,4) (9,9) Label \"Pt 2\"\n"
      "  CoordSys Earth Projection 1, 104\n  Units \"degree\"\n");
  EXPECT_EQ(tab.type, "RASTER");
  EXPECT_EQ(tab.file, "map.tif");
  EXPECT_EQ(tab.control_points, 2U);
  EXPECT_EQ(tab.coordinates, "Earth Projection 1, 104");
}

TEST(Maps, AMifWithANewFieldTypeGivesItsRowsAndTexts) {
  const Folder folder;
  folder.file("a.mif", "Version 900\nCharset \"WindowsLatin1\"\n"
                       "Delimiter \",\"\nColumns 2\n  Well Char(20)\n"
                       "  Number LargeInt\nData\n\nPoint 1 2\n"
                       "Text\n\"Fault A\"\n1 2 3 4\n");
  folder.file("a.mid", "\"SMITH 1\",12\n\"S\xD8R 2\",13\n");
  const auto found = run_bundle(folder.path("a.mif"));
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_EQ(found.number("feature_count"), 2);
  EXPECT_TRUE(found.holds("Well: SØR 2; Number: 13"));
  EXPECT_TRUE(found.holds("Fault A"));
}

TEST(Maps, AMifGivesTheTextsThatAreDrawn) {
  const Folder folder;
  folder.file("a.mif", "Version 300\nCharset \"WindowsLatin1\"\n"
                       "Delimiter \",\"\nColumns 1\n  Well Char(20)\n"
                       "Data\n\nPoint 1 2\nText\n\"Fault A\"\n1 2 3 4\n");
  folder.file("a.mid", "\"SMITH 1\"\n\"SMITH 2\"\n");
  const auto found = run_bundle(folder.path("a.mif"));
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_TRUE(found.holds("Well: SMITH 2"));
  EXPECT_TRUE(found.holds("Fault A"));
}

TEST(Maps, APartAloneSaysWhatIsMissing) {
  const Folder folder;
  folder.file("a.shx", geodata_test::shp_header(100, 1, {0, 0}, {1, 1}));
  const auto found = run_bundle(folder.path("a.shx"));
  EXPECT_FALSE(found.read);
  EXPECT_NE(found.error.find("whose .shp is not beside it"), std::string::npos);
}

// A zip whose directory, if any, is of no use. `method` 0: as it is.
std::string zipped(const std::string& name, const std::string& text) {
  return "PK\x03\x04" + le(20, 2) + le(0, 2) + le(0, 2) + le(0, 4) + le(0, 4) +
         le(text.size(), 4) + le(text.size(), 4) + le(name.size(), 2) +
         le(0, 2) + name + text + "PK\x01\x02 rubbish";
}

TEST(Maps, AKmzWithADamagedDirectoryIsRead) {
  const Folder folder;
  folder.file("a.kmz",
              zipped("doc.kml",
                     "<?xml version=\"1.0\"?><kml "
                     "xmlns=\"http://www.opengis.net/kml/2.2\"><Document>"
                     "<Placemark><name>Well 7</name><Point><coordinates>"
                     "1,2</coordinates></Point></Placemark></Document></kml>"));
  const auto found = run_bundle(folder.path("a.kmz"));
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_TRUE(found.holds("Well 7"));
  ASSERT_NE(found.reject("zip"), nullptr);
}

TEST(Maps, NothingIsSalvagedFromWhatIsEncrypted) {
  auto bytes = zipped("a.kml", "<kml/>");
  bytes[6] = 1;
  EXPECT_FALSE(readers::salvage_zip_member(bytes, ".kml", 1000));
  bytes[6] = 0;
  const auto found = readers::salvage_zip_member(bytes, ".kml", 1000);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->content, "<kml/>");
  EXPECT_EQ(readers::salvage_zip_member(bytes, ".kml", 3)->content, "<km");
}

TEST(Maps, TablesOfAccessAreRowsByTheirTypes) {
  const auto tables = readers::parse_access_schema(
      "-- comment\nCREATE TABLE [Wells of 1999]\n (\n\t[Well Name]\t\tText "
      "(50) NOT NULL, \n\t[TD]\t\tDouble\n);\n");
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].name, "Wells of 1999");
  ASSERT_EQ(tables[0].columns.size(), 2U);
  EXPECT_EQ(tables[0].columns[0].form, "Text (50) NOT NULL");
  EXPECT_TRUE(tables[0].columns[0].text);
  EXPECT_FALSE(tables[0].columns[1].text);
  readers::AccessRows rows(
      "Well Name,TD\n\"SMITH\n1\",100\n\"A \"\"B\"\"\",\n");
  ASSERT_TRUE(rows.rewind());
  readers::VectorRow row;
  ASSERT_TRUE(*rows.next(row));
  EXPECT_EQ(row.values[0], "SMITH\n1");
  ASSERT_TRUE(*rows.next(row));
  EXPECT_EQ(row.values[0], "A \"B\"");
  EXPECT_FALSE(*rows.next(row));
}

TEST(Maps, APersonalGeodatabaseSaysWhereItsLayersLie) {
  const auto layers = readers::geodatabase_layers(
      "TableName,FieldName,ShapeType,ExtentLeft,ExtentBottom,ExtentRight,"
      "ExtentTop,SRID\n\"Wells\",\"Shape\",1,-105.5,40,-104,41.5,7\n"
      "\"Odd\",\"Shape\",4,1,2,0,3,8\n",
      "SRID,SRTEXT\n7,\"GEOGCS[\"\"WGS_1984\"\"]\"\n");
  ASSERT_EQ(layers.size(), 2U);
  const auto& wells = layers.at("wells");
  EXPECT_EQ(wells.geometry, "Point");
  EXPECT_EQ(wells.wkt, "GEOGCS[\"WGS_1984\"]");
  ASSERT_TRUE(wells.extent);
  EXPECT_EQ(wells.extent->max_y, 41.5);
  EXPECT_FALSE(layers.at("odd").extent);
  EXPECT_EQ(layers.at("odd").wkt, "");
}

const std::string k_iso = R"(<?xml version="1.0"?>
<gmd:MD_Metadata xmlns:gmd="http://www.isotc211.org/2005/gmd"
 xmlns:gco="http://www.isotc211.org/2005/gco"><gmd:identificationInfo>
<gmd:title><gco:CharacterString>Wells of the shelf</gco:CharacterString>
</gmd:title><gmd:date><gmd:CI_Date><gmd:date><gco:Date>2011-03-04</gco:Date>
</gmd:date><gmd:dateType><gmd:CI_DateTypeCode codeList="x"
 codeListValue="publication"/></gmd:dateType></gmd:CI_Date></gmd:date>
<gmd:abstract><gco:CharacterString>All wellbores.</gco:CharacterString>
</gmd:abstract><gmd:keyword><gco:CharacterString>wells</gco:CharacterString>
</gmd:keyword><gmd:thesaurusName><gmd:title><gco:CharacterString>GEMET
</gco:CharacterString></gmd:title></gmd:thesaurusName>
<gmd:westBoundLongitude><gco:Decimal>1.5</gco:Decimal></gmd:westBoundLongitude>
<gmd:eastBoundLongitude><gco:Decimal>7</gco:Decimal></gmd:eastBoundLongitude>
<gmd:southBoundLatitude><gco:Decimal>56</gco:Decimal></gmd:southBoundLatitude>
<gmd:northBoundLatitude><gco:Decimal>62</gco:Decimal></gmd:northBoundLatitude>
</gmd:identificationInfo></gmd:MD_Metadata>)";

TEST(Maps, MetadataAloneIsADocument) {
  const Folder folder;
  folder.file("wells.xml", k_iso);
  const auto found = run_bundle(folder.path("wells.xml"));
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_EQ(found.document.head.format, "iso-metadata");
  EXPECT_EQ(found.document.head.title, "Wells of the shelf");
  EXPECT_EQ(found.number("published_date"), 20110304);
  EXPECT_EQ(found.number("min_longitude"), 1.5);
  EXPECT_EQ(found.number("max_latitude"), 62);
  EXPECT_TRUE(found.holds("Abstract: All wellbores."));
  for (size_t size = 0; size < k_iso.size(); size += 7) {
    (void)readers::parse_layer_metadata(k_iso.substr(0, size));
  }
}

TEST(Maps, ABoxThatIsNotOnTheEarthIsNone) {
  auto text = k_iso;
  text.replace(text.find(">62<"), 4, ">620<");
  EXPECT_FALSE(readers::parse_layer_metadata(text).box);
}

TEST(Maps, AProjectNamesItsLayersWithoutPasswords) {
  const auto project = readers::parse_project(
      "<qgis projectname=\"x\"><title>Field map</title><projectlayers>"
      "<maplayer><layername>Wells</layername><datasource>dbname='gis' "
      "password='secret' table=\"wells\"</datasource><provider>postgres"
      "</provider><srs><spatialrefsys><authid>EPSG:23031</authid>"
      "</spatialrefsys></srs></maplayer></projectlayers></qgis>");
  EXPECT_EQ(project.title, "Field map");
  ASSERT_EQ(project.layers.size(), 1U);
  EXPECT_EQ(project.layers[0].name, "Wells");
  EXPECT_EQ(project.layers[0].crs, "EPSG:23031");
  EXPECT_EQ(project.layers[0].source, "dbname='gis'  table=\"wells\"");
}

} // namespace
