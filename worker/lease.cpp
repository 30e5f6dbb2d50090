// SPDX-License-Identifier: Apache-2.0
#include "worker/lease.hpp"

#include <algorithm>

namespace worker {

Lease::Lease(base::Nanoseconds length, base::Nanoseconds sent_at)
    : m_length(length), m_sent_at(sent_at) {}

void Lease::renewed(base::Nanoseconds sent_at) {
  m_sent_at = std::max(m_sent_at, sent_at);
}

bool Lease::must_stop(base::Nanoseconds now) const {
  return now - m_sent_at >= m_length * 2 / 3;
}

} // namespace worker
