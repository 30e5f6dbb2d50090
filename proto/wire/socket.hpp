// SPDX-License-Identifier: Apache-2.0
//
// ZeroMQ sockets as the project uses them: never blocking, one frame a
// message. A socket belongs to one thread.
#pragma once

#include "core/base/result.hpp"
#include "proto/wire/codec.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace wire {

struct Received {
  std::string peer; // identity of the sender; "" on a Dealer
  std::string frame;
};

// ipc:// with a path that a socket address holds (107 bytes), or tcp://.
// tcp off loopback needs `insecure`, since frames are neither encrypted nor
// authenticated. Errc::invalid says what to do.
base::Result<void> check_endpoint(std::string_view endpoint, bool insecure);

// Where the coordinator of an archive listens on one machine: a path in a
// private folder (mode 0700) named by the archive, short enough for a socket.
base::Result<std::string> local_endpoint(const std::string& archive);

// Makes `path` if it is not there. Errc::invalid if it is not a folder of this
// user that nobody else may enter.
base::Result<void> make_private_folder(const std::string& path);

class Socket {
public:
  Socket(Socket&&) noexcept;
  Socket& operator=(Socket&&) noexcept;
  ~Socket();

  // Serves many peers. A peer that went away is an error of send(), not
  // silence (ROUTER_MANDATORY).
  // A peer that sends a frame of more than `most` bytes is cut off.
  static base::Result<Socket> listen(const std::string& endpoint,
                                     size_t most = k_max_frame);
  // Speaks to one listener under a random identity, new for every socket, so
  // that a restarted process is never taken for its former self.
  static base::Result<Socket> connect(const std::string& endpoint);

  // Errc::not_found: no such peer. Errc::unavailable: its queue is full; try
  // later. `peer` is ignored on a connecting socket.
  base::Result<void> send(std::string_view peer, std::string_view frame);
  // Nothing there: nullopt. Messages of more than one frame are dropped and
  // counted.
  base::Result<std::optional<Received>> receive();
  // Wait until a frame is there, `wake` (a descriptor, -1 for none) is
  // readable, or `timeout` is over.
  base::Result<void> wait(int wake, std::chrono::milliseconds timeout);

  uint64_t dropped() const;
  // The endpoint as bound, with the port that "tcp://127.0.0.1:*" got.
  std::string endpoint() const;

private:
  struct State;
  explicit Socket(std::unique_ptr<State> state);
  std::unique_ptr<State> m_state;
};

} // namespace wire
