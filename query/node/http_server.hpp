// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"
#include "query/node/dispatcher.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace node {

struct HttpLimits {
  size_t connections = 128; // more are closed at once
  size_t header = 16'384;   // bytes
  // For a whole request to arrive, for an answer to be taken, and for a
  // connection that is idle.
  std::chrono::milliseconds patience{10'000};
};

// HTTP/1.1 on loopback: JSON questions of docs/serve.md. One thread moves bytes
// and never waits for a client or an answer, so that a slow one holds nobody
// up.
class HttpServer {
public:
  // `port` 0: any free one. `dispatcher` must outlive it, and be stopped before
  // it goes. Errc::conflict if the port is taken.
  static base::Result<HttpServer> listen(const std::string& address,
                                         uint16_t port, std::string token,
                                         Dispatcher& dispatcher,
                                         HttpLimits limits = {});
  HttpServer(HttpServer&&) noexcept;
  HttpServer& operator=(HttpServer&&) = delete;
  ~HttpServer(); // as stop()

  uint16_t port() const;
  // Answers that are made already are still sent, for a second at most.
  void stop();

  struct State; // private to http_server.cpp

private:
  explicit HttpServer(std::unique_ptr<State> state);
  std::unique_ptr<State> m_state;
};

// "127.0.0.1:8765", "localhost:0", "[::1]:8765". Errc::invalid, with what to do
// instead, for what is not loopback.
struct ListenAddress {
  std::string address; // numeric
  uint16_t port = 0;
};
base::Result<ListenAddress> parse_listen(const std::string& text);

} // namespace node
