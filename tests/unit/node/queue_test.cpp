// SPDX-License-Identifier: Apache-2.0
#include "query/node/queue.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <string>
#include <vector>

namespace node {
namespace {

using namespace std::chrono_literals;

base::Nanoseconds start_of_time() {
  return 0ns;
}

Queue::Job job(std::function<void()> run, std::atomic<int>& dropped) {
  return {1s, std::move(run), [&dropped](const char*) { ++dropped; }};
}

TEST(Queue, runs_every_job_once) {
  std::atomic<int> ran = 0;
  std::atomic<int> dropped = 0;
  {
    Queue queue(3, 1000, start_of_time);
    for (int i = 0; i < 500; ++i) {
      ASSERT_TRUE(queue.submit(job([&] { ++ran; }, dropped)));
    }
    while (ran < 500) {
      std::this_thread::yield();
    }
  }
  EXPECT_EQ(ran, 500);
  EXPECT_EQ(dropped, 0);
}

TEST(Queue, says_no_when_so_many_wait) {
  std::promise<void> go;
  const auto gone = go.get_future().share();
  std::atomic<int> started = 0;
  std::atomic<int> dropped = 0;
  Queue queue(2, 3, start_of_time);
  const auto waits = [&] {
    ++started;
    gone.wait();
  };
  ASSERT_TRUE(queue.submit(job(waits, dropped)));
  ASSERT_TRUE(queue.submit(job(waits, dropped)));
  while (started < 2) {
    std::this_thread::yield();
  }
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(queue.submit(job(waits, dropped))) << i;
  }
  EXPECT_FALSE(queue.submit(job(waits, dropped)));
  EXPECT_EQ(queue.running(), 2U);
  EXPECT_EQ(queue.waiting(), 3U);
  go.set_value();
}

TEST(Queue, drops_what_waited_too_long) {
  std::atomic<int64_t> now = 0;
  std::promise<void> go;
  std::promise<std::string> why;
  const auto gone = go.get_future().share();
  Queue queue(1, 10, [&] { return base::Nanoseconds(now.load()); });
  ASSERT_TRUE(queue.submit({1s, [&] { gone.wait(); }, [](const char*) {}}));
  ASSERT_TRUE(
      queue.submit({1s, [] { ADD_FAILURE() << "it ran"; },
                    [&](const char* reason) { why.set_value(reason); }}));
  now = base::Nanoseconds(1s).count();
  go.set_value();
  EXPECT_EQ(why.get_future().get(), "its deadline passed while it waited");
}

TEST(Queue, stop_ends_what_runs_and_drops_what_waits) {
  std::atomic<int> ran = 0;
  std::atomic<int> dropped = 0;
  std::promise<void> started;
  Queue queue(1, 10, start_of_time);
  ASSERT_TRUE(queue.submit(job(
      [&] {
        started.set_value();
        std::this_thread::sleep_for(50ms);
        ++ran;
      },
      dropped)));
  started.get_future().wait();
  for (int i = 0; i < 4; ++i) {
    ASSERT_TRUE(queue.submit(job([&] { ++ran; }, dropped)));
  }
  queue.stop();
  EXPECT_EQ(ran, 1);
  EXPECT_EQ(dropped, 4);
  EXPECT_FALSE(queue.submit(job([] {}, dropped)));
}

} // namespace
} // namespace node
