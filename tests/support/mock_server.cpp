// SPDX-License-Identifier: Apache-2.0
#include "tests/support/mock_server.hpp"

#include "core/base/fd.hpp"

#include <arpa/inet.h>
#include <poll.h>
#include <strings.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <thread>

namespace support {
namespace {

void must(bool ok, const char* what) {
  if (!ok) {
    std::cerr << "mock server: " << what << '\n';
    std::abort();
  }
}

size_t content_length(const std::string& headers) {
  static const std::string k_name = "content-length:";
  for (size_t at = 0; at + k_name.size() < headers.size(); ++at) {
    if (strncasecmp(headers.c_str() + at, k_name.c_str(), k_name.size()) == 0) {
      return std::strtoul(headers.c_str() + at + k_name.size(), nullptr, 10);
    }
  }
  return 0;
}

} // namespace

Reply reply(int status, const std::string& body, const std::string& extra) {
  return {"HTTP/1.1 " + std::to_string(status) +
              " X\r\nConnection: close\r\nContent-Length: " +
              std::to_string(body.size()) + "\r\n" + extra + "\r\n" + body,
          false};
}

struct MockServer::State {
  Handler handler;
  base::Fd listener;
  uint16_t port = 0;
  std::atomic<bool> stop = false;
  mutable std::mutex mutex; // guards the three below
  std::vector<Received> received;
  size_t open = 0;
  size_t most = 0;
  std::vector<std::jthread> connections; // only touched by `accepting`
  std::jthread accepting;

  // False when the server stops before there is something to read.
  bool readable(int fd) const {
    while (!stop) {
      pollfd waiting{fd, POLLIN, 0};
      if (poll(&waiting, 1, 20) > 0) {
        return true;
      }
    }
    return false;
  }

  bool read_request(int fd, Received& out) const {
    std::string text;
    std::array<char, 65536> part{};
    for (;;) {
      const auto head = text.find("\r\n\r\n");
      if (head != std::string::npos) {
        const auto line = text.find("\r\n");
        out.line = text.substr(0, line);
        out.headers = text.substr(line + 2, head - line);
        out.body = text.substr(head + 4);
        if (out.body.size() >= content_length(out.headers)) {
          return true;
        }
      }
      if (!readable(fd)) {
        return false;
      }
      const auto got = recv(fd, part.data(), part.size(), 0);
      if (got <= 0) {
        return false;
      }
      text.append(part.data(), static_cast<size_t>(got));
    }
  }

  void answer(int fd, const Received& request) {
    {
      const std::lock_guard lock(mutex);
      received.push_back(request);
      most = std::max(most, ++open);
    }
    const auto answer = handler(request);
    {
      const std::lock_guard lock(mutex);
      --open;
    }
    if (answer.hang) {
      (void)readable(fd);
      return;
    }
    for (size_t sent = 0; sent < answer.raw.size();) {
      const auto n = send(fd, answer.raw.data() + sent,
                          answer.raw.size() - sent, MSG_NOSIGNAL);
      if (n <= 0) {
        return;
      }
      sent += static_cast<size_t>(n);
    }
  }

  void accept_all() {
    while (readable(listener.get())) {
      auto fd =
          base::Fd(accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
      if (!fd) {
        continue;
      }
      connections.emplace_back([this, owned = std::move(fd)] {
        Received request;
        if (read_request(owned.get(), request)) {
          answer(owned.get(), request);
        }
      });
    }
    connections.clear();
  }
};

MockServer::MockServer(Handler handler) : m_state(std::make_unique<State>()) {
  auto& s = *m_state;
  s.handler = std::move(handler);
  // A proxy of the environment must not get between a test and its server.
  setenv("no_proxy", "127.0.0.1", 1);
  s.listener = base::Fd(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  must(bind(s.listener.get(), generic, sizeof address) == 0, "bind");
  must(listen(s.listener.get(), 64) == 0, "listen");
  socklen_t length = sizeof address;
  must(getsockname(s.listener.get(), generic, &length) == 0, "getsockname");
  s.port = ntohs(address.sin_port);
  s.accepting = std::jthread([&s] { s.accept_all(); });
}

MockServer::~MockServer() {
  m_state->stop = true;
  m_state->accepting.join();
}

std::string MockServer::url() const {
  return "http://127.0.0.1:" + std::to_string(m_state->port);
}

std::vector<Received> MockServer::received() const {
  const std::lock_guard lock(m_state->mutex);
  return m_state->received;
}

size_t MockServer::most_at_once() const {
  const std::lock_guard lock(m_state->mutex);
  return m_state->most;
}

} // namespace support
