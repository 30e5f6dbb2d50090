// SPDX-License-Identifier: Apache-2.0
#include "pool_fixture.hpp"

#include <array>
#include <chrono>
#include <fstream>
#include <iterator>

namespace {

using namespace std::chrono_literals;
using pool::Ending;

size_t open_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<size_t>(std::distance(begin(all), end(all)));
}

// Children of all threads, zombies too.
size_t children() {
  size_t count = 0;
  for (const auto& task :
       std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream file(task.path() / "children");
    for (pid_t pid = 0; file >> pid;) {
      ++count;
    }
  }
  return count;
}

TEST_F(PoolTest, FiveHundredReadsWithCrashesLeaveNothingBehind) {
  auto wanted = options();
  wanted.children = 2;
  wanted.recycle_after = 20;
  const size_t descriptors_before = open_descriptors();
  size_t warm = 0;
  {
    pool::Pool pool(wanted);
    const std::array<const char*, 6> names = {"good",  "segv",    "good",
                                              "quiet", "corrupt", "garbage"};
    std::array<int, 12> seen{};
    for (int i = 0; i < 500; ++i) {
      const auto outcome =
          read(pool, std::string(names.at(i % names.size())) + "-x");
      ++seen.at(static_cast<size_t>(outcome.ending));
      if (i == 20) {
        warm = open_descriptors();
      }
    }
    EXPECT_LE(open_descriptors(), warm + 5); // one child more or less
    EXPECT_LE(children(), wanted.children);
    EXPECT_EQ(seen.at(static_cast<size_t>(Ending::ok)), 167);
    EXPECT_EQ(seen.at(static_cast<size_t>(Ending::crashed)), 167);
    EXPECT_EQ(seen.at(static_cast<size_t>(Ending::failed)), 83);
    EXPECT_EQ(seen.at(static_cast<size_t>(Ending::protocol_error)), 83);
  }
  EXPECT_EQ(children(), 0U);
  EXPECT_EQ(open_descriptors(), descriptors_before);
}

} // namespace
