// SPDX-License-Identifier: Apache-2.0
//
// From a request, however it came, to its one reply. Safe from any thread.
#pragma once

#include "core/base/clock.hpp"
#include "query/node/queue.hpp"
#include "query/node/request.hpp"
#include "query/node/resident.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace node {

// What an answer may use.
struct Means {
  View view;
  base::Nanoseconds deadline{0}; // of base::boot_time()
  unsigned threads = 1;          // its share of the machine
  bool log = false;
  std::string archive; // as the client wrote it, for messages; "": unknown
};

// Answers a question of a node as the command of its name does. Errc::
// unsupported: not by this node; Errc::limit: the deadline passed. Called from
// several threads at once.
using Answerer =
    std::function<base::Result<Answer>(const Question&, const Means&)>;

struct Limits {
  unsigned threads = 2;                       // questions at a time
  size_t waiting = 64;                        // beyond those
  std::chrono::milliseconds deadline{30'000}; // where a request names none
};

class Dispatcher {
public:
  using ViewNow = std::function<base::Result<View>()>;
  // `view` gives what is published now, to any thread (Resident::view()).
  Dispatcher(ViewNow view, Answerer answerer, Limits limits);

  // Calls `reply` once: before it returns, or from another thread. REQUIRES:
  // the token was checked.
  void ask(Request request, std::function<void(Reply)> reply);
  // Ends what runs and drops what waits; then no reply comes any more.
  void stop() { m_queue.stop(); }

  uint64_t answered() const { return m_answered; }

private:
  Reply reply_to(const Request& request, base::Nanoseconds deadline);

  const ViewNow m_view;
  const Answerer m_answerer;
  const Limits m_limits;
  std::atomic<uint64_t> m_answered = 0;
  Queue m_queue; // goes first
};

} // namespace node
