// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.hpp"
#include "worker/pool/options.hpp"
#include "worker/pool/outcome.hpp"

#include <cstdint>

namespace pool {

// How long the whole of a file of so many bytes may take.
base::Nanoseconds whole_file_time(const Limits& limits, uint64_t bytes);

// And without a sign of progress: a library may scan all of it before it gives
// the first row. Never longer than the whole.
base::Nanoseconds quiet_time(const Limits& limits, uint64_t bytes);

// How much a child may send for it.
uint64_t output_limit(const Limits& limits, uint64_t bytes);

// The two clocks of one answer. Pure: the time is passed in.
class Deadlines {
public:
  Deadlines(base::Nanoseconds whole, base::Nanoseconds no_progress,
            base::Nanoseconds now);

  void progress(base::Nanoseconds now) { m_progress = now; }
  // There is more to read than was known.
  void extend_whole(base::Nanoseconds more) { m_whole_end += more; }
  // Time that the caller itself took is on neither clock.
  void paused_for(base::Nanoseconds time);
  // Limit::none while there is time.
  Limit reached(base::Nanoseconds now) const;
  // Until the first of them, at least 0.
  base::Nanoseconds left(base::Nanoseconds now) const;

private:
  base::Nanoseconds m_whole_end;
  base::Nanoseconds m_no_progress;
  base::Nanoseconds m_progress;
};

} // namespace pool
