// SPDX-License-Identifier: Apache-2.0
//
// Which attempts to read a file count against it. Pure: the counts are the
// manifest's, the events come from the pool. An attempt is recorded (began)
// before reading; if the worker dies meanwhile, the next one finds it open and
// says abandoned, which counts for nothing.
#pragma once

#include "core/base/result.hpp"
#include "worker/pool/outcome.hpp"

#include <cstdint>

namespace pool {

struct Attempts {
  bool open = false; // began and did not end
  uint32_t own_crashes = 0;
  uint32_t outside_kills = 0;
  friend bool operator==(const Attempts&, const Attempts&) = default;
};

inline constexpr uint32_t k_own_crashes_limit = 2;
inline constexpr uint32_t k_outside_kills_limit = 5;

// Its own crashes, or so many kills from outside that they are no chance.
bool is_quarantined(const Attempts& attempts);

struct AttemptEvent {
  enum class Kind {
    began = 1,
    abandoned = 2, // the worker died with the attempt open
    own_crash = 3,
    outside_kill = 4,
    ended = 5,     // an answer of any kind: the counts start again
    cancelled = 6, // stopped by us: the counts stay
    forgiven = 7,  // --retry-quarantined, or the file has changed
  };
  Kind kind = Kind::began;
  friend bool operator==(const AttemptEvent&, const AttemptEvent&) = default;
};

// The event that an ending is.
AttemptEvent build(Ending ending);

// Errc::limit for `began` on a quarantined file; Errc::conflict for an event
// that cannot follow.
base::Result<void> can_apply(const Attempts& attempts, AttemptEvent event);

// REQUIRES: can_apply().
Attempts apply(Attempts attempts, AttemptEvent event);

} // namespace pool
