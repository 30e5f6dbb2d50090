// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.hpp"
#include "core/http/client.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string_view>

namespace http {

// How often and how long to try again.
struct RetryPolicy {
  int attempts = 6; // the first one counted
  std::chrono::milliseconds first{500};
  std::chrono::milliseconds longest{30'000};
  // A server that asks for a longer wait is taken as unavailable.
  std::chrono::milliseconds longest_asked{120'000};
};

// The value of a Retry-After header, as seconds or as an HTTP date, from `now`
// (since 1970 UTC) on: never negative. Nothing if it is neither.
std::optional<std::chrono::milliseconds>
parse_retry_after(std::string_view value, base::Nanoseconds now);

// Before attempt number `next` (2 is the first repetition): doubles from
// `first` up to `longest`, of which `random` in [0, 1) takes away up to half,
// so that clients that failed together do not come back together.
std::chrono::milliseconds backoff(const RetryPolicy& policy, int next,
                                  double random);

// Busy or broken for the moment: 408, 425, 429, 500, 502, 503, 504, 529.
bool may_work_later(int status);

// What waiting needs of the world, so that tests take no time.
struct World {
  base::Clock wall = base::wall_time;
  std::function<void(std::chrono::milliseconds)> sleep; // null: really sleep
  std::function<double()> random; // in [0, 1); null: from the system
  std::function<bool()> stopped;  // true ends a wait; null: nothing does
};

// Send until an answer is not one that may_work_later(), or attempts run out:
// then Errc::unavailable with the last reason. Errc::cancelled if a wait was
// ended. `before_each` runs before every
// attempt. Errors other than Errc::unavailable are returned at once.
base::Result<Response>
send_with_retry(Client& client, const Request& request,
                const RetryPolicy& policy, const World& world,
                const std::function<void()>& before_each = nullptr);

} // namespace http
