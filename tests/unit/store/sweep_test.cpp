// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/store/store_fixture.hpp"

namespace {

using namespace store_test;

class Sweep : public StoreTest {
protected:
  // `n` files, of which the first `seen` bear walk 9.
  void fill_root(int n, int seen) {
    for (int i = 0; i < n; ++i) {
      const std::string path = "dir/" + std::to_string(i);
      put(writer(), {.path = path, .text = path});
      if (i < seen) {
        ok(writer().mark_seen({{"root", path}}, 9));
      }
    }
  }
};

TEST_F(Sweep, removes_what_the_walk_did_not_see) {
  fill_root(10, 7);
  EXPECT_EQ(take(writer().sweep({"root", 9, 7, {}, false})).removed, 3U);
  const auto shard = published();
  EXPECT_EQ(shard.info().counters().paths(), 7U);
  EXPECT_EQ(problems(shard), "");
}

TEST_F(Sweep, removes_nothing_if_the_counts_differ) {
  fill_root(10, 7);
  const auto result = writer().sweep({"root", 9, 8, {}, false});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, base::Errc::conflict);
  EXPECT_EQ(published().info().counters().paths(), 10U);
}

TEST_F(Sweep, leaves_other_roots_alone) {
  put(writer(), {.path = "x", .root = "other"});
  fill_root(2, 2);
  EXPECT_EQ(take(writer().sweep({"root", 9, 2, {}, false})).removed, 0U);
  EXPECT_EQ(published().info().counters().paths(), 3U);
}

TEST_F(Sweep, keeps_what_stands_below_a_folder_that_could_not_be_listed) {
  fill_root(4, 2);
  put(writer(), {.path = "gone/x", .text = "gone"});
  const auto result = take(writer().sweep({"root", 9, 2, {"dir/"}, false}));
  EXPECT_EQ(result.removed, 1U);
  EXPECT_EQ(result.kept, 2U);
}

TEST_F(Sweep, does_not_believe_that_most_of_a_root_is_gone) {
  fill_root(30, 3);
  auto result = take(writer().sweep({"root", 9, 3, {}, false}));
  EXPECT_TRUE(result.refused);
  EXPECT_EQ(result.gone, 27U);
  EXPECT_EQ(published().info().counters().paths(), 30U);
  result = take(writer().sweep({"root", 9, 3, {}, true}));
  EXPECT_EQ(result.removed, 27U);
}

} // namespace
