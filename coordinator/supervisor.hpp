// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.hpp"
#include "core/base/result.hpp"

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace coordinator {

// Worker processes that this process starts, restarts and ends. A worker is
// killed with the thread that started it, so that none ever outlives its
// coordinator and keeps a shard locked. One thread.
class Supervisor {
public:
  // `arguments`: program and its arguments, for each worker the same.
  Supervisor(std::vector<std::string> arguments, uint32_t count);
  Supervisor(const Supervisor&) = delete;
  Supervisor& operator=(const Supervisor&) = delete;
  ~Supervisor(); // kills what still runs

  // Start what is due. Errc::limit when workers died again and again without
  // useful(): something is wrong that a restart does not mend.
  base::Result<void> start_due(base::Nanoseconds now);
  // Those that ended since the last call, each to be started again after a
  // pause that doubles.
  std::vector<pid_t> reap(base::Nanoseconds now);
  // A worker got something done: pauses are short again.
  void useful();
  // SIGKILL; no effect on a process that this object did not start.
  void kill(pid_t pid);
  // From here on nothing is started.
  void wind_down() { m_winding_down = true; }
  void kill_all();
  bool all_gone() const;
  bool owns(pid_t pid) const;

private:
  struct Slot {
    pid_t pid = 0;
    base::Nanoseconds due{};
  };
  base::Result<pid_t> start() const;

  std::vector<std::string> m_arguments;
  std::vector<Slot> m_slots;
  uint32_t m_deaths = 0; // since useful()
  bool m_winding_down = false;
};

} // namespace coordinator
