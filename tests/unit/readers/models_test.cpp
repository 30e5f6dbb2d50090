// SPDX-License-Identifier: Apache-2.0
//
// ROFF, LiDAR and shapes.
#include "tests/unit/readers/model_bytes.hpp"
#include "tests/unit/readers/read_support.hpp"

namespace readers::test {
namespace {

std::string word(const std::string& text) {
  return text + std::string(1, '\0');
}

std::string roff() {
  const auto number = [](uint32_t value) { return little(value); };
  const auto real = [](float value) {
    return little(std::bit_cast<uint32_t>(value));
  };
  std::string out =
      word("roff-bin") + word("#ROFF file#") + word("#Creator: RMS 12#");
  out += word("tag") + word("filedata") + word("int") + word("byteswaptest") +
         number(1) + word("char") + word("filetype") + word("grid") +
         word("char") + word("creationDate") + word("18/09/2017 09:14:31") +
         word("endtag");
  out += word("tag") + word("dimensions") + word("int") + word("nX") +
         number(4) + word("int") + word("nY") + number(5) + word("int") +
         word("nZ") + number(6) + word("endtag");
  out += word("tag") + word("translate") + word("float") + word("xoffset") +
         real(100) + word("endtag");
  out += word("tag") + word("cornerLines") + word("array") + word("float") +
         word("data") + number(6) + real(1) + real(2) + real(3) + real(4) +
         real(5) + real(6) + word("endtag");
  out += word("tag") + word("parameter") + word("char") + word("name") +
         word("FACIES") + word("array") + word("char") + word("codeNames") +
         number(2) + word("SHALE") + word("SAND") + word("array") +
         word("int") + word("codeValues") + number(2) + number(0) + number(1) +
         word("array") + word("byte") + word("data") + number(3) +
         std::string("\0\1\1", 3) + word("endtag");
  return out + word("tag") + word("eof") + word("endtag");
}

std::string lidar(uint32_t points) {
  const double x = 500000;
  const double y = 5000000;
  std::string out = "LASF" + std::string(20, '\0') + "\x01\x02";
  std::string name = "KB survey";
  name.resize(32, '\0');
  out += name + name;
  out += little<uint16_t>(60) + little<uint16_t>(2024) + little<uint16_t>(227);
  const uint32_t records = 1;
  out += little<uint32_t>(227 + 54 + 16) + little(records);
  out += std::string(1, '\x01') + little<uint16_t>(28) + little(points);
  out += little(points) + std::string(16, '\0');
  for (const double value :
       {0.01, 0.01, 0.01, 0.0, 0.0, 0.0, x + 100, x, y + 50, y, 30.0, 10.0}) {
    out += little_double(value);
  }
  std::string user = "LASF_Projection";
  user.resize(16, '\0');
  out += std::string(2, '\0') + user + little<uint16_t>(34735) +
         little<uint16_t>(16) + std::string(32, '\0');
  for (const uint16_t value : {1, 1, 0, 1, 3072, 0, 1, 32632}) {
    out += little(value);
  }
  return out + std::string(size_t{28} * points, '\0');
}

TEST(Roff, SaysItsGridAndParameters) {
  const auto found = read_bytes("g.roff", roff());
  EXPECT_EQ(found.reader, "roff");
  EXPECT_EQ(found.fact("software"), "RMS 12");
  EXPECT_EQ(found.fact("data_type"), "grid");
  EXPECT_EQ(found.fact("created_date"), "18/09/2017 09:14:31");
  EXPECT_EQ(found.fact("cell_count"), "120");
  EXPECT_EQ(found.fact("min_x"), "101");
  EXPECT_EQ(found.fact("max_x"), "104");
  EXPECT_EQ(found.fact("parameter"), "FACIES");
  EXPECT_NE(found.text().find("FACIES (byte, 3 values); codes: 0 SHALE, 1 "
                              "SAND"),
            std::string::npos)
      << found.text();
  EXPECT_EQ(found.reasons(), "");
}

TEST(Roff, TextIsReadAsBinaryIs) {
  const auto found = read_bytes(
      "g.roffasc", "roff-asc\n#ROFF file#\n#Creator: RMS 12#\n"
                   "tag filedata\nint byteswaptest 1\nchar filetype \"grid\"\n"
                   "endtag\ntag dimensions\nint nX 2\nint nY 1\nint nZ 3\n"
                   "endtag\ntag active\narray bool data 6\n 1 1 1 1 0 1\n"
                   "endtag\ntag eof\nendtag\n");
  EXPECT_EQ(found.fact("cell_count"), "6");
  EXPECT_EQ(found.fact("active_cells"), "5");
  EXPECT_EQ(found.reasons(), "");
}

TEST(Roff, CutAnywhereItKeepsTheTagsBefore) {
  const auto whole = roff();
  for (size_t size = 60; size < whole.size(); size += 5) {
    const auto found = read_bytes("g.roff", whole.substr(0, size));
    EXPECT_EQ(found.error, "") << size;
    EXPECT_NE(found.reasons(), "") << size;
  }
}

TEST(Lidar, IsAPointCloudWithItsSystemAndNoWellLog) {
  const auto found = read_bytes("tile.las", lidar(3));
  EXPECT_EQ(found.reader, "lidar");
  EXPECT_EQ(found.fact("point_count"), "3");
  EXPECT_EQ(found.fact("format_version"), "1.2");
  EXPECT_EQ(found.fact("software"), "KB survey");
  EXPECT_EQ(found.fact("created_date"), "2024-02-29") << "day 60";
  EXPECT_EQ(found.fact("epsg"), "32632");
  EXPECT_EQ(found.fact("max_x"), "500100");
  EXPECT_EQ(found.fact("min_z"), "10");
  EXPECT_EQ(found.fact("min_longitude"), "9");
  EXPECT_EQ(found.reasons(), "");
}

TEST(Lidar, PointsThatAreNotThereAreSaid) {
  const auto found = read_bytes("tile.las", lidar(3).substr(0, 300));
  EXPECT_NE(found.reasons().find("before so many points"), std::string::npos);
  const auto none = read_bytes("tile.las", lidar(3).substr(0, 200));
  EXPECT_NE(none.error.find("within the header"), std::string::npos);
}

TEST(Mesh, TrianglesOfBothKindsHaveTheirExtent) {
  std::string facet(12, '\0');
  for (const float value :
       {1.0F, 2.0F, 3.0F, 4.0F, 5.0F, 6.0F, 7.0F, 8.0F, -9.0F}) {
    facet += little(std::bit_cast<uint32_t>(value));
  }
  const auto binary =
      read_bytes("part.stl", padded("Pump housing", 80) + little<uint32_t>(1) +
                                 facet + std::string(2, '\0'));
  EXPECT_EQ(binary.document.head.title, "Pump housing");
  EXPECT_EQ(binary.fact("triangle_count"), "1");
  EXPECT_EQ(binary.fact("min_z"), "-9");
  const auto text = read_bytes(
      "part.stl", "solid Pump housing\nfacet normal 0 0 1\nouter loop\n"
                  "vertex 1 2 3\nvertex 4 5 6\nvertex 7 8 9\nendloop\n"
                  "endfacet\nendsolid\n");
  EXPECT_EQ(text.fact("max_x"), "7");
  EXPECT_EQ(text.document.head.title, "Pump housing");
}

TEST(Mesh, HeadersOfScansAreFacts) {
  const auto ply = read_bytes(
      "a.ply", "ply\nformat ascii 1.0\ncomment scan of the wellhead\n"
               "element vertex 3\nproperty float x\nproperty float y\n"
               "element face 1\nend_header\n1 2\n3 4\n5 6\n");
  EXPECT_EQ(ply.fact("point_count"), "3");
  EXPECT_EQ(ply.fact("face_count"), "1");
  EXPECT_EQ(ply.fact("description"), "scan of the wellhead");
  const auto pcd = read_bytes("a.pcd", "# .PCD v.7\nVERSION .7\nFIELDS x y z\n"
                                       "POINTS 213\nDATA ascii\n1 2 3\n");
  EXPECT_EQ(pcd.fact("point_count"), "213");
  EXPECT_EQ(pcd.fact("column"), "x|y|z");
  const auto obj = read_bytes("a.obj", "# by hand\no Valve\nv 1 2 3\nv 4 5 6\n"
                                       "v 0 0 0\nf 1 2 3\n");
  EXPECT_EQ(obj.fact("object_name"), "Valve");
  EXPECT_EQ(obj.fact("point_count"), "3");
  EXPECT_EQ(obj.fact("max_y"), "5");
}

TEST(Mesh, AnE57ScanIsReadThroughThePagesOfItsXml) {
  const std::string xml =
      "<e57Root><data3D><vectorChild><name>Scan 1</name><points "
      "recordCount=\"1234\"/><cartesianBounds><xMinimum>-1.5</xMinimum>"
      "</cartesianBounds></vectorChild></data3D></e57Root>";
  // Pages of 64 bytes, of which 4 are a checksum; the XML begins in the first.
  const size_t first = 60 - 48;
  std::string out = "ASTM-E57" + little<uint32_t>(1) + little<uint32_t>(0) +
                    little<uint64_t>(0) + little<uint64_t>(48) +
                    little<uint64_t>(xml.size()) + little<uint64_t>(64);
  out += xml.substr(0, first) + "CRC!";
  for (size_t at = first; at < xml.size(); at += 60) {
    out += xml.substr(at, 60) + "CRC!";
  }
  const auto found = read_bytes("a.e57", out);
  EXPECT_EQ(found.error, "");
  EXPECT_EQ(found.fact("scan_name"), "Scan 1");
  EXPECT_EQ(found.fact("point_count"), "1234");
  EXPECT_EQ(found.fact("min_x"), "-1.5 m");
}

} // namespace
} // namespace readers::test
