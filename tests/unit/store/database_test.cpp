// SPDX-License-Identifier: Apache-2.0
#include "store/database.hpp"
#include "tests/unit/store/store_fixture.hpp"

#include <fmt/format.h>

#include <string>
#include <thread>
#include <vector>

namespace {

using namespace store_test;
using store::Database;
using store::Family;

class Databases : public testing::Test {
protected:
  void SetUp() override {
    m_live.emplace(take(Database::open_live(m_folder.path() + "/live", 1)));
  }

  // Rows PREFIX0000, PREFIX0001, …
  void put(const std::string& prefix, int count) {
    store::Batch batch;
    for (int i = 0; i < count; ++i) {
      batch.put(Family::facts, fmt::format("{}{:04}", prefix, i), prefix);
    }
    ok(m_live->write(batch));
  }

  // All but every `keep`-th; 0 keeps none.
  void remove(const std::string& prefix, int count, int keep) {
    store::Batch batch;
    for (int i = 0; i < count; ++i) {
      if (keep == 0 || i % keep != 0) {
        batch.remove(Family::facts, fmt::format("{}{:04}", prefix, i));
      }
    }
    ok(m_live->write(batch));
  }

  // So that removed rows stand in a file of their own.
  Database checkpoint() {
    const std::string path =
        fmt::format("{}/at{}", m_folder.path(), m_checkpoints++);
    ok(m_live->checkpoint(path));
    return take(Database::open_checkpoint(path, {Family::facts}));
  }

  static std::vector<std::string> keys(const Database& database,
                                       const std::string& prefix) {
    std::vector<std::string> out;
    ok(database.scan_all(Family::facts, prefix, [&](auto key, auto) {
      out.emplace_back(key);
      return true;
    }));
    return out;
  }

  TempFolder m_folder;
  std::optional<Database> m_live;
  int m_checkpoints = 0;
};

TEST_F(Databases, a_scan_ends_with_its_prefix_whatever_was_scanned_before) {
  put("a", 2000);
  put("b", 3);
  put("c", 2000);
  const Database at = checkpoint();
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(keys(at, "b"),
              (std::vector<std::string>{"b0000", "b0001", "b0002"}));
    EXPECT_EQ(keys(at, "a").size(), 2000U); // over many blocks
    EXPECT_TRUE(keys(at, "bb").empty());
    EXPECT_EQ(keys(at, "a00").size(), 100U);
    EXPECT_EQ(keys(at, "").size(), 4003U);
    EXPECT_TRUE(keys(at, "d").empty());
  }
}

TEST_F(Databases, a_scan_passes_any_number_of_removed_rows) {
  put("a", 2000);
  put("b", 2000);
  put("c", 3);
  const Database before = checkpoint();
  remove("a", 2000, 0);
  remove("b", 2000, 500);
  const Database after = checkpoint();
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(keys(after, "a").empty());
    EXPECT_EQ(keys(after, "b"),
              (std::vector<std::string>{"b0000", "b0500", "b1000", "b1500"}));
    EXPECT_EQ(keys(after, "c").size(), 3U);
    EXPECT_EQ(keys(after, "").size(), 7U);
    EXPECT_EQ(keys(before, "a").size(), 2000U);
  }
}

TEST_F(Databases, a_scan_inside_of_a_scan_goes_its_own_way) {
  put("a", 50);
  put("b", 50);
  const Database at = checkpoint();
  size_t inner = 0;
  size_t outer = 0;
  ok(at.scan_all(Family::facts, "a", [&](auto, auto) {
    ++outer;
    inner += keys(at, "b").size();
    return true;
  }));
  EXPECT_EQ(outer, 50U);
  EXPECT_EQ(inner, 2500U);
}

TEST_F(Databases, threads_scan_at_once) {
  put("a", 200);
  put("b", 300);
  const Database at = checkpoint();
  std::vector<size_t> counted(4, 0);
  std::vector<std::thread> threads;
  for (size_t t = 0; t < counted.size(); ++t) {
    threads.emplace_back([&at, &counted, t] {
      for (int i = 0; i < 50; ++i) {
        counted[t] += keys(at, t % 2 == 0 ? "a" : "b").size();
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(counted, (std::vector<size_t>{10'000, 15'000, 10'000, 15'000}));
}

} // namespace
