// SPDX-License-Identifier: Apache-2.0
#include "worker/session.hpp"

#include "core/base/log.hpp"
#include "core/base/stop.hpp"
#include "proto/wire/codec.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <type_traits>
#include <utility>

namespace worker {
namespace {

using namespace std::chrono_literals;

constexpr auto k_join_patience = 5s;

spdlog::logger& log() {
  return base::logger("worker");
}

} // namespace

Session::Session(std::string endpoint, wire::Hello hello)
    : m_endpoint(std::move(endpoint)), m_hello(std::move(hello)),
      m_wake(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

void Session::post(wire::Message message) {
  {
    std::lock_guard lock(m_mutex);
    m_posted.push_back(std::move(message));
  }
  uint64_t one = 1;
  // Fails only if the counter is full, and then it is readable.
  [[maybe_unused]] ssize_t written = write(m_wake.get(), &one, sizeof one);
}

// False: nobody answered.
base::Result<bool> Session::join(Handler& handler) {
  TRY_ASSIGN(m_socket, wire::Socket::connect(m_endpoint));
  base::Nanoseconds sent_at = base::boot_time();
  TRY(m_socket->send("", wire::encode(m_hello)));
  while (base::boot_time() - sent_at < k_join_patience &&
         base::stops_asked() == 0) {
    TRY(m_socket->wait(base::stop_fd(), 1000ms));
    TRY_ASSIGN(auto received, m_socket->receive());
    if (!received) {
      continue;
    }
    auto message = wire::decode(received->frame);
    auto* welcome = message ? std::get_if<wire::Welcome>(&*message) : nullptr;
    if (welcome == nullptr) {
      continue; // meant for nobody who has not joined
    }
    m_lease.emplace(std::chrono::milliseconds(welcome->lease_ms), sent_at);
    m_beat_every = std::chrono::milliseconds(welcome->heartbeat_ms);
    handler.welcome(std::move(*welcome));
    return true;
  }
  return false;
}

base::Result<SessionEnd> Session::run(Handler& handler) {
  TRY_ASSIGN(bool joined, join(handler));
  if (!joined) {
    return base::stops_asked() > 0 ? SessionEnd::stopped : SessionEnd::lost;
  }
  while (true) {
    base::Nanoseconds now = base::boot_time();
    if (base::stops_asked() > m_stops_passed_on) {
      m_stops_passed_on = base::stops_asked();
      stop(handler, m_stops_passed_on > 1);
    }
    beat(now);
    TRY(receive_all(handler));
    bool over = handler.stopped(); // asked before the last words are fetched
    TRY(send_posted());
    if (over && m_frames.empty()) {
      TRY(m_socket->send("", wire::encode(wire::Goodbye{})));
      return SessionEnd::stopped;
    }
    if (m_lease->must_stop(now)) {
      log().warn("the coordinator does not answer; giving the shards up");
      return SessionEnd::lost;
    }
    TRY(m_socket->wait(m_wake.get(), m_frames.empty() ? 200ms : 10ms));
  }
}

void Session::stop(Handler& handler, bool at_once) {
  handler.stop(at_once);
}

void Session::beat(base::Nanoseconds now) {
  if (now - m_last_beat < m_beat_every) {
    return;
  }
  m_last_beat = now;
  // Ahead of what waits: it must not queue behind a long report.
  auto sent = m_socket->send(
      "", wire::encode(wire::Heartbeat{static_cast<uint64_t>(now.count())}));
  if (!sent) {
    log().debug("heartbeat: {}", sent.error().message);
  }
}

base::Result<void> Session::receive_all(Handler& handler) {
  while (true) {
    TRY_ASSIGN(auto received, m_socket->receive());
    if (!received) {
      return {};
    }
    auto message = wire::decode(received->frame);
    if (!message) {
      ++m_malformed;
      log().warn("dropped a frame: {} total={}", message.error().message,
                 m_malformed);
      continue;
    }
    handle(handler, std::move(*message));
  }
}

void Session::handle(Handler& handler, wire::Message message) {
  std::visit(
      [&](auto& one) {
        using T = std::decay_t<decltype(one)>;
        if constexpr (std::is_same_v<T, wire::Heartbeat>) {
          base::Nanoseconds sent_at(static_cast<int64_t>(one.sent_at_ns));
          if (sent_at <= base::boot_time()) { // else it is no echo of ours
            m_lease->renewed(sent_at);
          }
        } else if constexpr (std::is_same_v<T, wire::Assign>) {
          handler.assign(one.shard);
        } else if constexpr (std::is_same_v<T, wire::Work>) {
          handler.work(std::move(one));
        } else if constexpr (std::is_same_v<T, wire::WalkEnd>) {
          handler.walk_end(std::move(one));
        } else if constexpr (std::is_same_v<T, wire::Sweep>) {
          handler.sweep(std::move(one));
        } else if constexpr (std::is_same_v<T, wire::Stop>) {
          stop(handler, one.at_once);
        } else {
          ++m_malformed;
          log().warn("dropped a message that is not for a worker");
        }
      },
      message);
}

base::Result<void> Session::send_posted() {
  uint64_t count = 0;
  [[maybe_unused]] ssize_t got = read(m_wake.get(), &count, sizeof count);
  {
    std::lock_guard lock(m_mutex);
    for (const wire::Message& message : m_posted) {
      m_frames.push_back(wire::encode(message));
    }
    m_posted.clear();
  }
  size_t sent = 0;
  while (sent < m_frames.size()) {
    auto result = m_socket->send("", m_frames[sent]);
    if (!result && result.error().code == base::Errc::unavailable) {
      break; // its queue is full; later
    }
    TRY(std::move(result));
    ++sent;
  }
  m_frames.erase(m_frames.begin(),
                 m_frames.begin() + static_cast<std::ptrdiff_t>(sent));
  return {};
}

} // namespace worker
