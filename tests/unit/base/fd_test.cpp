// SPDX-License-Identifier: Apache-2.0
#include "core/base/fd.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

namespace {

std::string temp_path(const std::string& name) {
  return testing::TempDir() + "keybed-fd-" + std::to_string(::getpid()) + name;
}

} // namespace

TEST(OpenRegular, RefusesAFifoWithoutBlocking) {
  const auto path = temp_path("fifo");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const auto fd = base::open_regular(path);
  std::filesystem::remove(path);
  ASSERT_FALSE(fd);
  EXPECT_EQ(fd.error().code, base::Errc::unsupported);
}

TEST(OpenRegular, SaysWhatIsMissing) {
  const auto fd = base::open_regular(temp_path("missing"));
  ASSERT_FALSE(fd);
  EXPECT_EQ(fd.error().code, base::Errc::not_found);
  EXPECT_NE(fd.error().message.find("missing"), std::string::npos);
}

TEST(WriteFileAtomic, ReplacesTheWholeFile) {
  const auto path = temp_path("text");
  ASSERT_TRUE(base::write_file_atomic(path, "a long first text"));
  ASSERT_TRUE(base::write_file_atomic(path, "short"));
  EXPECT_EQ(*base::read_file(path, 100), "short");
  EXPECT_FALSE(base::read_file(path, 3));
  std::filesystem::remove(path);
}
