// SPDX-License-Identifier: Apache-2.0
#include "core/base/stop.hpp"

#include "core/base/assert.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>

namespace base {
namespace {

std::atomic<int> s_asked{0};
static_assert(std::atomic<int>::is_always_lock_free);

int the_fd() {
  static const int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return fd;
}

void on_signal(int) {
  int saved = errno;
  ask_to_stop();
  errno = saved;
}

} // namespace

int stops_asked() {
  return s_asked.load();
}

int stop_fd() {
  return the_fd();
}

void ask_to_stop() {
  s_asked.fetch_add(1);
  uint64_t one = 1;
  // Cannot fail but for a full counter, and then it is readable already.
  [[maybe_unused]] ssize_t written = write(the_fd(), &one, sizeof one);
}

void stop_on_signals() {
  ASSERT(the_fd() >= 0); // made before a handler needs it
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  signal(SIGPIPE, SIG_IGN);
}

} // namespace base
