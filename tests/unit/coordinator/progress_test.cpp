// SPDX-License-Identifier: Apache-2.0
#include "coordinator/progress.hpp"
#include "coordinator/report.hpp"
#include "core/base/fd.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace {

using namespace coordinator;
using namespace std::chrono_literals;

Live half_way() {
  Live live;
  live.walked_bundles = live.walked_paths = 100;
  live.walked_bytes = 100'000'000;
  live.walk_over = true;
  return live;
}

TEST(Progress, TellsWhatIsLeftOnlyWhenItIsKnown) {
  Rates rates;
  Progress progress;
  progress.live = half_way();
  progress.live.walk_over = false;
  rates.sample(progress.live, 0s);
  progress.live.dealt_bundles = 50;
  progress.live.dealt_bytes = 50'000'000;
  rates.sample(progress.live, 10s);
  rates.fill(progress);
  EXPECT_FALSE(progress.eta) << "the walk goes on";
  progress.live.walk_over = true;
  rates.fill(progress);
  ASSERT_TRUE(progress.eta);
  EXPECT_NEAR(*progress.eta, 10, 0.01);
  EXPECT_NE(progress.line().find("0:10 left"), std::string::npos);
}

TEST(Progress, RatesForgetTheDistantPast) {
  Rates rates;
  Live live = half_way();
  for (int second = 0; second < 100; ++second) {
    live.dealt_bundles += second < 50 ? 0 : 10;
    rates.sample(live, std::chrono::seconds(second));
  }
  Progress progress;
  rates.fill(progress);
  EXPECT_NEAR(progress.bundles_per_second, 10, 0.1);
}

TEST(Progress, AMinuteInWhichNothingEndsDoesNotMakeTheRestEndless) {
  Rates rates;
  Progress progress;
  progress.live = half_way();
  progress.live.dealt_bundles = 0;
  progress.live.dealt_bytes = 0;
  for (int second = 0; second <= 160; ++second) {
    if (second > 0 && second <= 100 && second % 2 == 0) {
      ++progress.live.dealt_bundles;
      progress.live.dealt_bytes += 1'000'000;
    }
    rates.sample(progress.live, std::chrono::seconds(second));
  }
  rates.fill(progress);
  EXPECT_EQ(progress.bundles_per_second, 0);
  ASSERT_TRUE(progress.eta);
  EXPECT_GT(*progress.eta, 100);
  EXPECT_LT(*progress.eta, 600);
}

TEST(Progress, JsonHasNoControlCharacters) {
  Progress progress;
  progress.live.failures["a\"\n\x80"] = 2;
  EXPECT_NE(progress.json().find("\"a\\\"\\u000a\\u0080\":2"),
            std::string::npos);
}

TEST(Report, APartThatBeginsAnewReplacesTheFormer) {
  std::string folder = "/tmp/keybed-report-XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  {
    ReportFile report(folder + "/run.jsonl");
    ASSERT_TRUE(report.add({1, 0, "old\n"}).has_value());
    ASSERT_TRUE(report.add({1, 0, "one\n"}).has_value());
    ASSERT_TRUE(report.add({1, 4, "two\n"}).has_value());
    ASSERT_TRUE(report.add({0, 0, "zero\n"}).has_value());
    EXPECT_FALSE(report.add({1, 99, "gap\n"}).has_value());
    EXPECT_EQ(report.size_of(1), 8u);
    ASSERT_TRUE(report.commit().has_value());
  }
  EXPECT_EQ(*base::read_file(folder + "/run.jsonl", 1000), "zero\none\ntwo\n");
  std::filesystem::remove_all(folder);
}

} // namespace
