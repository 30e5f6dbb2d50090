// SPDX-License-Identifier: Apache-2.0
#include "worker/pool/become.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <string_view>

extern char** environ; // NOLINT

namespace pool {
namespace {

// What readers, their libraries and the programs they run look at.
constexpr std::array<std::string_view, 14> k_passed_on = {
    "PATH=",         "LANG=",
    "LC_ALL=",       "LC_CTYPE=",
    "TZ=",           "LD_LIBRARY_PATH=",
    "GDAL_DATA=",    "GDAL_DRIVER_PATH=",
    "PROJ_LIB=",     "PROJ_DATA=",
    "ASAN_OPTIONS=", "UBSAN_OPTIONS=",
    "TSAN_OPTIONS=", "LSAN_OPTIONS="};

// One core a child, nothing written beside the files, no growing caches.
constexpr std::array<std::string_view, 6> k_settings = {
    "GDAL_NUM_THREADS=1",  "OMP_NUM_THREADS=1",
    "GDAL_PAM_ENABLED=NO", "GDAL_CACHEMAX=64",
    "MALLOC_ARENA_MAX=2",  "CPL_VSIL_CURL_ALLOWED_EXTENSIONS={none}"};

std::vector<std::string> environment_for(const std::string& scratch) {
  std::vector<std::string> out;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (std::any_of(k_passed_on.begin(), k_passed_on.end(),
                    [&](auto name) { return text.starts_with(name); })) {
      out.emplace_back(text);
    }
  }
  out.insert(out.end(), k_settings.begin(), k_settings.end());
  out.push_back("TMPDIR=" + scratch);
  out.push_back("CPL_TMPDIR=" + scratch);
  out.push_back("HOME=" + scratch);
  return out;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (std::string& text : texts) {
    out.push_back(text.data());
  }
  out.push_back(nullptr);
  return out;
}

void limit(int resource, uint64_t value) {
  const rlimit wanted{value, value};
  if (::setrlimit(static_cast<__rlimit_resource>(resource), &wanted) == 0) {
    return;
  }
  // The hard limit is lower already; take all that it allows.
  rlimit now{};
  if (::getrlimit(static_cast<__rlimit_resource>(resource), &now) == 0 &&
      now.rlim_max < value) {
    now.rlim_cur = now.rlim_max;
    if (::setrlimit(static_cast<__rlimit_resource>(resource), &now) == 0) {
      return;
    }
  }
  ::_exit(127);
}

// Lifted out of the way of 0 to 2 first, for any of them may stand there.
void place(const Descriptors& descriptors) {
  constexpr int k_high = 16;
  std::array<int, 3> fds{descriptors.in, descriptors.out, descriptors.err};
  for (int& fd : fds) {
    fd = ::fcntl(fd, F_DUPFD, k_high);
  }
  for (int target = 0; target < 3; ++target) {
    if (::dup2(fds[static_cast<size_t>(target)], target) != target) {
      ::_exit(127);
    }
  }
  if (::close_range(3, ~0U, 0) != 0) {
    for (int fd = 3; fd < 65536; ++fd) { // a kernel older than 5.9
      ::close(fd);
    }
  }
}

void default_signals() {
  sigset_t none;
  sigemptyset(&none);
  for (int number = 1; number < 32; ++number) {
    if (number != SIGKILL && number != SIGSTOP) {
      ::signal(number, SIG_DFL);
    }
  }
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

} // namespace

base::Result<Plan> Plan::make(const PoolOptions& options,
                              const std::string& scratch) {
  if (options.program.empty()) {
    return base::fail(base::Errc::invalid, "no reader program was named");
  }
  Plan plan;
  plan.arguments = options.program;
  plan.environment = environment_for(scratch);
  plan.argv = pointers_to(plan.arguments);
  plan.envp = pointers_to(plan.environment);
  plan.limits = options.limits;
  plan.niceness = options.niceness;
  plan.parent = ::getpid();
  return plan;
}

void become(const Plan& plan, const Descriptors& descriptors) {
  // A parent that died before the first line is noticed by the second.
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || ::getppid() != plan.parent) {
    ::_exit(127);
  }
  ::setpgid(0, 0);
  default_signals();
  place(descriptors);
  if (plan.niceness != 0) {
    (void)::setpriority(PRIO_PROCESS, 0, plan.niceness); // only a kindness
  }
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, plan.limits.file_bytes);
  limit(RLIMIT_NOFILE, plan.limits.descriptors);
  if (plan.limits.memory_bytes != 0) {
    limit(RLIMIT_AS, plan.limits.memory_bytes);
  }
  ::execve(plan.argv.front(), plan.argv.data(), plan.envp.data());
  ::_exit(127);
}

} // namespace pool
