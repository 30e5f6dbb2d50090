// SPDX-License-Identifier: Apache-2.0
#include "core/domain/bundle.hpp"

#include <gtest/gtest.h>

namespace {

using namespace domain;

std::string grouped(const std::vector<std::string>& names) {
  std::string text;
  for (const Bundle& bundle : group_siblings(names)) {
    text += names[bundle.main];
    for (size_t companion : bundle.companions) {
      text += "+" + names[companion];
    }
    text += " ";
  }
  return text;
}

TEST(Bundle, AShapefileIsOneBundleWhateverTheCase) {
  EXPECT_EQ(grouped({"wells.shp", "WELLS.DBF", "wells.prj", "wells.shp.xml",
                     "wells.txt", "other.prj"}),
            "other.prj wells.shp+WELLS.DBF+wells.prj+wells.shp.xml wells.txt ");
}

TEST(Bundle, CompanionsWithoutAMainFileStandAlone) {
  EXPECT_EQ(grouped({"a.dbf", "a.prj"}), "a.dbf a.prj ");
  EXPECT_EQ(grouped({"a.dbf", "a.dbt"}), "a.dbf+a.dbt ");
}

TEST(Bundle, AShapefileClaimsBeforeARaster) {
  EXPECT_EQ(grouped({"a.prj", "a.shp", "a.tif", "a.tfw"}),
            "a.shp+a.prj a.tif+a.tfw ");
}

TEST(Bundle, MainsThatDifferInCaseOnlyKeepTheirOwn) {
  EXPECT_EQ(grouped({"A.dbf", "A.shp", "a.dbf", "a.shp"}),
            "A.shp+A.dbf a.shp+a.dbf ");
}

TEST(Bundle, NamesWithoutAStemAreNoCompanions) {
  EXPECT_EQ(grouped({".prj", ".shp", "shp", ""}), " .prj .shp shp ");
}

TEST(Bundle, RolesDoNotDependOnTheName) {
  EXPECT_EQ(member_role("a/wells.shp", "a/wells.SHP.XML"), "shp.xml");
  EXPECT_EQ(member_role("a/wells.shp", "a/WELLS.dbf"), "dbf");
  EXPECT_EQ(member_role("b.c/noext", "b.c/noext"), "");
  EXPECT_EQ(member_role("x.gdb", "x.gdb/a0001.gdbtable"), "a0001.gdbtable");
}

TEST(Bundle, ShardsAreForEver) {
  EXPECT_EQ(shard_of("archive", "Wells/a.las", 1), 0u);
  EXPECT_EQ(shard_of("archive", "Wells/a.las", 1000),
            shard_of("archive", "Wells/a.las", 1000));
  EXPECT_NE(shard_of("ab", "c", 1U << 30), shard_of("a", "bc", 1U << 30));
}

TEST(Bundle, KnowsNamesThatMayNotStandAlone) {
  for (const char* name : {"a.shp", "A.DBF", "x.shp.xml", "b.prj", "m.tab"}) {
    EXPECT_TRUE(may_have_siblings(name)) << name;
  }
  for (const char* name : {"a.las", "shp", ".shp", "a.xml", ""}) {
    EXPECT_FALSE(may_have_siblings(name)) << name;
  }
}

TEST(Bundle, KnowsDirectoriesThatAreOneDataSet) {
  EXPECT_TRUE(is_directory_bundle("Wells.GDB"));
  EXPECT_FALSE(is_directory_bundle(".gdb"));
  EXPECT_FALSE(is_directory_bundle("gdb"));
}

TEST(Bundle, ARasterTakesWhatPlacesAndDescribesIt) {
  EXPECT_EQ(grouped({"a.tif", "a.TFW", "a.tif.aux.xml", "a.tif.vat.dbf",
                     "b.png", "b.pgw", "c.dat", "c.hdr", "d.hdr"}),
            "a.tif+a.TFW+a.tif.aux.xml+a.tif.vat.dbf b.png+b.pgw c.dat+c.hdr "
            "d.hdr ");
}

TEST(Bundle, TheFilesOfAnArcInfoGridAreOne) {
  EXPECT_EQ(grouped({"hdr.adf", "prj.adf", "sta.adf", "w001001.adf", "a.txt"}),
            "a.txt hdr.adf+prj.adf+sta.adf+w001001.adf ");
  EXPECT_EQ(member_role("g/hdr.adf", "g/sta.adf"), "sta.adf");
  EXPECT_EQ(grouped({"arc.adf", "pal.adf"}), "arc.adf pal.adf ");
}

} // namespace
