// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/readers/compound_maker.hpp"
#include "tests/unit/readers/reader_run.hpp"
#include "worker/readers/compound_file.hpp"

#include <gtest/gtest.h>

namespace {

using readers::CompoundFile;
using readers_test::CompoundMaker;
using readers_test::MemoryFile;

std::string long_text(size_t size) {
  std::string out;
  while (out.size() < size) {
    out += "line " + std::to_string(out.size()) + "\n";
  }
  out.resize(size);
  return out;
}

std::string sample() {
  CompoundMaker maker;
  maker.stream("WordDocument", long_text(70'000));
  maker.stream("small", "a few bytes");
  maker.stream("Pool/_1/Workbook", long_text(5000));
  maker.stream("Pool/_1/note", long_text(300));
  maker.stream("empty", "");
  return maker.make();
}

std::string text_of(CompoundFile& file, std::string_view path) {
  const auto entry = file.find(path);
  if (!entry) {
    return "(none)";
  }
  const auto bytes = file.read_all(file.locate(*entry), 1 << 20);
  return bytes ? *bytes : bytes.error().message;
}

TEST(CompoundFile, ReadsLargeAndSmallStreamsInFolders) {
  const MemoryFile bytes(sample());
  auto file = CompoundFile::open(bytes.path());
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_TRUE(file->damage().empty());
  EXPECT_EQ(text_of(*file, "WordDocument"), long_text(70'000));
  EXPECT_EQ(text_of(*file, "worddocument"), long_text(70'000));
  EXPECT_EQ(text_of(*file, "small"), "a few bytes");
  EXPECT_EQ(text_of(*file, "Pool/_1/Workbook"), long_text(5000));
  EXPECT_EQ(text_of(*file, "Pool/_1/note"), long_text(300));
  EXPECT_EQ(text_of(*file, "empty"), "");
  EXPECT_EQ(text_of(*file, "Pool/_2"), "(none)");
}

TEST(CompoundFile, ReadsAnyPartOfAStreamAndSaysWhereItStands) {
  const std::string whole = sample();
  const MemoryFile bytes(whole);
  auto file = CompoundFile::open(bytes.path());
  ASSERT_TRUE(file);
  const auto stream = file->locate(*file->find("WordDocument"));
  const std::string text = long_text(70'000);
  for (const size_t at : {0UL, 511UL, 512UL, 60'001UL, 69'999UL, 70'000UL}) {
    const auto part = file->read(stream, at, 1000);
    ASSERT_TRUE(part);
    EXPECT_EQ(*part, text.substr(at, 1000));
    if (at < text.size()) {
      EXPECT_EQ(whole[CompoundFile::place_of(stream, at)], text[at]);
    }
  }
}

TEST(CompoundFile, RefusesStreamsAboveTheLimit) {
  const MemoryFile bytes(sample());
  auto file = CompoundFile::open(bytes.path());
  ASSERT_TRUE(file);
  const auto all = file->read_all(file->locate(*file->find("WordDocument")), 9);
  ASSERT_FALSE(all);
  EXPECT_EQ(all.error().code, base::Errc::limit);
}

TEST(CompoundFile, EndsACircleOfSectorsWhereItBegins) {
  std::string whole = sample();
  // The first stream takes sectors 0 to 136; the table is the last two.
  const size_t table = whole.size() - 2 * 512;
  readers_test::put_le(whole, table + 4 * 99, 5, 4); // 99 → 5
  const MemoryFile bytes(whole);
  auto file = CompoundFile::open(bytes.path());
  ASSERT_TRUE(file);
  const auto stream = file->locate(*file->find("WordDocument"));
  ASSERT_TRUE(stream.damage);
  EXPECT_EQ(stream.damage->what, "its chain of sectors runs in a circle");
  EXPECT_EQ(stream.damage->byte, 512U * 6);
  EXPECT_EQ(stream.size, 51'200U);
  EXPECT_EQ(*file->read_all(stream, 1 << 20),
            long_text(70'000).substr(0, 51'200));
}

TEST(CompoundFile, BelievesNoSizeOfAStream) {
  CompoundMaker maker;
  maker.stream("Book", long_text(5000));
  std::string whole = maker.make();
  const size_t name = whole.find(readers_test::wide("Book"));
  readers_test::put_le(whole, name + 120, 0xFFFFFFF0, 4);
  const MemoryFile bytes(whole);
  auto file = CompoundFile::open(bytes.path());
  ASSERT_TRUE(file);
  const auto stream = file->locate(*file->find("Book"));
  EXPECT_EQ(stream.size, 5120U); // its ten sectors
  ASSERT_TRUE(stream.damage);
}

TEST(CompoundFile, FindsEntriesThatADamagedTreeDoesNotName) {
  std::string whole = sample();
  const size_t name = whole.find(readers_test::wide("small"));
  readers_test::put_le(whole, name + 72, 1, 4); // on to itself, in a circle
  const MemoryFile bytes(whole);
  auto file = CompoundFile::open(bytes.path());
  ASSERT_TRUE(file);
  EXPECT_FALSE(file->damage().empty());
  EXPECT_EQ(text_of(*file, "Workbook"), long_text(5000));
}

TEST(CompoundFile, CopiesAFolderAsAFileOfItsOwn) {
  CompoundMaker maker;
  maker.stream("other", "x");
  maker.stream("Pool/_1/Workbook", long_text(9000));
  maker.stream("Pool/_1/note", long_text(300));
  maker.stream("Pool/_1/none", "");
  maker.stream("Pool/_1/in/deep", long_text(4096));
  const MemoryFile bytes(maker.make());
  auto file = CompoundFile::open(bytes.path());
  ASSERT_TRUE(file);
  const auto copy =
      readers::copy_storage(*file, *file->find("Pool/_1"), 1 << 20);
  ASSERT_TRUE(copy);
  const MemoryFile again(*copy);
  auto inner = CompoundFile::open(again.path());
  ASSERT_TRUE(inner) << inner.error().message;
  EXPECT_TRUE(inner->damage().empty());
  EXPECT_EQ(text_of(*inner, "Workbook"), long_text(9000));
  EXPECT_EQ(text_of(*inner, "note"), long_text(300));
  EXPECT_EQ(text_of(*inner, "none"), "");
  EXPECT_EQ(text_of(*inner, "in/deep"), long_text(4096));
  EXPECT_EQ(text_of(*inner, "other"), "(none)");
  const auto large = readers::copy_storage(*file, *file->find("Pool/_1"), 5000);
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().code, base::Errc::limit);
}

TEST(CompoundFile, GivesWhatIsLeftOfAFileCutAnywhere) {
  const std::string whole = sample();
  for (size_t size = 0; size < whole.size(); size += 173) {
    const MemoryFile bytes(whole.substr(0, size));
    auto file = CompoundFile::open(bytes.path());
    if (!file) {
      EXPECT_NE(file.error().message.find("byte "), std::string::npos);
      continue;
    }
    for (size_t i = 0; i < file->entries().size(); ++i) {
      const auto stream = file->locate(i);
      EXPECT_LE(stream.size, size);
      EXPECT_TRUE(file->read_all(stream, 1 << 20));
    }
  }
}

} // namespace
