// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>

namespace query {

// What was made of something that does not change, as far as it fits: what was
// not asked for the longest time goes first, half of it at a time. Safe from
// any thread.
template <typename Key, typename Value, typename Hash>
class BoundedCache {
public:
  explicit BoundedCache(size_t most_bytes) : m_half(most_bytes / 2) {}

  std::optional<Value> find(const Key& key) {
    Held dropped; // goes without the lock
    const std::lock_guard lock(m_mutex);
    if (const auto at = m_young.find(key); at != m_young.end()) {
      return at->second.value;
    }
    const auto at = m_old.find(key);
    if (at == m_old.end()) {
      return std::nullopt;
    }
    Entry entry = std::move(at->second);
    m_old.erase(at);
    std::optional<Value> out = entry.value;
    add(key, std::move(entry), dropped);
    return out;
  }

  // `bytes` is what the value holds beside itself. What is too large for half
  // of the cache is not kept.
  void put(const Key& key, Value value, size_t bytes) {
    Held dropped; // goes without the lock
    const std::lock_guard lock(m_mutex);
    if (!m_young.contains(key)) {
      add(key, {std::move(value), bytes + k_entry}, dropped);
    }
  }

private:
  struct Entry {
    Value value;
    size_t bytes;
  };
  using Held = std::unordered_map<Key, Entry, Hash>;
  // The node of a table, its place there, and what the allocator adds.
  static constexpr size_t k_entry = sizeof(Key) + sizeof(Entry) + 48;

  void add(const Key& key, Entry entry, Held& dropped) {
    if (entry.bytes > m_half) {
      return;
    }
    if (m_bytes + entry.bytes > m_half) {
      dropped = std::exchange(m_old, std::exchange(m_young, Held()));
      m_bytes = 0;
    }
    m_bytes += entry.bytes;
    m_young.emplace(key, std::move(entry));
  }

  const size_t m_half;
  std::mutex m_mutex; // guards all below
  Held m_young;
  Held m_old;
  size_t m_bytes = 0; // of m_young
};

} // namespace query
