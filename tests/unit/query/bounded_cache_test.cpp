// SPDX-License-Identifier: Apache-2.0
#include "query/core/bounded_cache.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace {

using Cache =
    query::BoundedCache<int, std::shared_ptr<std::string>, std::hash<int>>;

constexpr size_t k_each = 1000;

void put(Cache& cache, int key) {
  cache.put(key, std::make_shared<std::string>(std::to_string(key)), k_each);
}

TEST(BoundedCache, holds_what_was_put) {
  Cache cache(100 * k_each);
  put(cache, 1);
  ASSERT_TRUE(cache.find(1));
  EXPECT_EQ(**cache.find(1), "1");
  EXPECT_FALSE(cache.find(2));
}

TEST(BoundedCache, what_was_not_asked_for_the_longest_time_goes_first) {
  Cache cache(20 * k_each);
  for (int i = 0; i < 1000; ++i) {
    put(cache, i);
    EXPECT_TRUE(cache.find(0)) << i; // asked for again and again
  }
  EXPECT_TRUE(cache.find(999));
  EXPECT_FALSE(cache.find(1));
  EXPECT_FALSE(cache.find(900));
}

TEST(BoundedCache, holds_no_more_than_its_bytes) {
  Cache cache(20 * k_each);
  std::vector<std::weak_ptr<std::string>> all;
  for (int i = 0; i < 1000; ++i) {
    auto value = std::make_shared<std::string>("x");
    all.push_back(value);
    cache.put(i, std::move(value), k_each);
  }
  size_t held = 0;
  for (const auto& one : all) {
    held += one.expired() ? 0 : 1;
  }
  EXPECT_LE(held, 20U);
  EXPECT_GE(held, 5U);
}

TEST(BoundedCache, what_is_too_large_is_not_kept) {
  Cache cache(20 * k_each);
  put(cache, 1);
  cache.put(2, std::make_shared<std::string>("large"), 11 * k_each);
  EXPECT_TRUE(cache.find(1));
  EXPECT_FALSE(cache.find(2));
}

TEST(BoundedCache, is_safe_from_several_threads) {
  Cache cache(50 * k_each);
  std::vector<std::thread> threads;
  std::vector<int> wrong(4, 0);
  for (size_t t = 0; t < wrong.size(); ++t) {
    threads.emplace_back([&cache, &wrong, t] {
      for (int i = 0; i < 20'000; ++i) {
        const int key = i * 7 % 200;
        const auto held = cache.find(key);
        wrong[t] += held && **held != std::to_string(key) ? 1 : 0;
        put(cache, key);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(wrong, std::vector<int>(4, 0));
}

} // namespace
