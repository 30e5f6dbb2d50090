// SPDX-License-Identifier: Apache-2.0
#include "worker/pool/deadlines.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace {

using namespace std::chrono_literals;
using pool::Deadlines;
using pool::Limit;
using pool::Limits;

TEST(Deadlines, TheTimeForAFileGrowsWithItsSizeUpToALimit) {
  const Limits limits;
  EXPECT_EQ(pool::whole_file_time(limits, 0), 120s);
  EXPECT_EQ(pool::whole_file_time(limits, 10 << 20), 130s);
  EXPECT_EQ(pool::whole_file_time(limits, uint64_t{1} << 50), 1h);
  EXPECT_EQ(pool::whole_file_time(limits, std::numeric_limits<uint64_t>::max()),
            1h);
}

TEST(Deadlines, TheQuietTimeGrowsToo) {
  Limits limits;
  EXPECT_EQ(pool::quiet_time(limits, 0), 30s);
  EXPECT_EQ(pool::quiet_time(limits, 400 << 20), 130s);
  limits.whole_base = 10s;
  EXPECT_EQ(pool::quiet_time(limits, 0), 10s) << "never longer than the whole";
}

TEST(Deadlines, TheOutputLimitGrowsWithItsSizeAndDoesNotWrap) {
  const Limits limits;
  EXPECT_EQ(pool::output_limit(limits, 0), limits.output_base);
  EXPECT_EQ(pool::output_limit(limits, 100), limits.output_base + 800);
  EXPECT_EQ(pool::output_limit(limits, std::numeric_limits<uint64_t>::max()),
            std::numeric_limits<uint64_t>::max());
}

TEST(Deadlines, ProgressMovesOneClockAndNotTheOther) {
  Deadlines clocks(100s, 30s, 0s);
  EXPECT_EQ(clocks.reached(29s), Limit::none);
  EXPECT_EQ(clocks.reached(30s), Limit::no_progress);
  clocks.progress(25s);
  EXPECT_EQ(clocks.reached(54s), Limit::none);
  clocks.progress(99s);
  EXPECT_EQ(clocks.left(99s), 1s);
  EXPECT_EQ(clocks.reached(100s), Limit::whole_file);
}

TEST(Deadlines, APauseIsOnNeitherClock) {
  Deadlines clocks(100s, 30s, 0s);
  clocks.paused_for(1000s);
  EXPECT_EQ(clocks.reached(1029s), Limit::none);
  EXPECT_EQ(clocks.reached(1030s), Limit::no_progress);
  EXPECT_EQ(clocks.left(2000s), 0s);
}

} // namespace
