// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.hpp"
#include "core/base/result.hpp"
#include "proto/wire/socket.hpp"
#include "query/node/dispatcher.hpp"
#include "query/node/endpoint.hpp"

#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace node {

// Answers frames of docs/format/node.md at a ZeroMQ socket. A request is told
// at once that it is accepted, so that a client knows within moments whether
// the node is well. What is no request of ours is dropped; a peer that does not
// read its replies loses them.
class ZmqServer {
public:
  // `dispatcher` must outlive it, and be stopped before it goes.
  static base::Result<ZmqServer> listen(const Endpoint& endpoint,
                                        Dispatcher& dispatcher);

  // Until base::stops_asked().
  base::Result<void> run();
  // Sends what is answered since run() ended.
  void flush();

private:
  // Replies of other threads on their way to the socket.
  struct Outbox {
    std::mutex mutex; // guards replies
    std::vector<std::pair<std::string, Reply>> replies;
    base::Fd wake;
    void put(std::string peer, Reply reply);
  };
  ZmqServer(wire::Socket socket, const Endpoint& endpoint,
            Dispatcher& dispatcher, std::shared_ptr<Outbox> outbox,
            base::Fd waited)
      : m_socket(std::move(socket)), m_endpoint(endpoint),
        m_dispatcher(&dispatcher), m_outbox(std::move(outbox)),
        m_waited(std::move(waited)) {}
  void take(wire::Received received);
  void send(const std::string& peer, const Reply& reply);

  wire::Socket m_socket;
  Endpoint m_endpoint;
  Dispatcher* m_dispatcher;
  std::shared_ptr<Outbox> m_outbox;
  base::Fd m_waited; // epoll of the outbox and of a stop
};

} // namespace node
