// SPDX-License-Identifier: Apache-2.0
#include "worker/pool/launcher.hpp"

#include <utility>

namespace pool {

Launcher::Launcher(PoolOptions options)
    : m_options(std::move(options)), m_thread([this] { run(); }) {}

Launcher::~Launcher() {
  {
    const std::lock_guard lock(m_mutex);
    m_ending = true;
  }
  m_changed.notify_all();
  m_thread.join();
}

base::Result<Process> Launcher::start(const std::string& scratch) {
  std::unique_lock lock(m_mutex);
  m_changed.wait(lock, [&] { return !m_busy; });
  m_busy = true;
  m_wanted = scratch;
  m_changed.notify_all();
  m_changed.wait(lock, [&] { return m_started != nullptr; });
  const auto started = std::exchange(m_started, nullptr);
  m_busy = false;
  m_changed.notify_all();
  return std::move(*started);
}

void Launcher::run() {
  std::unique_lock lock(m_mutex);
  while (true) {
    m_changed.wait(lock, [&] { return m_ending || m_wanted; });
    if (m_ending) {
      return;
    }
    const std::string scratch = *std::exchange(m_wanted, std::nullopt);
    lock.unlock();
    auto started = std::make_unique<base::Result<Process>>(
        Process::start(m_options, scratch));
    lock.lock();
    m_started = std::move(started);
    m_changed.notify_all();
  }
}

} // namespace pool
