// SPDX-License-Identifier: Apache-2.0
#include "worker/child/sandbox.hpp"

#include <seccomp.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <memory>

namespace child {
namespace {

struct Denied {
  int call;
  int error;
};

// Parsers need none of these. io_uring could open sockets behind the filter's
// back; a library that tries it falls back to plain calls.
constexpr std::array k_denied = {
    Denied{SCMP_SYS(socket), EACCES},
    Denied{SCMP_SYS(io_uring_setup), ENOSYS},
    Denied{SCMP_SYS(ptrace), EPERM},
    Denied{SCMP_SYS(process_vm_readv), EPERM},
    Denied{SCMP_SYS(process_vm_writev), EPERM},
    Denied{SCMP_SYS(bpf), EPERM},
    Denied{SCMP_SYS(perf_event_open), EPERM},
    Denied{SCMP_SYS(userfaultfd), EPERM},
    Denied{SCMP_SYS(keyctl), EPERM},
    Denied{SCMP_SYS(add_key), EPERM},
    Denied{SCMP_SYS(mount), EPERM},
    Denied{SCMP_SYS(unshare), EPERM},
    Denied{SCMP_SYS(setns), EPERM},
};

struct Release {
  void operator()(void* filter) const { seccomp_release(filter); }
};

base::Error refused(int result) {
  return base::errno_error(-result, "forbid network calls");
}

} // namespace

base::Result<void> deny_network() {
  const std::unique_ptr<void, Release> filter(seccomp_init(SCMP_ACT_ALLOW));
  if (!filter) {
    return base::fail(base::Errc::unsupported, "seccomp is not available");
  }
  for (const Denied& denied : k_denied) {
    const int added = seccomp_rule_add(
        filter.get(), SCMP_ACT_ERRNO(static_cast<uint32_t>(denied.error)),
        denied.call, 0);
    if (added != 0) {
      return base::fail(refused(added));
    }
  }
  if (const int loaded = seccomp_load(filter.get()); loaded != 0) {
    return base::fail(refused(loaded));
  }
  return {};
}

} // namespace child
