// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/tool.hpp"

#include "worker/readers/tool_process.hpp"
#include "worker/readers/warm_tools.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <limits>
#include <optional>

namespace readers {
namespace {

struct Converter {
  std::string_view name;
  std::string_view setting = {}; // of its environment
};

// mdbtools clears 200 kB for each column that a table may fill; behind a limit
// that stays where it is they come from the kernel, clear.
constexpr std::string_view k_fresh_memory = "MALLOC_MMAP_THRESHOLD_=131072";

constexpr std::array k_converters = {
    Converter{"ddjvu"},
    Converter{"djvutxt"},
    Converter{"mdb-export", k_fresh_memory},
    Converter{"mdb-schema", k_fresh_memory},
    Converter{"pdfinfo"},
    Converter{"pdftoppm"},
    Converter{"pdftotext"},
    Converter{"tesseract"},
};

std::vector<std::string> settings_for(const std::string& name) {
  for (const auto& converter : k_converters) {
    if (converter.name == name && !converter.setting.empty()) {
      return {std::string(converter.setting)};
    }
  }
  return {};
}

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

struct Streams {
  Pipe out, err;
  static base::Result<Streams> make() {
    TRY_ASSIGN(Pipe out, make_pipe());
    TRY_ASSIGN(Pipe err, make_pipe());
    return Streams{std::move(out), std::move(err)};
  }
};

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
  std::array<char, 65536> buffer; // NOLINT: read() fills what is used
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

base::Result<ToolOutcome>
finish(Child& child, Streams& streams, const ToolLimits& limits,
       const std::function<base::Result<void>()>& progress) {
  streams.out.write.reset();
  streams.err.write.reset();
  ToolOutcome outcome;
  TRY_ASSIGN(outcome.end, collect(child, streams.out, streams.err, limits,
                                  progress, outcome));
  const int status = child.wait();
  if (outcome.end == ToolEnd::exited && WIFSIGNALED(status)) {
    outcome.end = ToolEnd::killed;
    outcome.code = WTERMSIG(status);
  } else if (WIFEXITED(status)) {
    outcome.code = WEXITSTATUS(status);
  }
  return outcome;
}

} // namespace

std::vector<std::string> converters() {
  std::vector<std::string> out;
  for (const auto& converter : k_converters) {
    if (std::string path = find_program(std::string(converter.name));
        !path.empty()) {
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
  const base::Fd null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (!null) {
    return base::fail_errno(errno, "open /dev/null");
  }
  const auto seconds = static_cast<uint64_t>(limits.time.count()) / 1000;
  const ToolStart start{::getpid(), seconds + 2,
                        std::min(limits.memory, memory_left())};
  const ToolProgram tool{program, argv, settings_for(argv.front())};
  for (const bool warm : {true, false}) {
    TRY_ASSIGN(Streams streams, Streams::make());
    const ToolFiles files{null.get(), streams.out.write.get(),
                          streams.err.write.get(), file.get()};
    const auto pid = warm ? start_warm(tool, start, files)
                          : start_process(tool, start, files);
    if (pid) {
      Child child(*pid);
      return finish(child, streams, limits, progress);
    }
  }
  return base::fail_errno(errno, "start " + program);
}

} // namespace readers
