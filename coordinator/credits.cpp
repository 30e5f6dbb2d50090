// SPDX-License-Identifier: Apache-2.0
#include "coordinator/credits.hpp"

#include "core/base/assert.hpp"

#include <algorithm>

namespace coordinator {
namespace {

constexpr uint64_t k_least_cost = 4096;

} // namespace

Credits::Credits(uint64_t window_bytes, uint32_t window_entries)
    : m_window_bytes(std::max(window_bytes, k_least_cost)),
      m_window_entries(std::max(window_entries, 1U)) {}

uint64_t Credits::cost_of(const wire::Entry& entry) const {
  return std::clamp(entry.bytes(), k_least_cost, m_window_bytes);
}

bool Credits::can_take(const wire::Entry& entry) const {
  return m_used_entries < m_window_entries &&
         cost_of(entry) <= m_window_bytes - m_used_bytes;
}

void Credits::take(const wire::Entry& entry) {
  ASSERT(can_take(entry));
  m_used_bytes += cost_of(entry);
  ++m_used_entries;
}

void Credits::give_back(const wire::Entry& entry) {
  ASSERT(m_used_entries > 0 && m_used_bytes >= cost_of(entry));
  m_used_bytes -= cost_of(entry);
  --m_used_entries;
}

} // namespace coordinator
