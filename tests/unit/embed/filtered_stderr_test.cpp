// SPDX-License-Identifier: Apache-2.0
#include "core/embed/filtered_stderr.hpp"

#include <gtest/gtest.h>

#include <cstdio>

TEST(FilteredStderr, DropsWhatIsKnownAndPassesOnTheRest) {
  testing::internal::CaptureStderr();
  std::fputs("before\n", stderr);
  {
    const embed::FilteredStderr filter(
        [](std::string_view line) { return line.starts_with("noise"); });
    std::fputs("noise 1\nkept\nnoise 2\nlast", stderr);
  }
  std::fputs(" after\n", stderr);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "before\nkept\nlast after\n");
}

TEST(FilteredStderr, OfNothingIsNothing) {
  testing::internal::CaptureStderr();
  {
    const embed::FilteredStderr filter([](std::string_view) { return true; });
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}
