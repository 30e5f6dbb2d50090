// SPDX-License-Identifier: Apache-2.0
#include "coordinator/supervisor.hpp"

#include "core/base/log.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>

namespace coordinator {
namespace {

using namespace std::chrono_literals;

constexpr uint32_t k_deaths_limit = 40;
constexpr base::Nanoseconds k_first_pause = 100ms;
constexpr base::Nanoseconds k_longest_pause = 5s;

spdlog::logger& log() {
  return base::logger("coordinator");
}

// Between fork and exec: only calls that are safe there.
[[noreturn]] void become(char** arguments, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) {
    _exit(127); // the parent died before the line above
  }
  setpgid(0, 0); // a Ctrl-C is the coordinator's to handle
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  signal(SIGPIPE, SIG_DFL);
  int null = open("/dev/null", O_RDONLY);
  if (null >= 0) {
    dup2(null, 0);
  }
  dup2(2, 1); // stdout is for data, and a worker has none
  execv(arguments[0], arguments);
  _exit(127);
}

} // namespace

Supervisor::Supervisor(std::vector<std::string> arguments, uint32_t count)
    : m_arguments(std::move(arguments)), m_slots(count) {}

Supervisor::~Supervisor() {
  kill_all();
  for (const Slot& slot : m_slots) {
    if (slot.pid > 0) {
      waitpid(slot.pid, nullptr, 0);
    }
  }
}

base::Result<pid_t> Supervisor::start() const {
  std::vector<char*> arguments;
  for (const std::string& argument : m_arguments) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  pid_t parent = getpid();
  pid_t pid = fork();
  if (pid == 0) {
    become(arguments.data(), parent);
  }
  if (pid < 0) {
    return base::fail_errno(errno, "start a worker");
  }
  return pid;
}

base::Result<void> Supervisor::start_due(base::Nanoseconds now) {
  if (m_winding_down) {
    return {};
  }
  if (m_deaths > k_deaths_limit) {
    return base::fail(base::Errc::limit,
                      "workers ended " + std::to_string(m_deaths) +
                          " times without getting anything done; see the "
                          "messages above");
  }
  for (Slot& slot : m_slots) {
    if (slot.pid == 0 && slot.due <= now) {
      TRY_ASSIGN(slot.pid, start());
      log().info("started worker pid={}", slot.pid);
    }
  }
  return {};
}

std::vector<pid_t> Supervisor::reap(base::Nanoseconds now) {
  std::vector<pid_t> ended;
  for (Slot& slot : m_slots) {
    int status = 0;
    if (slot.pid == 0 || waitpid(slot.pid, &status, WNOHANG) != slot.pid) {
      continue;
    }
    if (!m_winding_down) {
      log().warn("worker pid={} ended ({} {}); starting another", slot.pid,
                 WIFSIGNALED(status) ? "signal" : "exit code",
                 WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    }
    ended.push_back(slot.pid);
    base::Nanoseconds pause = std::min(
        k_longest_pause, k_first_pause * (1 << std::min(m_deaths, 6U)));
    ++m_deaths;
    slot = {0, now + pause};
  }
  return ended;
}

void Supervisor::useful() {
  m_deaths = 0;
}

bool Supervisor::owns(pid_t pid) const {
  return pid > 0 && std::any_of(m_slots.begin(), m_slots.end(),
                                [pid](const Slot& s) { return s.pid == pid; });
}

void Supervisor::kill(pid_t pid) {
  if (owns(pid)) {
    ::kill(pid, SIGKILL);
  }
}

void Supervisor::kill_all() {
  m_winding_down = true;
  for (const Slot& slot : m_slots) {
    kill(slot.pid);
  }
}

bool Supervisor::all_gone() const {
  return std::all_of(m_slots.begin(), m_slots.end(),
                     [](const Slot& slot) { return slot.pid == 0; });
}

} // namespace coordinator
