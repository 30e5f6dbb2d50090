// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace base {

using Nanoseconds = std::chrono::nanoseconds;

// Time since boot, suspended time included (CLOCK_BOOTTIME). For leases and
// time-outs: it never jumps when somebody sets the clock.
Nanoseconds boot_time();

// Time since 1970-01-01 UTC (CLOCK_REALTIME). Only for showing and for
// comparing with file times.
Nanoseconds wall_time();

// "2026-11-30T05:02:34Z".
std::string utc_text(Nanoseconds since_epoch);

// What code that waits or stamps takes, so that tests can pass their own.
using Clock = std::function<Nanoseconds()>;

} // namespace base
