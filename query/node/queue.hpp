// SPDX-License-Identifier: Apache-2.0
//
// Questions that wait for a thread: so many at a time are answered, so many
// wait, and the rest is told to come again. Safe from any thread.
#pragma once

#include "core/base/clock.hpp"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace node {

class Queue {
public:
  struct Job {
    base::Nanoseconds deadline{0}; // of `clock`
    std::function<void()> run;
    // In place of run(): its deadline passed while it waited, or the node
    // ends.
    std::function<void(const char* why)> drop;
  };

  Queue(unsigned threads, size_t waiting, base::Clock clock);
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;
  ~Queue(); // as stop()

  // False if so many wait already, or it stops: then neither is called.
  bool submit(Job job);
  // What runs is finished, what waits is dropped. Afterwards no job is called.
  void stop();

  size_t running() const;
  size_t waiting() const;

private:
  void work();
  bool next(Job& job);

  const size_t m_most_waiting;
  const size_t m_count; // of threads
  const base::Clock m_clock;
  mutable std::mutex m_mutex; // guards the three below
  std::deque<Job> m_jobs;
  size_t m_running = 0;
  bool m_stopping = false;
  std::condition_variable m_changed;
  std::vector<std::jthread> m_threads;
};

} // namespace node
