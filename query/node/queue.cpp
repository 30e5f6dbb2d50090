// SPDX-License-Identifier: Apache-2.0
#include "query/node/queue.hpp"

#include <algorithm>
#include <utility>

namespace node {

Queue::Queue(unsigned threads, size_t waiting, base::Clock clock)
    : m_most_waiting(waiting), m_count(std::max(1U, threads)),
      m_clock(std::move(clock)) {
  for (size_t i = 0; i < m_count; ++i) {
    m_threads.emplace_back([this] { work(); });
  }
}

Queue::~Queue() {
  stop();
}

// An idle thread is room too, so that none waits needlessly with waiting = 0.
bool Queue::submit(Job job) {
  {
    const std::lock_guard lock(m_mutex);
    const size_t idle = m_count - m_running;
    if (m_stopping || m_jobs.size() >= m_most_waiting + idle) {
      return false;
    }
    m_jobs.push_back(std::move(job));
  }
  m_changed.notify_one();
  return true;
}

void Queue::stop() {
  std::deque<Job> left;
  {
    const std::lock_guard lock(m_mutex);
    m_stopping = true;
    left.swap(m_jobs);
  }
  m_changed.notify_all();
  for (const Job& job : left) {
    job.drop("the node is ending");
  }
  m_threads.clear(); // joins
}

bool Queue::next(Job& job) {
  std::unique_lock lock(m_mutex);
  m_changed.wait(lock, [this] { return m_stopping || !m_jobs.empty(); });
  if (m_jobs.empty()) {
    return false;
  }
  job = std::move(m_jobs.front());
  m_jobs.pop_front();
  ++m_running;
  return true;
}

void Queue::work() {
  Job job;
  while (next(job)) {
    if (m_clock() >= job.deadline) {
      job.drop("its deadline passed while it waited");
    } else {
      job.run();
    }
    job = {};
    const std::lock_guard lock(m_mutex);
    --m_running;
  }
}

size_t Queue::running() const {
  const std::lock_guard lock(m_mutex);
  return m_running;
}

size_t Queue::waiting() const {
  const std::lock_guard lock(m_mutex);
  return m_jobs.size();
}

} // namespace node
