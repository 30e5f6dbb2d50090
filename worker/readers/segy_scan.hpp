// SPDX-License-Identifier: Apache-2.0
//
// What the trace headers of a file say together: first and last values, and
// ranges if the file is small enough for all headers to be read.
#pragma once

#include "worker/readers/segy_layout.hpp"
#include "worker/readers/segy_text.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace readers::segy {

struct Span {
  int64_t first = 0, last = 0; // of the first and of the last trace
  int64_t least = 0, most = 0; // over all traces; if `complete`
  bool any = false;            // some trace holds something other than 0
};

// Coordinates as written, before the scalar; traces with 0/0 do not count.
struct PointSpan {
  int64_t first_x = 0, first_y = 0;
  int64_t least_x = 0, most_x = 0, least_y = 0, most_y = 0;
  bool any = false;
};

struct TraceScan {
  TraceHeader first, last;
  bool complete = false;  // every trace header was read
  uint64_t strangers = 0; // places that hold no header like the first
  std::optional<uint64_t> first_stranger; // its byte offset
  Span field_record, ensemble, in_line, cross_line, shot_point, offset, samples;
  PointSpan source, cdp;
  // Positions of the two in the trace header.
  size_t in_line_at = 189, cross_line_at = 193;
};

// At most this many headers are read one by one.
inline constexpr uint64_t k_most_scanned = 20000;

// REQUIRES: layout.traces > 0.
base::Result<TraceScan>
scan_traces(const Source& source, const Layout& layout, Order order,
            const std::vector<Card>& cards,
            const std::function<base::Result<void>()>& tick);

} // namespace readers::segy
