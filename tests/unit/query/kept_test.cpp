// SPDX-License-Identifier: Apache-2.0
#include "query/core/kept.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace query {
namespace {

struct One {
  int value = 0;
};
struct Other {
  int value = 0;
};

TEST(Kept, makes_a_thing_once_whoever_asks) {
  Kept kept;
  std::atomic<int> made = 0;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      const auto one = kept.get<One>([&] {
        ++made;
        return base::Result<One>(One{7});
      });
      EXPECT_TRUE(one && (*one)->value == 7);
    });
  }
  threads.clear();
  EXPECT_EQ(made, 1);
  const auto other =
      kept.get<Other>([] { return base::Result<Other>(Other{8}); });
  ASSERT_TRUE(other);
  EXPECT_EQ((*other)->value, 8);
}

TEST(Kept, does_not_keep_an_error) {
  Kept kept;
  const auto failed = kept.get<One>([]() -> base::Result<One> {
    return base::fail(base::Errc::io, "not now");
  });
  EXPECT_FALSE(failed);
  const auto made = kept.get<One>([] { return base::Result<One>(One{1}); });
  EXPECT_TRUE(made);
}

TEST(Kept, makes_anew_what_is_not_valid_any_more) {
  Kept kept;
  int now = 1;
  const auto ask = [&] {
    return kept.get<One>([&] { return base::Result<One>(One{now}); },
                         [&](const One& one) { return one.value == now; });
  };
  const auto first = ask();
  now = 2;
  const auto second = ask();
  ASSERT_TRUE(first && second);
  EXPECT_EQ((*first)->value, 1) << "who holds it keeps it";
  EXPECT_EQ((*second)->value, 2);
  EXPECT_EQ(ask()->get(), second->get());
}

} // namespace
} // namespace query
