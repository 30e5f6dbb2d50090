// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "worker/pool/process.hpp"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace pool {

// Starts processes in one thread of its own. The kernel ties "kill the child
// when the parent dies" to the thread that forked, and the threads of a worker
// come and go. start() from any thread. REQUIRES: the processes end first.
class Launcher {
public:
  explicit Launcher(PoolOptions options);
  Launcher(const Launcher&) = delete;
  Launcher& operator=(const Launcher&) = delete;
  ~Launcher();

  base::Result<Process> start(const std::string& scratch);

private:
  void run();

  const PoolOptions m_options;
  std::mutex m_mutex; // guards the members below
  std::condition_variable m_changed;
  bool m_ending = false;
  bool m_busy = false; // from a request until its answer was fetched
  std::optional<std::string> m_wanted;
  std::unique_ptr<base::Result<Process>> m_started;
  std::thread m_thread; // last: it uses the others
};

} // namespace pool
