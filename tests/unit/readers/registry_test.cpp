// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/reader.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace {

class TempFolder {
public:
  TempFolder() {
    std::string name = ::testing::TempDir() + "readersXXXXXX";
    m_path = ::mkdtemp(name.data());
  }
  ~TempFolder() { std::filesystem::remove_all(m_path); }
  std::string file(const std::string& name, const std::string& bytes) const {
    std::ofstream(m_path / name, std::ios::binary) << bytes;
    return m_path / name;
  }
  std::filesystem::path path() const { return m_path; }

private:
  std::filesystem::path m_path;
};

TEST(Input, ExtensionIsLowerCaseWithoutTheDot) {
  readers::Input input;
  input.path = "/a.b/LINE 93D.SGY";
  EXPECT_EQ(input.extension(), "sgy");
  input.path = "/a.b/README";
  EXPECT_EQ(input.extension(), "");
  input.path = "/a/x.";
  EXPECT_EQ(input.extension(), "");
}

TEST(Input, OpenFillsSizeHeadAndSortedMembers) {
  const TempFolder folder;
  const auto main = folder.file("a.shp", std::string(70000, 'x'));
  const auto dbf = folder.file("a.dbf", "12345");
  const auto cpg = folder.file("a.cpg", "UTF-8");
  const auto input = readers::open_input(main, {dbf, cpg});
  ASSERT_TRUE(input) << input.error().message;
  EXPECT_EQ(input->size, 70000U);
  EXPECT_EQ(input->head.size(), 65536U);
  EXPECT_FALSE(input->is_directory);
  ASSERT_EQ(input->members.size(), 2U);
  EXPECT_EQ(input->members[0].path, cpg);
  EXPECT_EQ(input->members[0].size, 5U);
}

TEST(Input, AFifoIsUnsupportedAndNeverBlocks) {
  const TempFolder folder;
  const auto path = (folder.path() / "pipe").string();
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const auto input = readers::open_input(path, {});
  ASSERT_FALSE(input);
  EXPECT_EQ(input.error().code, base::Errc::unsupported);
}

TEST(Input, ADirectoryHasNoHead) {
  const TempFolder folder;
  const auto input = readers::open_input(folder.path(), {});
  ASSERT_TRUE(input);
  EXPECT_TRUE(input->is_directory);
  EXPECT_EQ(input->size, 0U);
}

TEST(Registry, ReadersStandInOrderOfNameAndNoNameTwice) {
  const auto& all = readers::all_readers();
  for (size_t i = 1; i < all.size(); ++i) {
    EXPECT_LT(all[i - 1]->name(), all[i]->name());
  }
}

TEST(Registry, BytesThatNoReaderKnowsHaveNoReader) {
  readers::Input input;
  input.path = "/x/blob.zzz";
  input.head = std::string(2048, '\x01');
  input.size = input.head.size();
  EXPECT_EQ(readers::choose_reader(input).reader, nullptr);
}

} // namespace
