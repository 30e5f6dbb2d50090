// SPDX-License-Identifier: Apache-2.0
#include "worker/pool/listen.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <utility>

namespace pool {
namespace {

using namespace std::chrono_literals;

// A dying process closes its output a little before it can be waited for.
constexpr int k_grace_ms = 2000;
// The errors of a child are read in turn with its replies.
constexpr int k_error_pieces = 4;
// More than readers::NestingLimits allow is not believed.
constexpr uint64_t k_most_unpacked = uint64_t{1} << 38;

class Ear {
public:
  Ear(Child& child, std::string to_send, int stop_fd, Deadlines deadlines,
      uint64_t output_limit, const Allowance& allowance,
      const Listener& listener)
      : m_child(child), m_to_send(std::move(to_send)), m_stop_fd(stop_fd),
        m_deadlines(deadlines), m_output_limit(output_limit),
        m_allowance(allowance), m_listener(listener) {}

  base::Result<Listened> run();

private:
  using End = std::optional<Silence>;

  base::Result<End> turn();
  base::Result<End> read_replies(bool to_the_end);
  base::Result<End> pass_on();
  base::Result<Heard> hear(const std::string& frame);
  base::Result<void> allow_unpacked(uint64_t bytes);
  void send();
  void read_errors();
  Silence after_closing();

  Child& m_child;
  std::string m_to_send;
  const int m_stop_fd;
  Deadlines m_deadlines;
  uint64_t m_output_limit;
  const Allowance& m_allowance;
  const Listener& m_listener;
  uint64_t m_unpacked = 0;
  bool m_errors_closed = false;
  Listened m_listened;
};

void Ear::send() {
  const auto n = ::send(m_child.process.requests(), m_to_send.data(),
                        m_to_send.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (n > 0) {
    m_to_send.erase(0, static_cast<size_t>(n));
  } else if (n < 0 && errno != EAGAIN && errno != EINTR) {
    m_to_send.clear(); // it is dying, which another descriptor will tell
  }
}

void Ear::read_errors() {
  std::array<char, 16384> buffer{};
  for (int piece = 0; piece < k_error_pieces; ++piece) {
    const auto n =
        ::read(m_child.process.errors(), buffer.data(), buffer.size());
    if (n == 0) {
      m_errors_closed = true; // else poll() would not sleep any more
    }
    if (n <= 0) {
      return;
    }
    m_child.last_words.add({buffer.data(), static_cast<size_t>(n)});
  }
}

base::Result<void> Ear::allow_unpacked(uint64_t bytes) {
  if (bytes <= m_unpacked) {
    return {};
  }
  const Limits& limits = m_allowance.limits;
  const uint64_t before = m_allowance.bytes + m_unpacked;
  m_unpacked = std::min(bytes, k_most_unpacked);
  const uint64_t now = m_allowance.bytes + m_unpacked;
  const auto more =
      whole_file_time(limits, now) - whole_file_time(limits, before);
  m_deadlines.extend_whole(more);
  m_output_limit = std::max(m_output_limit, output_limit(limits, now));
  return limits.cpu.count() != 0 || more.count() <= 0
             ? base::Result<void>()
             : m_child.process.allow_cpu(
                   whole_file_time(limits, now)); // from here
}

base::Result<Heard> Ear::hear(const std::string& frame) {
  const auto reply = proto::parse_reply(frame);
  if (!reply) {
    return Heard::rubbish;
  }
  TRY(allow_unpacked(reply->unpacked()));
  const auto before = base::boot_time();
  TRY_ASSIGN(const Heard heard, m_listener(*reply));
  const auto now = base::boot_time();
  m_listened.in_listener += now - before;
  m_deadlines.paused_for(now - before);
  m_deadlines.progress(now);
  return heard;
}

base::Result<Ear::End> Ear::pass_on() {
  while (true) {
    auto frame = m_child.splitter.next();
    if (!frame) {
      return End(Silence::rubbish);
    }
    if (!*frame) {
      return End();
    }
    TRY_ASSIGN(const Heard heard, hear(**frame));
    if (heard == Heard::rubbish) {
      return End(Silence::rubbish);
    }
    if (heard == Heard::stale) {
      return End(Silence::stale);
    }
    if (heard == Heard::answer) {
      // Nothing may follow an answer until the next request.
      return End(m_child.splitter.empty() ? Silence::answered
                                          : Silence::rubbish);
    }
  }
}

Silence Ear::after_closing() {
  pollfd ended{m_child.process.ended_fd(), POLLIN, 0};
  return ::poll(&ended, 1, k_grace_ms) == 1 ? Silence::died : Silence::closed;
}

// One piece, or all there is from a child that has died.
base::Result<Ear::End> Ear::read_replies(bool to_the_end) {
  std::array<char, 65536> buffer{};
  do {
    const auto n =
        ::read(m_child.process.replies(), buffer.data(), buffer.size());
    if (n == 0) {
      return End(after_closing());
    }
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n < 0 && errno == EAGAIN) {
      return to_the_end ? End(Silence::died) : End();
    }
    if (n < 0) {
      return base::fail_errno(errno, "read from a reader process");
    }
    m_listened.output_bytes += static_cast<uint64_t>(n);
    if (m_listened.output_bytes > m_output_limit) {
      return End(Silence::flooded);
    }
    m_child.splitter.feed({buffer.data(), static_cast<size_t>(n)});
    TRY_ASSIGN(const End end, pass_on());
    if (end) {
      return end;
    }
    if (m_deadlines.reached(base::boot_time()) == Limit::whole_file) {
      return End();
    }
  } while (to_the_end);
  return End();
}

int milliseconds(base::Nanoseconds time) {
  const auto ms =
      std::chrono::duration_cast<std::chrono::milliseconds>(time) + 1ms;
  return static_cast<int>(std::min(ms, 60'000ms).count());
}

base::Result<Ear::End> Ear::turn() {
  const auto now = base::boot_time();
  m_listened.limit = m_deadlines.reached(now);
  if (m_listened.limit != Limit::none) {
    return End(Silence::timed_out);
  }
  const short sending = m_to_send.empty() ? 0 : POLLOUT;
  std::array<pollfd, 5> fds{
      pollfd{m_stop_fd, POLLIN, 0},
      pollfd{m_child.process.replies(), POLLIN, 0},
      pollfd{m_errors_closed ? -1 : m_child.process.errors(), POLLIN, 0},
      pollfd{m_child.process.ended_fd(), POLLIN, 0},
      pollfd{sending != 0 ? m_child.process.requests() : -1, sending, 0}};
  const int ready =
      ::poll(fds.data(), fds.size(), milliseconds(m_deadlines.left(now)));
  if (ready < 0 && errno != EINTR) {
    return base::fail_errno(errno, "wait for a reader process");
  }
  if (ready <= 0) {
    return End();
  }
  if (fds[0].revents != 0) {
    return End(Silence::stopped);
  }
  if (fds[4].revents != 0) {
    send();
  }
  if (fds[2].revents != 0) {
    read_errors();
  }
  const bool ended = fds[3].revents != 0;
  if (fds[1].revents != 0 || ended) {
    return read_replies(ended);
  }
  return End();
}

base::Result<Listened> Ear::run() {
  while (true) {
    TRY_ASSIGN(const End end, turn());
    if (end) {
      read_errors();
      m_listened.why = *end;
      return m_listened;
    }
  }
}

} // namespace

base::Result<Listened> listen(Child& child, std::string to_send, int stop_fd,
                              Deadlines deadlines, uint64_t output_limit,
                              const Allowance& allowance,
                              const Listener& listener) {
  return Ear(child, std::move(to_send), stop_fd, deadlines, output_limit,
             allowance, listener)
      .run();
}

} // namespace pool
