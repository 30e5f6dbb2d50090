// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.hpp"
#include "core/base/fd.hpp"
#include "core/base/result.hpp"
#include "worker/pool/options.hpp"

#include <sys/types.h>

#include <cstdint>
#include <string>

namespace pool {

// How a process ended.
struct Exit {
  int signal = 0; // 0: it left by itself
  int code = 0;
};

// One started program with pipes to it, in a process group of its own. It is
// killed when the thread that started it ends, so start() belongs in a thread
// that lives as long as the process (launcher.hpp); everything else may be
// called from any one thread. The destructor kills the group and reaps.
class Process {
public:
  // `scratch` becomes its TMPDIR. Only what a reader needs of the environment
  // is passed on: no keys of embedding services.
  static base::Result<Process> start(const PoolOptions& options,
                                     const std::string& scratch);
  Process(Process&& other) noexcept;
  Process& operator=(Process&&) = delete;
  ~Process();

  // Non-blocking ends. `requests` is a socket: send with MSG_NOSIGNAL.
  int requests() const { return m_requests.get(); }
  int replies() const { return m_replies.get(); }
  int errors() const { return m_errors.get(); }
  // Readable when the process has ended, whoever still holds its pipes.
  int ended_fd() const { return m_pidfd.get(); }

  bool has_ended() const;
  // CPU time so far; 0 once it has ended.
  base::Nanoseconds cpu() const;
  uint64_t resident_bytes() const;
  // From now on so much more CPU time; SIGXCPU then.
  base::Result<void> allow_cpu(base::Nanoseconds more) const;

  // SIGKILL to the whole group, before the leader is reaped: until then its
  // number cannot be given to another process. Waits for the leader.
  Exit kill_and_reap();

private:
  Process() = default;

  pid_t m_pid = 0; // 0: reaped, or moved from
  base::Fd m_pidfd;
  base::Fd m_requests;
  base::Fd m_replies;
  base::Fd m_errors;
};

} // namespace pool
