// SPDX-License-Identifier: Apache-2.0
#include "proto/wire/socket.hpp"

#include "core/base/hash.hpp"

#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zmq.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <utility>

namespace wire {
namespace {

constexpr size_t k_ipc_path_limit = 107;
constexpr int k_linger_ms = 2000;
constexpr int k_high_water = 1000;

base::Error zmq_error(std::string_view action) {
  int number = zmq_errno();
  return {number == EHOSTUNREACH ? base::Errc::not_found
          : number == EAGAIN     ? base::Errc::unavailable
          : number == EADDRINUSE ? base::Errc::conflict
                                 : base::Errc::io,
          std::string(action) + ": " + zmq_strerror(number)};
}

// One context a process: its I/O thread is enough for every socket of ours.
void* context() {
  static void* the_context = zmq_ctx_new();
  return the_context;
}

struct Part {
  zmq_msg_t message;
  Part() { zmq_msg_init(&message); }
  ~Part() { zmq_msg_close(&message); }
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;
  std::string text() {
    return {static_cast<const char*>(zmq_msg_data(&message)),
            zmq_msg_size(&message)};
  }
  bool more() const { return zmq_msg_more(&message) != 0; }
};

bool is_loopback(std::string_view host) {
  return host == "localhost" || host == "[::1]" ||
         (host.starts_with("127.") &&
          host.find_first_not_of("0123456789.") == std::string_view::npos);
}

} // namespace

struct Socket::State {
  void* socket = nullptr;
  bool listening = false;
  uint64_t dropped = 0;

  ~State() {
    if (socket != nullptr) {
      zmq_close(socket);
    }
  }
  void set(int option, int value) {
    zmq_setsockopt(socket, option, &value, sizeof value);
  }
};

base::Result<void> check_endpoint(std::string_view endpoint, bool insecure) {
  if (endpoint.starts_with("ipc://")) {
    size_t length = endpoint.size() - 6;
    if (length == 0 || length > k_ipc_path_limit) {
      return base::fail(base::Errc::invalid,
                        "endpoint " + std::string(endpoint) +
                            ": the path must have 1 to 107 bytes");
    }
    return {};
  }
  size_t colon = endpoint.rfind(':');
  if (!endpoint.starts_with("tcp://") || colon < 7 ||
      colon + 1 == endpoint.size()) {
    return base::fail(base::Errc::invalid,
                      "endpoint " + std::string(endpoint) +
                          ": expected tcp://HOST:PORT or ipc://PATH");
  }
  if (!insecure && !is_loopback(endpoint.substr(6, colon - 6))) {
    return base::fail(
        base::Errc::invalid,
        "endpoint " + std::string(endpoint) +
            ": leaves this machine, and frames are not encrypted; use a "
            "tunnel, or give --insecure on a network that you trust");
  }
  return {};
}

base::Result<void> make_private_folder(const std::string& path) {
  if (mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) {
    return base::fail_errno(errno, path);
  }
  struct stat info {};
  if (lstat(path.c_str(), &info) != 0) {
    return base::fail_errno(errno, path);
  }
  if (!S_ISDIR(info.st_mode) || info.st_uid != geteuid() ||
      (info.st_mode & 077) != 0) {
    return base::fail(base::Errc::invalid,
                      path + ": must be a folder of this user with mode "
                             "0700; remove it or mend its mode");
  }
  return {};
}

base::Result<std::string> local_endpoint(const std::string& archive) {
  std::array<char, PATH_MAX> resolved{};
  if (realpath(archive.c_str(), resolved.data()) == nullptr) {
    return base::fail_errno(errno, archive);
  }
  const std::string folder = "/tmp/keybed-" + std::to_string(geteuid());
  TRY(make_private_folder(folder));
  return "ipc://" + folder + "/" +
         base::hash_of(resolved.data()).hex().substr(0, 16);
}

namespace {

base::Result<void> open_socket(void*& socket, int type) {
  socket = zmq_socket(context(), type);
  if (socket == nullptr) {
    return base::fail(zmq_error("socket"));
  }
  return {};
}

} // namespace

Socket::Socket(std::unique_ptr<State> state) : m_state(std::move(state)) {}
Socket::Socket(Socket&&) noexcept = default;
Socket& Socket::operator=(Socket&&) noexcept = default;
Socket::~Socket() = default;

base::Result<Socket> Socket::listen(const std::string& endpoint, size_t most) {
  auto state = std::make_unique<State>();
  state->listening = true;
  TRY(open_socket(state->socket, ZMQ_ROUTER));
  state->set(ZMQ_ROUTER_MANDATORY, 1);
  state->set(ZMQ_LINGER, k_linger_ms);
  state->set(ZMQ_SNDHWM, k_high_water);
  state->set(ZMQ_RCVHWM, k_high_water);
  int64_t limit = static_cast<int64_t>(most);
  zmq_setsockopt(state->socket, ZMQ_MAXMSGSIZE, &limit, sizeof limit);
  if (zmq_bind(state->socket, endpoint.c_str()) != 0) {
    return base::fail(zmq_error("listen at " + endpoint));
  }
  return Socket(std::move(state));
}

base::Result<Socket> Socket::connect(const std::string& endpoint) {
  auto state = std::make_unique<State>();
  TRY(open_socket(state->socket, ZMQ_DEALER));
  std::array<unsigned char, 16> identity{};
  if (getrandom(identity.data(), identity.size(), 0) !=
      static_cast<ssize_t>(identity.size())) {
    return base::fail_errno(errno, "random identity");
  }
  identity[0] |= 1; // ZeroMQ keeps identities that begin with 0 for itself
  zmq_setsockopt(state->socket, ZMQ_ROUTING_ID, identity.data(),
                 identity.size());
  state->set(ZMQ_LINGER, k_linger_ms);
  state->set(ZMQ_SNDHWM, k_high_water);
  state->set(ZMQ_RCVHWM, k_high_water);
  int64_t limit = static_cast<int64_t>(k_max_frame);
  zmq_setsockopt(state->socket, ZMQ_MAXMSGSIZE, &limit, sizeof limit);
  if (zmq_connect(state->socket, endpoint.c_str()) != 0) {
    return base::fail(zmq_error("connect to " + endpoint));
  }
  return Socket(std::move(state));
}

base::Result<void> Socket::send(std::string_view peer, std::string_view frame) {
  if (m_state->listening && zmq_send(m_state->socket, peer.data(), peer.size(),
                                     ZMQ_SNDMORE | ZMQ_DONTWAIT) < 0) {
    return base::fail(zmq_error("send"));
  }
  if (zmq_send(m_state->socket, frame.data(), frame.size(), ZMQ_DONTWAIT) < 0) {
    return base::fail(zmq_error("send"));
  }
  return {};
}

base::Result<std::optional<Received>> Socket::receive() {
  while (true) {
    Received received;
    size_t parts = 0;
    bool more = true;
    size_t wanted = m_state->listening ? 2 : 1;
    while (more) {
      Part part;
      if (zmq_msg_recv(&part.message, m_state->socket, ZMQ_DONTWAIT) < 0) {
        if (zmq_errno() == EAGAIN || zmq_errno() == EINTR) {
          return std::optional<Received>();
        }
        return base::fail(zmq_error("receive"));
      }
      more = part.more();
      if (m_state->listening && parts == 0) {
        received.peer = part.text();
      } else if (parts + 1 == wanted) {
        received.frame = part.text();
      }
      ++parts;
    }
    if (parts == wanted) {
      return std::optional<Received>(std::move(received));
    }
    ++m_state->dropped;
  }
}

base::Result<void> Socket::wait(int wake, std::chrono::milliseconds timeout) {
  std::array<zmq_pollitem_t, 2> items{};
  items[0].socket = m_state->socket;
  items[0].events = ZMQ_POLLIN;
  items[1].fd = wake;
  items[1].events = ZMQ_POLLIN;
  if (zmq_poll(items.data(), wake >= 0 ? 2 : 1, timeout.count()) < 0 &&
      zmq_errno() != EINTR) {
    return base::fail(zmq_error("wait"));
  }
  return {};
}

uint64_t Socket::dropped() const {
  return m_state->dropped;
}

std::string Socket::endpoint() const {
  std::array<char, 256> text{};
  size_t size = text.size();
  if (zmq_getsockopt(m_state->socket, ZMQ_LAST_ENDPOINT, text.data(), &size) !=
      0) {
    return {};
  }
  return text.data();
}

} // namespace wire
