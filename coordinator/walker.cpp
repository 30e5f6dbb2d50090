// SPDX-License-Identifier: Apache-2.0
#include "coordinator/walker.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>

namespace coordinator {
namespace {

constexpr size_t k_waiting_limit = 4096;

} // namespace

base::Result<std::unique_ptr<Walker>>
Walker::start(std::vector<wire::Root> roots, Filter filter,
              std::optional<Skip> skip) {
  std::vector<Opened> opened;
  for (wire::Root& root : roots) {
    TRY_ASSIGN(auto tree, open_tree(root.path));
    opened.push_back({std::move(root), std::move(tree)});
  }
  std::unique_ptr<Walker> walker(
      new Walker(std::move(opened), std::move(filter), skip));
  if (!walker->m_wake) {
    return base::fail_errno(errno, "eventfd");
  }
  walker->m_thread = std::thread([raw = walker.get()] { raw->run(); });
  return walker;
}

Walker::Walker(std::vector<Opened> roots, Filter filter,
               std::optional<Skip> skip)
    : m_roots(std::move(roots)), m_filter(std::move(filter)), m_skip(skip),
      m_wake(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

Walker::~Walker() {
  {
    std::lock_guard lock(m_mutex);
    m_stop = true;
  }
  m_room.notify_all();
  if (m_thread.joinable()) {
    m_thread.join();
  }
}

void Walker::wake() {
  uint64_t one = 1;
  // Fails only if the counter is full, and then it is readable.
  [[maybe_unused]] ssize_t written = write(m_wake.get(), &one, sizeof one);
}

bool Walker::put(wire::Entry entry) {
  std::unique_lock lock(m_mutex);
  m_room.wait(lock,
              [this] { return m_stop || m_waiting.size() < k_waiting_limit; });
  if (m_stop) {
    return false;
  }
  entry.sequence = ++m_sequence;
  bool was_empty = m_waiting.empty();
  m_waiting.push_back(std::move(entry));
  lock.unlock();
  if (was_empty) {
    wake();
  }
  return true;
}

void Walker::run() {
  WalkOver over;
  for (const Opened& root : m_roots) {
    Walk walk(root.root.name, *root.tree, m_filter, m_skip);
    while (auto entry = walk.next()) {
      if (!put(std::move(*entry))) {
        return;
      }
    }
    over.roots.push_back(
        {root.root.name, m_filter.is_empty(), walk.kept_prefixes()});
  }
  {
    std::lock_guard lock(m_mutex);
    m_over = std::move(over);
  }
  wake();
}

std::vector<wire::Entry> Walker::take(size_t limit) {
  uint64_t count = 0;
  [[maybe_unused]] ssize_t got = read(m_wake.get(), &count, sizeof count);
  std::vector<wire::Entry> taken;
  {
    std::lock_guard lock(m_mutex);
    while (!m_waiting.empty() && taken.size() < limit) {
      taken.push_back(std::move(m_waiting.front()));
      m_waiting.pop_front();
    }
  }
  m_room.notify_all();
  return taken;
}

std::optional<WalkOver> Walker::over() {
  std::lock_guard lock(m_mutex);
  return m_waiting.empty() ? m_over : std::nullopt;
}

} // namespace coordinator
