// SPDX-License-Identifier: Apache-2.0
#include "core/base/result.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace {

base::Result<int> positive(int x) {
  if (x < 0) {
    return base::fail(base::Errc::invalid, "negative");
  }
  return x;
}

base::Result<void> check(int x) {
  TRY(positive(x));
  return {};
}

base::Result<std::string> add_previous(int x) {
  TRY_ASSIGN(const int here, positive(x));
  TRY_ASSIGN(const int previous, positive(x - 1));
  return std::to_string(here + previous);
}

base::Result<std::unique_ptr<int>> owned(int x) {
  TRY_ASSIGN(const int value, positive(x));
  return std::make_unique<int>(value);
}

} // namespace

TEST(Result, TryAssignTakesTheValue) {
  EXPECT_EQ(*add_previous(3), "5");
}

TEST(Result, TryAssignReturnsTheFirstError) {
  const auto result = add_previous(0);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "negative");
}

TEST(Result, TryPassesAVoidResultOn) {
  EXPECT_TRUE(check(1));
  EXPECT_FALSE(check(-1));
}

TEST(Result, HoldsMoveOnlyValues) {
  EXPECT_EQ(**owned(7), 7);
}

TEST(Result, TransformGivesAResult) {
  const base::Result<std::string> text =
      positive(4).transform([](int x) { return std::to_string(x); });
  EXPECT_EQ(*text, "4");
}

TEST(Error, WithinPutsTheContextInFront) {
  auto error = base::Error{base::Errc::io, "short read"}.within("a.las");
  EXPECT_EQ(error.message, "a.las: short read");
}
