// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.hpp"
#include "core/base/fd.hpp"
#include "core/base/result.hpp"
#include "proto/wire/messages.hpp"
#include "proto/wire/socket.hpp"
#include "worker/lease.hpp"

#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace worker {

// What the coordinator asks for. Called in the thread of Session::run(); must
// not block, or the worker seems dead.
class Handler {
public:
  Handler() = default;
  Handler(const Handler&) = delete;
  Handler& operator=(const Handler&) = delete;
  virtual ~Handler() = default;

  virtual void welcome(wire::Welcome welcome) = 0;
  virtual void assign(uint32_t shard) = 0;
  virtual void work(wire::Work work) = 0;
  virtual void walk_end(wire::WalkEnd end) = 0;
  virtual void sweep(wire::Sweep sweep) = 0;
  // Finish what is in hand and publish; `at_once`: neither.
  virtual void stop(bool at_once) = 0;
  // Everything that stop() asked for is done.
  virtual bool stopped() const = 0;
};

enum class SessionEnd {
  stopped = 1, // as asked, by the coordinator or by a signal
  lost = 2,    // no coordinator, or its answers came too late: drop the shards
};

// One conversation with a coordinator: hello, heartbeats, what it asks for,
// and what the worker's other threads have to say.
class Session {
public:
  Session(std::string endpoint, wire::Hello hello);

  // From any thread; sent in order by run(). Never blocks.
  void post(wire::Message message);

  // Until the end of the conversation.
  base::Result<SessionEnd> run(Handler& handler);

private:
  base::Result<bool> join(Handler& handler);
  base::Result<void> receive_all(Handler& handler);
  base::Result<void> send_posted();
  void handle(Handler& handler, wire::Message message);
  void beat(base::Nanoseconds now);
  void stop(Handler& handler, bool at_once);

  std::string m_endpoint;
  wire::Hello m_hello;
  std::optional<wire::Socket> m_socket;
  std::optional<Lease> m_lease;
  base::Nanoseconds m_beat_every{};
  base::Nanoseconds m_last_beat{};
  int m_stops_passed_on = 0;
  base::Fd m_wake;
  std::mutex m_mutex; // guards m_posted
  std::vector<wire::Message> m_posted;
  std::vector<std::string> m_frames; // to send, in order
  uint64_t m_malformed = 0;
};

} // namespace worker
