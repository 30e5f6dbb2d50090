// SPDX-License-Identifier: Apache-2.0
#include "query/node/zmq_server.hpp"

#include "core/base/log.hpp"
#include "core/base/stop.hpp"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <memory>

namespace node {
namespace {

constexpr std::chrono::milliseconds k_longest_wait{1000};

base::Result<void> add(const base::Fd& epoll, int fd) {
  epoll_event event{};
  event.events = EPOLLIN;
  if (::epoll_ctl(epoll.get(), EPOLL_CTL_ADD, fd, &event) != 0) {
    return base::fail_errno(errno, "epoll");
  }
  return {};
}

Reply refused(const Request& request, Refusal refusal, std::string reason) {
  Reply out;
  out.id = request.id;
  out.state = ReplyState::refused;
  out.refusal = refusal;
  out.reason = std::move(reason);
  return out;
}

} // namespace

void ZmqServer::Outbox::put(std::string peer, Reply reply) {
  {
    const std::lock_guard lock(mutex);
    replies.emplace_back(std::move(peer), std::move(reply));
  }
  const uint64_t one = 1;
  // Cannot fail but for a full counter, and then it is readable already.
  [[maybe_unused]] const ssize_t written =
      ::write(wake.get(), &one, sizeof one);
}

base::Result<ZmqServer> ZmqServer::listen(const Endpoint& endpoint,
                                          Dispatcher& dispatcher) {
  auto outbox = std::make_shared<Outbox>();
  outbox->wake = base::Fd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  base::Fd waited(::epoll_create1(EPOLL_CLOEXEC));
  if (!outbox->wake || !waited) {
    return base::fail_errno(errno, "eventfd, epoll");
  }
  TRY(add(waited, outbox->wake.get()));
  TRY(add(waited, base::stop_fd()));
  TRY_ASSIGN(auto socket, wire::Socket::listen(endpoint.zmq, k_most_request));
  return ZmqServer(std::move(socket), endpoint, dispatcher, std::move(outbox),
                   std::move(waited));
}

void ZmqServer::send(const std::string& peer, const Reply& reply) {
  const auto sent = m_socket.send(peer, encode(reply));
  if (!sent && sent.error().code != base::Errc::not_found) {
    base::logger("node").warn("a reply is lost: {}", sent.error().message);
  }
}

void ZmqServer::take(wire::Received received) {
  auto request = decode_request(received.frame);
  if (!request) {
    base::logger("node").debug("dropped: {}", request.error().message);
    return;
  }
  if (!same_token(request->token, m_endpoint.token)) {
    send(received.peer, refused(*request, Refusal::token, "wrong token"));
    return;
  }
  if (!request->program.empty() && request->program != m_endpoint.program) {
    send(received.peer, refused(*request, Refusal::program,
                                "the node runs another build of keybed"));
    return;
  }
  Reply accepted;
  accepted.id = request->id;
  accepted.state = ReplyState::accepted;
  send(received.peer, accepted);
  m_dispatcher->ask(std::move(*request),
                    [outbox = m_outbox, peer = std::move(received.peer)](
                        Reply reply) { outbox->put(peer, std::move(reply)); });
}

void ZmqServer::flush() {
  uint64_t count = 0;
  [[maybe_unused]] const ssize_t read =
      ::read(m_outbox->wake.get(), &count, sizeof count);
  std::vector<std::pair<std::string, Reply>> replies;
  {
    const std::lock_guard lock(m_outbox->mutex);
    replies.swap(m_outbox->replies);
  }
  for (const auto& [peer, reply] : replies) {
    send(peer, reply);
  }
}

base::Result<void> ZmqServer::run() {
  while (base::stops_asked() == 0) {
    TRY(m_socket.wait(m_waited.get(), k_longest_wait));
    flush();
    // So many at a time, so that replies get their turn.
    constexpr int k_turn = 100;
    for (int i = 0; i < k_turn; ++i) {
      TRY_ASSIGN(auto received, m_socket.receive());
      if (!received) {
        break;
      }
      take(std::move(*received));
    }
  }
  return {};
}

} // namespace node
