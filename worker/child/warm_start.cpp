// SPDX-License-Identifier: Apache-2.0
//
// A library of its own that the loader puts before a program (LD_PRELOAD): the
// program then waits where its main() would begin, with everything linked, and
// for each request a copy of it goes on with the arguments of the request.
// Linking 30 libraries takes longer than reading the text of most files. It
// knows of no program and no format, and needs nothing but the C library.
// Without the variable k_warm_variable the program runs as ever.
#include "worker/readers/tool_start.hpp"

#include <dlfcn.h>
#include <linux/sched.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace {

using Main = int (*)(int, char**, char**);

Main g_main = nullptr;

struct Request {
  readers::ToolStart start;
  char text[readers::k_longest_request];
};
Request g_request;
char* g_arguments[readers::k_most_arguments + 1];

// A copy of this process whose parent is that of this one. Its thread learns
// its own number as after fork().
pid_t copy_beside() {
  unsigned long flags = CLONE_PARENT | SIGCHLD;
  int* own = nullptr;
  if (::prctl(PR_GET_TID_ADDRESS, &own) == 0 && own != nullptr) {
    flags |= CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID;
  }
#if defined(__x86_64__)
  return static_cast<pid_t>(
      ::syscall(SYS_clone, flags, nullptr, nullptr, own, nullptr));
#elif defined(__aarch64__)
  return static_cast<pid_t>(
      ::syscall(SYS_clone, flags, nullptr, nullptr, nullptr, own));
#else
  errno = ENOSYS;
  return -1;
#endif
}

// Number of arguments, 0 if this is no request.
int split(size_t size) {
  if (size <= sizeof g_request.start) {
    return 0;
  }
  size_t left = size - sizeof g_request.start;
  char* at = g_request.text;
  int count = 0;
  while (left > 0 && count < static_cast<int>(readers::k_most_arguments)) {
    const size_t length = ::strnlen(at, left);
    if (length == left) {
      return 0;
    }
    g_arguments[count++] = at;
    at += length + 1;
    left -= length + 1;
  }
  g_arguments[count] = nullptr;
  return left == 0 ? count : 0;
}

// Size of the next request; 0 at the end.
size_t receive(int (&files)[readers::k_tool_files]) {
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof files)] = {};
  iovec part{&g_request, sizeof g_request};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  ssize_t n = -1;
  do {
    n = ::recvmsg(readers::k_warm_socket, &message, MSG_CMSG_CLOEXEC);
  } while (n < 0 && errno == EINTR);
  const cmsghdr* header = CMSG_FIRSTHDR(&message);
  if (n <= 0 || header == nullptr || header->cmsg_type != SCM_RIGHTS ||
      header->cmsg_len != CMSG_LEN(sizeof files)) {
    return 0;
  }
  std::memcpy(files, CMSG_DATA(header), sizeof files);
  return static_cast<size_t>(n);
}

int wait_for_requests() {
  while (true) {
    int files[readers::k_tool_files];
    const size_t size = receive(files);
    const int count = size == 0 ? 0 : split(size);
    if (count == 0) {
      ::_exit(0);
    }
    const pid_t pid = copy_beside();
    if (pid == 0) {
      const readers::ToolFiles placed{files[0], files[1], files[2], files[3]};
      if (!readers::become_tool(g_request.start, placed)) {
        ::_exit(127);
      }
      return g_main(count, g_arguments, environ);
    }
    const readers::WarmAnswer answer = pid > 0 ? pid : -errno;
    for (const int file : files) {
      ::close(file);
    }
    if (::send(readers::k_warm_socket, &answer, sizeof answer, MSG_NOSIGNAL) !=
        sizeof answer) {
      ::_exit(0);
    }
  }
}

int main_or_wait(int argc, char** argv, char** environment) {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): there is one thread yet
  if (::getenv(readers::k_warm_variable) == nullptr) {
    return g_main(argc, argv, environment);
  }
  // NOLINTBEGIN(concurrency-mt-unsafe)
  ::unsetenv(readers::k_warm_variable);
  ::unsetenv("LD_PRELOAD"); // not for what the program starts
  // NOLINTEND(concurrency-mt-unsafe)
  return wait_for_requests();
}

} // namespace

// The C library calls it with the main() of the program.
extern "C" [[gnu::visibility("default")]] int
__libc_start_main(Main main, int argc, char** argv, void (*init)(),
                  void (*fini)(), void (*loader_fini)(), void* stack_end);

int __libc_start_main(Main main, int argc, char** argv, void (*init)(),
                      void (*fini)(), void (*loader_fini)(), void* stack_end) {
  g_main = main;
  const auto next = reinterpret_cast<decltype(&__libc_start_main)>(
      ::dlsym(RTLD_NEXT, "__libc_start_main"));
  return next(main_or_wait, argc, argv, init, fini, loader_fini, stack_end);
}
