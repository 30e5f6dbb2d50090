// SPDX-License-Identifier: Apache-2.0
#include "cli/index_progress.hpp"

#include "cli/render.hpp"
#include "core/base/clock.hpp"
#include "core/base/stop.hpp"

#include <cstdio>
#include <memory>

namespace cli {
namespace {

struct Shown {
  std::string segment;
  base::Nanoseconds began{};
  base::Nanoseconds last{};
};

void show(Shown& shown, const std::string& segment, uint64_t points,
          uint64_t of) {
  const base::Nanoseconds now = base::boot_time();
  if (shown.segment != segment) {
    shown = {segment, now, now};
  }
  if (now - shown.last < std::chrono::seconds(8) && points < of) {
    return;
  }
  shown.last = now;
  const double seconds =
      std::chrono::duration<double>(now - shown.began).count();
  const double rate = seconds > 0 ? static_cast<double>(points) / seconds : 0;
  std::fprintf(stderr, "%s: %s of %s rows, %.0f a second, %.0f s left\n",
               segment.c_str(), grouped(points).c_str(), grouped(of).c_str(),
               rate, rate > 0 ? static_cast<double>(of - points) / rate : 0);
}

} // namespace

IndexProgress index_progress(bool quiet) {
  auto shown = std::make_shared<Shown>();
  return
      [shown, quiet](const std::string& segment, uint64_t points, uint64_t of) {
        if (!quiet) {
          show(*shown, segment, points, of);
        }
        return base::stops_asked() == 0;
      };
}

} // namespace cli
