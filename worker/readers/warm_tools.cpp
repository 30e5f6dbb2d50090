// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/warm_tools.hpp"

#include "core/base/fd.hpp"

#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <system_error>

namespace readers {
namespace {

constexpr time_t k_patience = 5; // seconds: it has only to be linked and copied

// "" if there is none, or it is not wanted (KEYBED_WARM_START=off).
std::string find_library() {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody changes the environment
  const char* given = ::getenv("KEYBED_WARM_START");
  std::string path = given == nullptr ? "" : given;
  if (given == nullptr) {
    std::error_code error;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
    path = error ? "" : self.parent_path() / "keybed-warm.so";
  }
  // The loader takes blanks and colons as ends of names.
  const bool usable = path.starts_with('/') &&
                      path.find_first_of(" :") == std::string::npos &&
                      ::access(path.c_str(), R_OK) == 0;
  return usable ? path : "";
}

bool fits(const std::vector<std::string>& argv) {
  size_t size = 0;
  for (const auto& argument : argv) {
    size += argument.size() + 1;
  }
  return argv.size() <= k_most_arguments && size <= k_longest_request;
}

// A program that waits; ended with its object.
class Waiting {
public:
  Waiting(pid_t pid, base::Fd socket)
      : m_pid(pid), m_socket(std::move(socket)) {}
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;
  ~Waiting() {
    ::kill(m_pid, SIGKILL);
    while (::waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR) {
    }
  }

  pid_t pid() const { return m_pid; }

  // REQUIRES: fits(argv)
  std::optional<pid_t> ask(const std::vector<std::string>& argv,
                           const ToolStart& start,
                           const ToolFiles& files) const {
    if (!send(argv, start, files)) {
      return std::nullopt;
    }
    WarmAnswer answer = -1;
    ssize_t n = -1;
    do {
      n = ::recv(m_socket.get(), &answer, sizeof answer, 0);
    } while (n < 0 && errno == EINTR);
    return n == sizeof answer && answer > 0
               ? std::optional(static_cast<pid_t>(answer))
               : std::nullopt;
  }

private:
  bool send(const std::vector<std::string>& argv, const ToolStart& start,
            const ToolFiles& files) const {
    std::string text(reinterpret_cast<const char*>(&start), sizeof start);
    for (const auto& argument : argv) {
      text.append(argument.c_str(), argument.size() + 1);
    }
    const std::array<int, k_tool_files> fds{files.null, files.out, files.err,
                                            files.file};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof fds)> control{};
    iovec part{text.data(), text.size()};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof fds);
    std::memcpy(CMSG_DATA(header), fds.data(), sizeof fds);
    return ::sendmsg(m_socket.get(), &message, MSG_NOSIGNAL) ==
           static_cast<ssize_t>(text.size());
  }

  pid_t m_pid;
  base::Fd m_socket;
};

std::unique_ptr<Waiting> start_waiting(ToolProgram tool,
                                       const std::string& library) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) !=
      0) {
    return nullptr;
  }
  base::Fd ours(ends[0]), theirs(ends[1]);
  const base::Fd null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  const timeval patience{k_patience, 0};
  if (!null || ::setsockopt(ours.get(), SOL_SOCKET, SO_RCVTIMEO, &patience,
                            sizeof patience) != 0) {
    return nullptr;
  }
  constexpr auto k_none = std::numeric_limits<uint64_t>::max();
  tool.argv.resize(1);
  tool.environment.push_back("LD_PRELOAD=" + library);
  tool.environment.push_back(std::string(k_warm_variable) + "=1");
  const auto pid =
      start_process(std::move(tool), {::getpid(), k_none, k_none},
                    {null.get(), null.get(), null.get(), theirs.get()});
  return pid ? std::make_unique<Waiting>(*pid, std::move(ours)) : nullptr;
}

class WarmTools {
public:
  WarmTools() : m_library(find_library()) {}

  std::optional<pid_t> start(const ToolProgram& program, const ToolStart& start,
                             const ToolFiles& files) {
    const std::lock_guard lock(m_mutex);
    auto& tool = m_tools[program.path];
    if (m_library.empty() || tool.refused || tool.uses++ == 0 ||
        !fits(program.argv)) {
      return std::nullopt;
    }
    if (!tool.waiting) {
      tool.waiting = start_waiting(program, m_library);
    }
    auto pid = tool.waiting ? tool.waiting->ask(program.argv, start, files)
                            : std::optional<pid_t>();
    if (!pid) {
      tool.waiting.reset();
      tool.refused = true;
    }
    return pid;
  }

  std::vector<pid_t> pids() {
    const std::lock_guard lock(m_mutex);
    std::vector<pid_t> out;
    for (const auto& [program, tool] : m_tools) {
      if (tool.waiting) {
        out.push_back(tool.waiting->pid());
      }
    }
    return out;
  }

private:
  struct Tool {
    uint64_t uses = 0;
    bool refused = false; // it does not do so: never asked again
    std::unique_ptr<Waiting> waiting;
  };

  const std::string m_library;
  std::mutex m_mutex; // of m_tools
  std::map<std::string, Tool> m_tools;
};

WarmTools& warm_tools() {
  static WarmTools all;
  return all;
}

} // namespace

std::optional<pid_t> start_warm(const ToolProgram& tool, const ToolStart& start,
                                const ToolFiles& files) {
  return warm_tools().start(tool, start, files);
}

std::vector<pid_t> waiting_tools() {
  return warm_tools().pids();
}

} // namespace readers
