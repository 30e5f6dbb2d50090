// SPDX-License-Identifier: Apache-2.0
#include "core/base/clock.hpp"

#include <ctime>

namespace base {
namespace {

Nanoseconds read_clock(clockid_t id) {
  timespec t{};
  clock_gettime(id, &t);
  return std::chrono::seconds(t.tv_sec) + Nanoseconds(t.tv_nsec);
}

} // namespace

Nanoseconds boot_time() {
  return read_clock(CLOCK_BOOTTIME);
}

Nanoseconds wall_time() {
  return read_clock(CLOCK_REALTIME);
}

std::string utc_text(Nanoseconds since_epoch) {
  const auto seconds = static_cast<std::time_t>(
      std::chrono::duration_cast<std::chrono::seconds>(since_epoch).count());
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char text[32];
  const auto length =
      std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text, length};
}

} // namespace base
