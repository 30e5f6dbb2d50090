// SPDX-License-Identifier: Apache-2.0
//
// What the trace headers of a file say together: first and last values, and
// ranges over all of them or, in a large file, over a bounded number.
#pragma once

#include "worker/readers/segy_layout.hpp"
#include "worker/readers/segy_text.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace readers::segy {

struct Span {
  int64_t first = 0, last = 0; // of the first and of the last trace
  int64_t least = 0, most = 0; // over the traces that were read
  bool any = false;            // some trace holds something other than 0
};

// Coordinates as written, before the scalar; traces with 0/0 do not count.
struct PointSpan {
  int64_t first_x = 0, first_y = 0;
  int64_t least_x = 0, most_x = 0, least_y = 0, most_y = 0;
  bool any = false;
};

// A field whose place may be another than the standard's.
struct PlacedSpan {
  size_t at = 0; // position in the trace header, from 1
  Span values;
};

struct TraceScan {
  TraceHeader first, last;
  bool complete = false;  // every trace header was read
  uint64_t read = 0;      // trace headers
  uint64_t strangers = 0; // places that hold no header like the first
  std::optional<uint64_t> first_stranger; // its byte offset
  Span field_record, ensemble, offset, samples, shot_number;
  PlacedSpan in_line{189, {}}, cross_line{193, {}}, shot_point{17, {}};
  PointSpan source, group, cdp;
  size_t cdp_x_at = 181, cdp_y_at = 185;
  int64_t shot_scalar = 0; // of bytes 197-200, where they are used
  // What the cards say, and whether the first and last trace hold something
  // there.
  FieldPlaces declared;
  std::array<bool, k_header_fields> declared_holds{};

  bool ranges() const { return read > 2 || complete; }
};

// At most this many headers are read one by one; of more, the ends and some
// between.
inline constexpr uint64_t k_most_scanned = 5000;
inline constexpr uint64_t k_at_start = 2000, k_at_end = 500, k_between = 1000;

// REQUIRES: layout.traces > 0.
base::Result<TraceScan>
scan_traces(const Source& source, const Layout& layout,
            const BinaryHeader& head, const std::vector<Card>& cards,
            const std::function<base::Result<void>()>& tick);

} // namespace readers::segy
