// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.hpp"

#include <cstdint>

namespace worker {

// The worker's side of its lease. It counts from the sending of a renewal
// that was answered, so that it always ends before the coordinator's side
// does, and no clock of another machine matters. Pure.
class Lease {
public:
  // `length` as the coordinator counts it.
  Lease(base::Nanoseconds length, base::Nanoseconds sent_at);

  // A renewal sent at `sent_at` was answered.
  void renewed(base::Nanoseconds sent_at);
  // Two thirds are over: begin nothing that writes.
  bool must_stop(base::Nanoseconds now) const;

private:
  base::Nanoseconds m_length;
  base::Nanoseconds m_sent_at;
};

} // namespace worker
