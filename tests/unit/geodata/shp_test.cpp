// SPDX-License-Identifier: Apache-2.0
#include "core/geodata/shp.hpp"
#include "tests/unit/geodata/bytes.hpp"

#include <gtest/gtest.h>

namespace {

using geodata_test::Folder;
using geodata_test::shp_of_points;

base::Result<geodata::ShpSummary> scan(const std::string& bytes) {
  const Folder folder;
  return geodata::scan_shp(folder.file("a.shp", bytes),
                           [] { return base::Result<void>(); });
}

const std::vector<geodata_test::PointAt> k_points = {
    {-104.5, 43.25}, {-105, 44}, {-104, 42}};

TEST(Shp, CountsRecordsAndFindsTheirExtent) {
  const auto found = scan(shp_of_points(k_points));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->records, 3U);
  EXPECT_EQ(geodata::shape_type_name(found->type), "Point");
  EXPECT_EQ(found->extent, (geodata::Box{-105, 42, -104, 44}));
  EXPECT_EQ(found->header_extent, found->extent);
  EXPECT_FALSE(found->damage);
}

TEST(Shp, CutWithinARecordKeepsWhatStandsBefore) {
  const auto whole = shp_of_points(k_points);
  const auto found = scan(whole.substr(0, whole.size() - 5));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->records, 2U);
  ASSERT_TRUE(found->damage);
  EXPECT_EQ(found->damage->byte, 100U + 2 * 28);
}

TEST(Shp, ZeroFilledTailIsDamageAtItsOffset) {
  auto bytes = shp_of_points(k_points);
  std::fill(bytes.begin() + 100 + 28, bytes.end(), '\0');
  const auto found = scan(bytes);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->records, 1U);
  ASSERT_TRUE(found->damage);
  EXPECT_EQ(found->damage->byte, 128U);
}

TEST(Shp, RefusesWhatHasNoHeader) {
  EXPECT_FALSE(scan(""));
  EXPECT_FALSE(scan(std::string(200, '\0')));
  EXPECT_FALSE(scan(shp_of_points(k_points).substr(0, 99)));
}

TEST(Shp, AnIndexIsNotTakenForALayer) {
  auto index = shp_of_points({});
  index += geodata_test::be32(50) + geodata_test::be32(10);
  EXPECT_FALSE(geodata::is_shp_header(index + std::string(16, '\0')));
  EXPECT_TRUE(geodata::is_shp_header(shp_of_points(k_points)));
}

TEST(Shp, NullShapesAndStrangersAreCounted) {
  auto bytes = shp_of_points(k_points);
  bytes +=
      geodata_test::be32(4) + geodata_test::be32(2) + geodata_test::le(0, 4);
  bytes +=
      geodata_test::be32(5) + geodata_test::be32(2) + geodata_test::le(5, 4);
  bytes.replace(24, 4,
                geodata_test::be32(static_cast<uint32_t>(bytes.size() / 2)));
  const auto found = scan(bytes);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->records, 5U);
  EXPECT_EQ(found->null_shapes, 1U);
  EXPECT_EQ(found->strangers, 1U);
}

TEST(Shp, ALengthThatRunsOverTheFileStopsTheScan) {
  auto bytes = shp_of_points(k_points);
  bytes.replace(104, 4, geodata_test::be32(0x7FFFFFFF));
  const auto found = scan(bytes);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->records, 0U);
  EXPECT_TRUE(found->damage);
}

} // namespace
