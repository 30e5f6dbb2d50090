// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "coordinator/filter.hpp"
#include "coordinator/run.hpp"
#include "coordinator/walk.hpp"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace coordinator {

// Walks all roots in a thread of its own, so that a slow disk never silences
// the coordinator; at most a fixed number of entries wait. Functions may be
// called from one other thread.
class Walker {
public:
  // Errc::not_found and the like if a root cannot be opened.
  static base::Result<std::unique_ptr<Walker>>
  start(std::vector<wire::Root> roots, Filter filter, std::optional<Skip> skip);
  Walker(const Walker&) = delete;
  Walker& operator=(const Walker&) = delete;
  ~Walker();

  // What has been walked, at most `limit`; empty if nothing waits now.
  std::vector<wire::Entry> take(size_t limit);
  // Set once every entry was taken.
  std::optional<WalkOver> over();
  // Readable when there is something new.
  int fd() const { return m_wake.get(); }

private:
  struct Opened {
    wire::Root root;
    std::unique_ptr<Tree> tree;
  };
  Walker(std::vector<Opened> roots, Filter filter, std::optional<Skip> skip);
  void run();
  bool put(wire::Entry entry);
  void wake();

  std::vector<Opened> m_roots;
  Filter m_filter;
  std::optional<Skip> m_skip;
  base::Fd m_wake;
  std::mutex m_mutex; // guards all below
  std::condition_variable m_room;
  std::deque<wire::Entry> m_waiting;
  std::optional<WalkOver> m_over;
  uint64_t m_sequence = 0;
  bool m_stop = false;
  std::thread m_thread;
};

} // namespace coordinator
