// SPDX-License-Identifier: Apache-2.0
#include "temp_folder.hpp"
#include "worker/child/content.hpp"

#include <sys/stat.h>

namespace {

base::Hash128 hash(const child::Bundle& bundle) {
  const auto out =
      child::content_hash(bundle, [] { return base::Result<void>(); });
  EXPECT_TRUE(out) << out.error().message;
  return out ? *out : base::Hash128();
}

TEST(ContentHash, ACopyUnderAnotherNameHasTheSame) {
  const TempFolder folder;
  const child::Bundle one{
      folder.file("wells.shp", "s"),
      {folder.file("wells.dbf", "d"), folder.file("wells.shp.xml", "x")}};
  const child::Bundle two{
      folder.file("b/Copy.shp", "s"),
      {folder.file("b/Copy.shp.xml", "x"), folder.file("b/Copy.dbf", "d")}};
  EXPECT_EQ(hash(one), hash(two));
}

TEST(ContentHash, BytesOfAnyMemberCountAndSoDoesWhichMemberTheyAre) {
  const TempFolder folder;
  const auto main = folder.file("a.shp", "s");
  const auto before = hash({main, {folder.file("a.prj", "p")}});
  EXPECT_NE(before, hash({main, {folder.file("a.prj", "q")}}));
  EXPECT_NE(before, hash({main, {folder.file("a.dbf", "p")}}));
  EXPECT_NE(before, hash({main, {}}));
}

TEST(ContentHash, ADirectoryIsItsMembers) {
  const TempFolder folder;
  const auto inside = folder.file("a.gdb/t1.gdbtable", "1");
  const std::string gdb = folder.path() / "a.gdb";
  const auto before = hash({gdb, {inside}});
  folder.file("a.gdb/t1.gdbtable", "2");
  EXPECT_NE(before, hash({gdb, {inside}}));
}

TEST(ContentHash, AMissingMemberAndAFifoAreErrors) {
  const TempFolder folder;
  const auto go_on = [] { return base::Result<void>(); };
  const auto main = folder.file("a.shp", "s");
  const auto missing = child::content_hash({main, {main + ".no"}}, go_on);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, base::Errc::not_found);
  const std::string fifo = folder.path() / "pipe";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_FALSE(child::content_hash({fifo, {}}, go_on));
}

TEST(Stamps, TheMainMemberStandsFirstAndAChangeShows) {
  const TempFolder folder;
  const auto main = folder.file("b.shp", "s");
  const auto other = folder.file("a.dbf", "12");
  const auto before = child::stamps_of({main, {other}});
  ASSERT_TRUE(before);
  EXPECT_EQ(before->at(0).path(), main);
  EXPECT_EQ(before->at(1).size(), 2U);
  EXPECT_TRUE(child::same(*before, *child::stamps_of({main, {other}})));
  folder.file("a.dbf", "123");
  EXPECT_FALSE(child::same(*before, *child::stamps_of({main, {other}})));
}

} // namespace
