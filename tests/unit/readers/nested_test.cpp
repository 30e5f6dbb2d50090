// SPDX-License-Identifier: Apache-2.0
#include "core/domain/collect.hpp"
#include "worker/readers/nested.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace readers {
namespace {

namespace fs = std::filesystem;

Input container() {
  Input input;
  input.path = "/archive/a.zip";
  input.size = 1000;
  input.nesting = std::make_shared<Nesting>(input.size);
  return input;
}

domain::DocumentHead outer() {
  domain::DocumentHead head;
  head.format = "zip";
  return head;
}

TEST(Nested, AMemberIsADocumentOfItsOwnWithinItsContainer) {
  const Input zip = container();
  domain::Collector out(1000);
  ASSERT_TRUE(out.begin(outer()));
  ASSERT_TRUE(read_member_bytes(zip, out, "docs/note.txt",
                                "The Robinson well was drilled in 1935.\n"));
  ASSERT_TRUE(out.fact({"members", "1", 1.0, "", {}}));
  ASSERT_TRUE(out.end());
  ASSERT_EQ(out.documents().size(), 2U);
  EXPECT_EQ(out.documents()[1].head.member,
            std::vector<std::string>{"docs/note.txt"});
  EXPECT_EQ(out.documents()[1].head.format, "text");
  ASSERT_EQ(out.documents()[1].passages.size(), 1U);
  ASSERT_EQ(out.documents()[0].facts.size(), 1U);
  EXPECT_TRUE(out.documents()[0].ended && out.documents()[1].ended);
}

TEST(Nested, WhatNoReaderKnowsIsADocumentThatSaysSo) {
  const Input zip = container();
  domain::Collector out(1000);
  ASSERT_TRUE(out.begin(outer()));
  ASSERT_TRUE(read_member_bytes(zip, out, "x.bin",
                                std::string("\0\1\2\3\xff\xfe\0\0\0\0", 10)));
  ASSERT_TRUE(read_member_bytes(zip, out, "empty.dat", ""));
  ASSERT_TRUE(out.end());
  ASSERT_EQ(out.documents().size(), 3U);
  for (size_t i = 1; i < 3; ++i) {
    EXPECT_EQ(out.documents()[i].head.format, "");
    ASSERT_EQ(out.documents()[i].rejects.size(), 1U);
    EXPECT_EQ(out.documents()[i].rejects[0].field, "file");
  }
  EXPECT_EQ(out.documents()[2].rejects[0].reason, "the file is empty");
}

TEST(Nested, LimitsAreNamedAndCostOnlyWhatPassesThem) {
  NestingLimits limits;
  limits.depth = 2;
  limits.members = 3;
  limits.member_bytes = 100;
  limits.ratio_free = 150;
  limits.ratio = 2;
  Nesting nesting(100, limits);
  EXPECT_TRUE(nesting.member(1));
  const auto deep = nesting.member(3);
  ASSERT_FALSE(deep);
  EXPECT_NE(deep.error().message.find("2 containers"), std::string::npos);
  EXPECT_TRUE(nesting.member(2));
  EXPECT_TRUE(nesting.member(2));
  EXPECT_FALSE(nesting.member(1)) << "the fourth";
  EXPECT_TRUE(nesting.unpacked(100, 0));
  EXPECT_FALSE(nesting.unpacked(1, 100)) << "a member that is too large";
  EXPECT_TRUE(nesting.unpacked(98, 0));
  const auto bomb = nesting.unpacked(90, 0);
  ASSERT_FALSE(bomb);
  EXPECT_NE(bomb.error().message.find("2 times"), std::string::npos);
}

TEST(Nested, ABombCostsOnlyItselfAFewTimes) {
  NestingLimits limits;
  limits.ratio_free = 150;
  limits.ratio = 2;
  Nesting nesting(100, limits);
  EXPECT_TRUE(nesting.unpacked(90, 0));
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(nesting.unpacked(100, 0));
    const auto bomb = nesting.unpacked(100, 100);
    ASSERT_FALSE(bomb);
    EXPECT_NE(bomb.error().message.find("a bomb"), std::string::npos);
    EXPECT_FALSE(nesting.spent());
    EXPECT_TRUE(nesting.unpacked(1, 0)) << "what comes behind it";
  }
  EXPECT_TRUE(nesting.unpacked(100, 0));
  EXPECT_FALSE(nesting.unpacked(100, 100));
  EXPECT_TRUE(nesting.spent()) << "each costs as much as a whole file may";
}

TEST(Nested, APassedLimitIsARejectOfTheMember) {
  Input zip = container();
  NestingLimits limits;
  limits.members = 1;
  zip.nesting = std::make_shared<Nesting>(zip.size, limits);
  domain::Collector out(1000);
  ASSERT_TRUE(out.begin(outer()));
  ASSERT_TRUE(read_member_bytes(zip, out, "a.txt", "some words stand here\n"));
  ASSERT_TRUE(read_member_bytes(zip, out, "b.txt", "some words stand here\n"));
  ASSERT_TRUE(out.end());
  ASSERT_EQ(out.documents().size(), 3U);
  EXPECT_TRUE(out.documents()[1].rejects.empty());
  ASSERT_EQ(out.documents()[2].rejects.size(), 1U);
  EXPECT_NE(out.documents()[2].rejects[0].reason.find("more than 1 others"),
            std::string::npos);
}

TEST(Nested, AScratchFolderKeepsNamesInsideAndGoesAway) {
  std::string path;
  {
    auto folder = ScratchFolder::make();
    ASSERT_TRUE(folder);
    path = folder->path();
    EXPECT_EQ(folder->place_for("../../etc/passwd"), path + "/passwd");
    EXPECT_EQ(folder->place_for("a\\b\\c.las"), path + "/c.las");
    EXPECT_EQ(folder->place_for(".."), path + "/member");
    EXPECT_EQ(folder->place_for(""), path + "/member");
    const std::string longest = std::string(3000, 'x') + ".las";
    EXPECT_EQ(folder->place_for(longest),
              path + "/" + std::string(200, 'x') + ".las");
    EXPECT_TRUE(fs::is_directory(path));
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(Nested, AMemberIsCountedWhileItIsWritten) {
  NestingLimits limits;
  limits.member_bytes = 100;
  limits.total_bytes = 150;
  Nesting nesting(10, limits);
  auto folder = ScratchFolder::make();
  ASSERT_TRUE(folder);
  const std::string path = folder->place_for("a.bin");
  auto writer = MemberWriter::make(path, nesting);
  ASSERT_TRUE(writer);
  EXPECT_TRUE(writer->write("0123456789"));
  EXPECT_TRUE(writer->skip(80));
  EXPECT_FALSE(writer->write("01234567890")) << "more than a member may have";
  EXPECT_FALSE(nesting.spent());
  EXPECT_TRUE(writer->finish());
  EXPECT_EQ(fs::file_size(path), 90U);
  EXPECT_FALSE(MemberWriter::make(path, nesting)) << "it is there already";
  auto second = MemberWriter::make(folder->place_for("b.bin"), nesting);
  ASSERT_TRUE(second);
  EXPECT_FALSE(second->write(std::string(60, 'x')));
  EXPECT_TRUE(nesting.spent()) << "a limit of the whole file";
}

TEST(Nested, AReaderThatHoldsOthersIsAsNewAsTheNewestOfThem) {
  for (const auto& reader : all_readers()) {
    EXPECT_LT(reader->version(), 1000U);
    EXPECT_EQ(stored_version(*reader) == reader->version(),
              !reader->holds_others());
  }
}

} // namespace
} // namespace readers
