// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/tool.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <limits>

namespace readers {
namespace {

constexpr int k_first_free = 4; // 0–2 standard, 3 the file

constexpr std::array k_converters = {
    "ddjvu",
    "djvutxt",
    "mdb-export",
    "mdb-schema",
    "pdfinfo",
    "pdftoppm",
    "pdftotext",
    "tesseract",
};

struct Pipe {
  base::Fd read, write;
};

base::Result<Pipe> make_pipe() {
  std::array<int, 2> fds{};
  if (::pipe2(fds.data(), O_CLOEXEC) != 0) {
    return base::fail_errno(errno, "make a pipe");
  }
  return Pipe{base::Fd(fds[0]), base::Fd(fds[1])};
}

std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    return ::access(name.c_str(), X_OK) == 0 ? name : "";
  }
  for (const char* folder : {"/usr/bin/", "/bin/", "/usr/local/bin/"}) {
    if (::access((folder + name).c_str(), X_OK) == 0) {
      return folder + name;
    }
  }
  return "";
}

void lower_limit(int resource, uint64_t value) {
  rlimit now{};
  if (::getrlimit(static_cast<__rlimit_resource>(resource), &now) != 0) {
    return;
  }
  const rlim_t wanted = std::min<rlim_t>(value, now.rlim_max);
  now.rlim_cur = std::min(now.rlim_cur, wanted);
  now.rlim_max = now.rlim_cur;
  // A limit that cannot be lowered leaves the one of the reader child.
  (void)::setrlimit(static_cast<__rlimit_resource>(resource), &now);
}

// What the limit of this process's memory leaves beside what it holds itself;
// there is none under a sanitizer.
uint64_t memory_left() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
    return std::numeric_limits<uint64_t>::max();
  }
  std::ifstream statm("/proc/self/statm");
  uint64_t size = 0;
  uint64_t resident = 0;
  statm >> size >> resident;
  const uint64_t held =
      resident * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
  return limit.rlim_cur - std::min<uint64_t>(held, limit.rlim_cur);
}

struct Start {
  const char* program;
  char* const* argv;
  int null, file, out, err;
  pid_t parent;
  const ToolLimits* limits;
  uint64_t memory;
};

// Runs in the new process, which has the memory of this one until it becomes
// another: only async-signal-safe calls, nothing written but its own variables.
[[noreturn]] void become_tool(const Start& start) {
  // The parent may have died before the signal was asked for.
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || ::getppid() != start.parent) {
    ::_exit(127);
  }
  // Lift our descriptors out of the way of 0–3 before they go there.
  std::array<int, 4> fds{start.null, start.out, start.err, start.file};
  for (int& fd : fds) {
    fd = ::fcntl(fd, F_DUPFD, 16);
    if (fd < 0) {
      ::_exit(127);
    }
  }
  for (int i = 0; i < 4; ++i) {
    if (::dup2(fds[static_cast<size_t>(i)], i) != i) {
      ::_exit(127);
    }
  }
  if (::close_range(k_first_free, ~0U, 0) != 0) {
    for (int fd = k_first_free; fd < 4096; ++fd) { // kernels before 5.9
      ::close(fd);
    }
  }
  const auto seconds = static_cast<uint64_t>(start.limits->time.count()) / 1000;
  lower_limit(RLIMIT_CPU, seconds + 2);
  lower_limit(RLIMIT_AS, start.memory);
  lower_limit(RLIMIT_CORE, 0);
  lower_limit(RLIMIT_FSIZE, 0);
  std::array<char, 16> locale{"LC_ALL=C.UTF-8"};
  std::array<char, 20> threads{"OMP_THREAD_LIMIT=1"};
  std::array<char*, 3> environment{locale.data(), threads.data(), nullptr};
  ::execve(start.program, start.argv, environment.data());
  ::_exit(127);
}

// Ends the program unless it was waited for.
class Child {
public:
  explicit Child(pid_t pid) : m_pid(pid) {}
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (m_pid > 0) {
      kill();
      wait();
    }
  }
  void kill() const { ::kill(m_pid, SIGKILL); }
  int wait() {
    int status = 0;
    while (::waitpid(m_pid, &status, 0) < 0 && errno == EINTR) {
    }
    m_pid = -1;
    return status;
  }

private:
  pid_t m_pid;
};

// Read what is there; false at the end of the stream.
base::Result<bool> drain(const base::Fd& fd, std::string& into, size_t keep) {
  std::array<char, 65536> buffer{};
  const auto n = ::read(fd.get(), buffer.data(), buffer.size());
  if (n < 0 && (errno == EINTR || errno == EAGAIN)) {
    return true;
  }
  if (n < 0) {
    return base::fail_errno(errno, "read from a program");
  }
  const size_t room = keep > into.size() ? keep - into.size() : 0;
  into.append(buffer.data(), std::min(room, static_cast<size_t>(n)));
  return n > 0;
}

// Collect both streams until they end or a limit is reached.
base::Result<ToolEnd>
collect(const Child& child, Pipe& out, Pipe& err, const ToolLimits& limits,
        const std::function<base::Result<void>()>& progress,
        ToolOutcome& outcome) {
  const auto deadline = base::boot_time() + limits.time;
  while (out.read || err.read) {
    std::array<pollfd, 2> fds{pollfd{out.read.get(), POLLIN, 0},
                              pollfd{err.read.get(), POLLIN, 0}};
    const int ready = ::poll(fds.data(), fds.size(), 400);
    if (ready < 0 && errno != EINTR) {
      return base::fail_errno(errno, "wait for a program");
    }
    TRY(progress());
    if (base::boot_time() > deadline) {
      child.kill();
      return ToolEnd::timeout;
    }
    if (ready > 0 && fds[0].revents != 0) {
      TRY_ASSIGN(const bool more,
                 drain(out.read, outcome.output, limits.output + 1));
      if (!more) {
        out.read.reset();
      }
    }
    if (ready > 0 && fds[1].revents != 0) {
      TRY_ASSIGN(const bool more, drain(err.read, outcome.errors, 4096));
      if (!more) {
        err.read.reset();
      }
    }
    if (outcome.output.size() > limits.output) {
      child.kill();
      outcome.output.resize(limits.output);
      return ToolEnd::flood;
    }
  }
  return ToolEnd::exited;
}

} // namespace

std::vector<std::string> converters() {
  std::vector<std::string> out;
  for (const char* name : k_converters) {
    if (std::string path = find_program(name); !path.empty()) {
      out.push_back(std::move(path));
    }
  }
  return out;
}

base::Result<ToolOutcome>
run_tool(const std::vector<std::string>& argv, const base::Fd& file,
         const ToolLimits& limits,
         const std::function<base::Result<void>()>& progress) {
  const std::string program = argv.empty() ? "" : find_program(argv.front());
  if (program.empty()) {
    return base::fail(base::Errc::unsupported,
                      (argv.empty() ? "" : argv.front()) +
                          ": this program is not installed");
  }
  std::vector<std::string> copies = argv;
  std::vector<char*> raw;
  raw.reserve(copies.size() + 1);
  for (auto& copy : copies) {
    raw.push_back(copy.data());
  }
  raw.push_back(nullptr);
  base::Fd null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (!null) {
    return base::fail_errno(errno, "open /dev/null");
  }
  TRY_ASSIGN(Pipe out, make_pipe());
  TRY_ASSIGN(Pipe err, make_pipe());
  const Start start{
      program.c_str(), raw.data(),      null.get(),
      file.get(),      out.write.get(), err.write.get(),
      ::getpid(),      &limits,         std::min(limits.memory, memory_left())};
  // A copy of this process's page tables takes longer than many a program
  // runs. What become_tool() writes lies on the stack below this call.
  const pid_t pid = ::vfork();
  if (pid == 0) {
    become_tool(start);
  }
  if (pid < 0) {
    return base::fail_errno(errno, "start " + program);
  }
  Child child(pid);
  out.write.reset();
  err.write.reset();
  ToolOutcome outcome;
  TRY_ASSIGN(outcome.end, collect(child, out, err, limits, progress, outcome));
  const int status = child.wait();
  if (outcome.end == ToolEnd::exited && WIFSIGNALED(status)) {
    outcome.end = ToolEnd::killed;
    outcome.code = WTERMSIG(status);
  } else if (WIFEXITED(status)) {
    outcome.code = WEXITSTATUS(status);
  }
  return outcome;
}

} // namespace readers
