// SPDX-License-Identifier: Apache-2.0
//
// What a new process does before it is a program that reads one file, and how
// a program that waits is asked for one (child/warm_start.cpp answers). Used on
// both sides of that, so nothing here needs the library of C++, takes memory or
// calls what a signal handler could not.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>

namespace readers {

struct ToolStart {
  pid_t parent = 0;         // whose end ends it
  uint64_t cpu_seconds = 0; // limits; none is raised
  uint64_t memory = 0;      // bytes of address space
};

// A request is a ToolStart, then its arguments, each with a zero byte behind
// it; the descriptors of a ToolFiles travel with it. The answer is the number
// of the new process, which is a child of `parent`, or minus an errno.
using WarmAnswer = int64_t;
inline constexpr int k_warm_socket = 3; // of the program that waits
inline constexpr size_t k_longest_request = 16384;
inline constexpr size_t k_most_arguments = 64;
// Set for a program that is to wait.
inline constexpr const char* k_warm_variable = "KEYBED_WAIT";

struct ToolFiles { // become descriptors 0, 1, 2 and 3
  int null = -1, out = -1, err = -1, file = -1;
};
inline constexpr size_t k_tool_files = 4;

inline void lower_limit(int resource, uint64_t value) {
  rlimit now{};
  if (::getrlimit(static_cast<__rlimit_resource>(resource), &now) != 0) {
    return;
  }
  const rlim_t wanted = value < now.rlim_max ? value : now.rlim_max;
  now.rlim_cur = now.rlim_cur < wanted ? now.rlim_cur : wanted;
  now.rlim_max = now.rlim_cur;
  // A limit that cannot be lowered leaves the one of the reader child.
  (void)::setrlimit(static_cast<__rlimit_resource>(resource), &now);
}

// Only descriptors 0 to 3 stay, for they are lifted out of each other's way.
inline bool place_files(const ToolFiles& files) {
  constexpr int k_high = 16, k_count = static_cast<int>(k_tool_files);
  int fds[k_tool_files] = {files.null, files.out, files.err, files.file};
  for (int& fd : fds) {
    fd = ::fcntl(fd, F_DUPFD, k_high);
    if (fd < 0) {
      return false;
    }
  }
  for (int i = 0; i < k_count; ++i) {
    if (::dup2(fds[i], i) != i) {
      return false;
    }
  }
  if (::close_range(k_count, ~0U, 0) != 0) {
    for (int fd = k_count; fd < 4096; ++fd) { // kernels before 5.9
      ::close(fd);
    }
  }
  return true;
}

// False if this process must end. The parent may have died before its end was
// asked to be told.
inline bool become_tool(const ToolStart& start, const ToolFiles& files) {
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || ::getppid() != start.parent ||
      !place_files(files)) {
    return false;
  }
  lower_limit(RLIMIT_CPU, start.cpu_seconds);
  lower_limit(RLIMIT_AS, start.memory);
  lower_limit(RLIMIT_CORE, 0);
  lower_limit(RLIMIT_FSIZE, 0);
  return true;
}

} // namespace readers
