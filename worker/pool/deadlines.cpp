// SPDX-License-Identifier: Apache-2.0
#include "worker/pool/deadlines.hpp"

#include <algorithm>
#include <limits>

namespace pool {

namespace {

base::Nanoseconds grown(base::Nanoseconds base, base::Nanoseconds per_mib,
                        base::Nanoseconds longest, uint64_t bytes) {
  const double mib = static_cast<double>(bytes) / (1 << 20);
  const double extra = mib * static_cast<double>(per_mib.count());
  if (extra >= static_cast<double>(longest.count())) {
    return longest;
  }
  return std::min(longest,
                  base + base::Nanoseconds(static_cast<int64_t>(extra)));
}

} // namespace

base::Nanoseconds whole_file_time(const Limits& limits, uint64_t bytes) {
  return grown(limits.whole_base, limits.whole_per_mib, limits.whole_longest,
               bytes);
}

base::Nanoseconds quiet_time(const Limits& limits, uint64_t bytes) {
  return grown(limits.no_progress, limits.no_progress_per_mib,
               whole_file_time(limits, bytes), bytes);
}

uint64_t output_limit(const Limits& limits, uint64_t bytes) {
  constexpr auto k_most = std::numeric_limits<uint64_t>::max();
  const uint64_t factor = std::max<uint64_t>(limits.output_per_byte, 1);
  if (bytes > (k_most - limits.output_base) / factor) {
    return k_most;
  }
  return limits.output_base + limits.output_per_byte * bytes;
}

Deadlines::Deadlines(base::Nanoseconds whole, base::Nanoseconds no_progress,
                     base::Nanoseconds now)
    : m_whole_end(now + whole), m_no_progress(no_progress), m_progress(now) {}

void Deadlines::paused_for(base::Nanoseconds time) {
  m_whole_end += time;
  m_progress += time;
}

Limit Deadlines::reached(base::Nanoseconds now) const {
  if (now >= m_whole_end) {
    return Limit::whole_file;
  }
  return now >= m_progress + m_no_progress ? Limit::no_progress : Limit::none;
}

base::Nanoseconds Deadlines::left(base::Nanoseconds now) const {
  return std::max(base::Nanoseconds(0),
                  std::min(m_whole_end, m_progress + m_no_progress) - now);
}

} // namespace pool
