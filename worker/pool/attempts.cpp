// SPDX-License-Identifier: Apache-2.0
#include "worker/pool/attempts.hpp"

#include "core/base/assert.hpp"

namespace pool {

using Kind = AttemptEvent::Kind;

bool is_quarantined(const Attempts& attempts) {
  return attempts.own_crashes >= k_own_crashes_limit ||
         attempts.outside_kills >= k_outside_kills_limit;
}

AttemptEvent build(Ending ending) {
  if (counts_against_file(ending)) {
    return {Kind::own_crash};
  }
  switch (ending) {
  case Ending::killed_from_outside:
    return {Kind::outside_kill};
  case Ending::cancelled:
    return {Kind::cancelled};
  default:
    return {Kind::ended};
  }
}

base::Result<void> can_apply(const Attempts& attempts, AttemptEvent event) {
  if (event.kind == Kind::forgiven) {
    return {};
  }
  const bool wants_open = event.kind != Kind::began;
  if (attempts.open != wants_open) {
    return base::fail(base::Errc::conflict, wants_open
                                                ? "no attempt is open"
                                                : "an attempt is open already");
  }
  if (event.kind == Kind::began && is_quarantined(attempts)) {
    return base::fail(base::Errc::limit, "quarantined");
  }
  return {};
}

Attempts apply(Attempts attempts, AttemptEvent event) {
  ASSERT(can_apply(attempts, event));
  attempts.open = event.kind == Kind::began;
  switch (event.kind) {
  case Kind::own_crash:
    ++attempts.own_crashes;
    break;
  case Kind::outside_kill:
    ++attempts.outside_kills;
    break;
  case Kind::ended:
  case Kind::forgiven:
    attempts.own_crashes = 0;
    attempts.outside_kills = 0;
    break;
  case Kind::began:
  case Kind::abandoned:
  case Kind::cancelled:
    break;
  }
  return attempts;
}

} // namespace pool
