// SPDX-License-Identifier: Apache-2.0
#include "temp_folder.hpp"
#include "worker/child/sandbox.hpp"
#include "worker/child/write_protection.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>

namespace {

// Each in a process of its own: a filter cannot be taken off again.
template <typename Check>
int exit_code_of(Check check) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    if (!child::deny_network()) {
      ::_exit(77);
    }
    ::_exit(check());
  }
  int status = 0;
  ::waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

bool is_denied(int family) {
  return ::socket(family, SOCK_STREAM, 0) < 0 && errno == EACCES;
}

TEST(Sandbox, NoSocketOfAnyFamilyCanBeOpened) {
  const int code = exit_code_of([] {
    return is_denied(AF_INET) && is_denied(AF_INET6) && is_denied(AF_UNIX) ? 0
                                                                           : 1;
  });
  if (code == 77) {
    GTEST_SKIP() << "this kernel has no seccomp";
  }
  EXPECT_EQ(code, 0);
}

TEST(Sandbox, ProgramsThatItStartsInheritIt) {
  const int code = exit_code_of([] {
    const pid_t pid = ::fork();
    if (pid == 0) {
      ::_exit(is_denied(AF_INET) ? 5 : 1);
    }
    int status = 0;
    ::waitpid(pid, &status, 0);
    return WEXITSTATUS(status) == 5 ? 0 : 1;
  });
  if (code == 77) {
    GTEST_SKIP() << "this kernel has no seccomp";
  }
  EXPECT_EQ(code, 0);
}

bool can_write(const std::string& path) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (fd >= 0) {
    ::close(fd);
  }
  return fd >= 0;
}

TEST(Sandbox, OnlyItsOwnFolderCanBeWrittenTo) {
  const TempFolder archive;
  const TempFolder scratch;
  const auto theirs = archive.file("a.gpkg", "x");
  const auto code = exit_code_of([&] {
    if (!child::write_only_below(scratch.path(), {})) {
      return 77;
    }
    const bool shut = !can_write(theirs) && !can_write(theirs + "-wal") &&
                      ::unlink(theirs.c_str()) != 0;
    const bool open = can_write(scratch.path() / "t") &&
                      can_write("/dev/null") &&
                      ::access(theirs.c_str(), R_OK) == 0;
    return shut && open ? 0 : 1;
  });
  if (code == 77) {
    GTEST_SKIP() << "this kernel has no Landlock";
  }
  EXPECT_EQ(code, 0);
}

bool can_run(const char* program) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::execl(program, program, static_cast<char*>(nullptr));
    ::_exit(errno == EACCES ? 99 : 98);
  }
  int status = 0;
  ::waitpid(pid, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(Sandbox, OnlyTheListedProgramsCanBeExecuted) {
  const TempFolder scratch;
  const auto code = exit_code_of([&] {
    if (!child::write_only_below(scratch.path(), {"/usr/bin/true"})) {
      return 77;
    }
    return can_run("/usr/bin/true") && !can_run("/usr/bin/id") ? 0 : 1;
  });
  if (code == 77) {
    GTEST_SKIP() << "this kernel has no Landlock";
  }
  EXPECT_EQ(code, 0);
}

TEST(Sandbox, WhatWasWrittenToScratchCannotBeExecuted) {
  const TempFolder scratch;
  const auto code = exit_code_of([&] {
    if (!child::write_only_below(scratch.path(), {"/usr/bin/true"})) {
      return 77;
    }
    std::error_code error;
    const auto copy = scratch.path() / "copy";
    std::filesystem::copy_file("/usr/bin/true", copy, error);
    return !error && !can_run(copy.c_str()) ? 0 : 1;
  });
  if (code == 77) {
    GTEST_SKIP() << "this kernel has no Landlock";
  }
  EXPECT_EQ(code, 0);
}

} // namespace
