// SPDX-License-Identifier: Apache-2.0
#include "core/base/fd.hpp"
#include "tests/unit/store/store_fixture.hpp"

namespace {

using namespace store_test;
using store::Archive;

TEST(Archive, is_opened_as_it_was_made) {
  const TempFolder folder;
  pb::EmbedderConfig embedder;
  embedder.set_provider("local");
  embedder.set_dimensions(384);
  auto made = take(Archive::create(folder.path() + "/arch", 3, embedder));
  ok(made.set_root("data", "/srv/data"));
  ok(made.set_root("data", "/mnt/data"));
  const auto opened = take(Archive::open(folder.path() + "/arch"));
  EXPECT_EQ(opened.shards(), 3U);
  EXPECT_EQ(opened.config().embedder().dimensions(), 384U);
  ASSERT_EQ(opened.config().roots_size(), 1);
  EXPECT_EQ(opened.config().roots(0).path(), "/mnt/data");
  EXPECT_TRUE(fs::is_directory(opened.shard_path(2)));
}

TEST(Archive, takes_families_and_keeps_what_people_wrote) {
  const TempFolder folder;
  auto archive = take(Archive::create(folder.path() + "/arch", 1, {}));
  const std::string file = archive.path() + "/keybed.textproto";
  const std::string before =
      take(base::read_file(file, 1 << 20)) + "# mine, and no line end";
  ok(base::write_file_atomic(file, before));
  ok(archive.add_key_family(
      {"drawing", "DRW-\\d{4}\"'\n", domain::Normaliser::upper, "a \"b\""}));
  const std::string after = take(base::read_file(file, 1 << 20));
  EXPECT_TRUE(after.starts_with(before + "\n"));
  const auto opened = take(Archive::open(archive.path()));
  const auto families = take(opened.key_families());
  ASSERT_EQ(families.list().size(), 1U);
  EXPECT_EQ(families.list()[0].expression, "DRW-\\d{4}\"'\n");
  EXPECT_EQ(families.list()[0].normaliser, domain::Normaliser::upper);
  EXPECT_EQ(families.list()[0].description, "a \"b\"");
  // What cannot be used is not written.
  EXPECT_FALSE(
      archive.add_key_family({"other", "(", domain::Normaliser::code, ""}));
  EXPECT_FALSE(archive.add_key_family(
      {"drawing", "A\\d", domain::Normaliser::code, ""}));
  EXPECT_EQ(take(base::read_file(file, 1 << 20)), after);
}

TEST(Archive, is_not_made_over_something_else) {
  const TempFolder folder;
  take(Archive::create(folder.path() + "/arch", 1, {}));
  const auto again = Archive::create(folder.path() + "/arch", 1, {});
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, base::Errc::conflict);
  const auto over = Archive::create(folder.path(), 1, {});
  ASSERT_FALSE(over);
  EXPECT_EQ(over.error().code, base::Errc::invalid);
}

TEST(Archive, says_that_a_folder_is_none) {
  const TempFolder folder;
  const auto opened = Archive::open(folder.path());
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, base::Errc::not_found);
  EXPECT_NE(opened.error().message.find("ingest"), std::string::npos);
}

TEST(Archive, of_another_format_names_both_versions) {
  const TempFolder folder;
  ok(base::write_file_atomic(folder.path() + "/keybed.textproto",
                             "format_version: 77\nshards: 4\n"));
  const auto opened = Archive::open(folder.path());
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, base::Errc::unsupported);
  EXPECT_NE(opened.error().message.find("77"), std::string::npos);
  EXPECT_NE(opened.error().message.find("reads 1"), std::string::npos);
}

TEST(Archive, with_settings_that_make_no_sense_is_damaged) {
  const TempFolder folder;
  for (const char* text : {"rubbish {", "format_version: 1\nshards: 0\n",
                           "format_version: 1\nshards: 99999\n"}) {
    ok(base::write_file_atomic(folder.path() + "/keybed.textproto", text));
    const auto opened = Archive::open(folder.path());
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, base::Errc::corrupt) << text;
  }
}

} // namespace
