// SPDX-License-Identifier: Apache-2.0
#include "worker/pool/process.hpp"

#include "worker/pool/become.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <utility>

namespace pool {
namespace {

struct Ends {
  base::Fd ours;
  base::Fd theirs;
};

// Pipes fill up at 64 KiB, which costs a switch of process for every batch.
constexpr int k_pipe_bytes = 1 << 20;

base::Result<Ends> make_pipe() {
  std::array<int, 2> fds{};
  if (::pipe2(fds.data(), O_CLOEXEC) != 0) {
    return base::fail_errno(errno, "make a pipe");
  }
  Ends ends{base::Fd(fds[0]), base::Fd(fds[1])};
  if (::fcntl(ends.ours.get(), F_SETFL, O_NONBLOCK) != 0) {
    return base::fail_errno(errno, "make a pipe non-blocking");
  }
  return ends;
}

base::Result<Ends> make_socket_pair() {
  std::array<int, 2> fds{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds.data()) != 0) {
    return base::fail_errno(errno, "make a socket pair");
  }
  Ends ends{base::Fd(fds[0]), base::Fd(fds[1])};
  if (::fcntl(ends.ours.get(), F_SETFL, O_NONBLOCK) != 0) {
    return base::fail_errno(errno, "make a socket non-blocking");
  }
  return ends;
}

rlim_t whole_seconds(base::Nanoseconds time) {
  const auto seconds =
      std::chrono::duration_cast<std::chrono::seconds>(time).count();
  return static_cast<rlim_t>(seconds) + 1;
}

} // namespace

base::Result<Process> Process::start(const PoolOptions& options,
                                     const std::string& scratch) {
  TRY_ASSIGN(Ends requests, make_socket_pair());
  TRY_ASSIGN(Ends replies, make_pipe());
  TRY_ASSIGN(Ends errors, make_pipe());
  // As large as the system lets it be.
  (void)::fcntl(replies.ours.get(), F_SETPIPE_SZ, k_pipe_bytes);

  // Everything that allocates happens before the fork.
  TRY_ASSIGN(const Plan plan, Plan::make(options, scratch));
  const Descriptors theirs{requests.theirs.get(), replies.theirs.get(),
                           errors.theirs.get()};
  const pid_t pid = ::fork();
  if (pid == 0) {
    become(plan, theirs);
  }
  if (pid < 0) {
    return base::fail_errno(errno, "start " + options.program.front());
  }
  Process process;
  process.m_pid = pid;
  process.m_pidfd =
      base::Fd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  if (!process.m_pidfd) {
    return base::fail_errno(errno, "watch a reader process");
  }
  process.m_requests = std::move(requests.ours);
  process.m_replies = std::move(replies.ours);
  process.m_errors = std::move(errors.ours);
  return process;
}

Process::Process(Process&& other) noexcept
    : m_pid(std::exchange(other.m_pid, 0)), m_pidfd(std::move(other.m_pidfd)),
      m_requests(std::move(other.m_requests)),
      m_replies(std::move(other.m_replies)),
      m_errors(std::move(other.m_errors)) {}

Process::~Process() {
  kill_and_reap();
}

bool Process::has_ended() const {
  pollfd ended{m_pidfd.get(), POLLIN, 0};
  return ::poll(&ended, 1, 0) == 1;
}

base::Nanoseconds Process::cpu() const {
  clockid_t clock{};
  timespec used{};
  if (::clock_getcpuclockid(m_pid, &clock) != 0 ||
      ::clock_gettime(clock, &used) != 0) {
    return {};
  }
  return std::chrono::seconds(used.tv_sec) + base::Nanoseconds(used.tv_nsec);
}

uint64_t Process::resident_bytes() const {
  std::array<char, 64> path{};
  std::snprintf(path.data(), path.size(), "/proc/%d/statm", m_pid);
  const base::Fd fd(::open(path.data(), O_RDONLY | O_CLOEXEC));
  std::array<char, 128> text{};
  if (!fd || ::read(fd.get(), text.data(), text.size() - 1) <= 0) {
    return 0;
  }
  unsigned long long pages = 0;
  if (std::sscanf(text.data(), "%*u %llu", &pages) != 1) {
    return 0;
  }
  return pages * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
}

base::Result<void> Process::allow_cpu(base::Nanoseconds more) const {
  // Only the soft limit moves: the hard one could not be raised again.
  const rlimit limit{whole_seconds(cpu() + more), RLIM_INFINITY};
  if (::prlimit(m_pid, RLIMIT_CPU, &limit, nullptr) != 0 && errno != ESRCH) {
    return base::fail_errno(errno, "limit the CPU time of a reader process");
  }
  return {};
}

Exit Process::kill_and_reap() {
  if (m_pid <= 0) {
    return {};
  }
  // The child makes its own group too, but may not have got that far.
  ::kill(-m_pid, SIGKILL);
  ::kill(m_pid, SIGKILL);
  int status = 0;
  siginfo_t info{};
  while (::waitid(P_PID, static_cast<id_t>(m_pid), &info, WEXITED | WNOWAIT) !=
             0 &&
         errno == EINTR) {
  }
  // Whatever it forked until it died.
  ::kill(-m_pid, SIGKILL);
  while (::waitpid(m_pid, &status, 0) < 0 && errno == EINTR) {
  }
  m_pid = 0;
  return WIFSIGNALED(status) ? Exit{WTERMSIG(status), 0}
                             : Exit{0, WEXITSTATUS(status)};
}

} // namespace pool
