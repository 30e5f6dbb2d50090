// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/segy_scan.hpp"

#include <algorithm>

namespace readers::segy {
namespace {

void widen(Span& span, int64_t value, bool is_first) {
  if (is_first) {
    span.first = span.least = span.most = value;
  }
  span.last = value;
  span.least = std::min(span.least, value);
  span.most = std::max(span.most, value);
  span.any = span.any || value != 0;
}

void widen(PointSpan& span, int64_t x, int64_t y, bool is_first) {
  if (is_first) {
    span.first_x = x;
    span.first_y = y;
  }
  if (x == 0 && y == 0) {
    return;
  }
  if (!span.any) {
    span.least_x = span.most_x = x;
    span.least_y = span.most_y = y;
    span.any = true;
  }
  span.least_x = std::min(span.least_x, x);
  span.most_x = std::max(span.most_x, x);
  span.least_y = std::min(span.least_y, y);
  span.most_y = std::max(span.most_y, y);
}

struct Grid {
  int64_t in_line = 0, cross_line = 0;
};

void add(TraceScan& scan, const TraceHeader& trace, const Grid& grid,
         bool is_first) {
  if (is_first) {
    scan.first = trace;
  }
  scan.last = trace;
  widen(scan.field_record, trace.field_record, is_first);
  widen(scan.ensemble, trace.ensemble, is_first);
  widen(scan.shot_point, trace.shot_point, is_first);
  widen(scan.offset, trace.offset, is_first);
  widen(scan.samples, static_cast<int64_t>(trace.samples), is_first);
  widen(scan.in_line, grid.in_line, is_first);
  widen(scan.cross_line, grid.cross_line, is_first);
  widen(scan.source, trace.source_x, trace.source_y, is_first);
  widen(scan.cdp, trace.cdp_x, trace.cdp_y, is_first);
}

// Where inline and crossline stand: bytes 189 and 193 if they hold something,
// otherwise where the textual header says.
base::Result<void> choose_places(const Source& source, const Layout& layout,
                                 Order order, const std::vector<Card>& cards,
                                 TraceScan& scan) {
  for (const uint64_t at : {layout.first_trace, layout.last_trace}) {
    TRY_ASSIGN(const auto bytes, source.at(at, k_trace_header_bytes));
    if (bytes.size() < k_trace_header_bytes ||
        trace_field(bytes, 189, 4, order) != 0 ||
        trace_field(bytes, 193, 4, order) != 0) {
      return {};
    }
  }
  const auto in_line = place_of(cards, GridAxis::in_line);
  const auto cross = place_of(cards, GridAxis::cross_line);
  if (in_line && cross && in_line->position != cross->position) {
    scan.in_line_at = in_line->position;
    scan.cross_line_at = cross->position;
  }
  return {};
}

base::Result<void> add_at(const Source& source, uint64_t at, Order order,
                          bool is_first, TraceScan& scan, uint64_t& next,
                          const Layout& layout) {
  TRY_ASSIGN(const auto bytes, source.at(at, k_trace_header_bytes));
  if (bytes.size() < k_trace_header_bytes) {
    return base::fail(base::Errc::corrupt, "the file became shorter");
  }
  const auto trace = parse_trace_header(bytes, order);
  const uint64_t samples =
      layout.fixed || trace.samples == 0 ? layout.samples : trace.samples;
  next = at + layout.headers_per_trace * k_trace_header_bytes +
         samples * layout.bytes_per_sample;
  if (!is_first && !same_kind(scan.first, trace)) {
    ++scan.strangers;
    if (!scan.first_stranger) {
      scan.first_stranger = at;
    }
    return {};
  }
  add(scan, trace,
      {trace_field(bytes, scan.in_line_at, 4, order),
       trace_field(bytes, scan.cross_line_at, 4, order)},
      is_first);
  return {};
}

} // namespace

base::Result<TraceScan>
scan_traces(const Source& source, const Layout& layout, Order order,
            const std::vector<Card>& cards,
            const std::function<base::Result<void>()>& tick) {
  TraceScan scan;
  TRY(choose_places(source, layout, order, cards, scan));
  scan.complete = layout.traces <= k_most_scanned;
  uint64_t at = layout.first_trace;
  uint64_t next = at;
  if (!scan.complete) {
    TRY(add_at(source, at, order, true, scan, next, layout));
    TRY(add_at(source, layout.last_trace, order, false, scan, next, layout));
    return scan;
  }
  for (uint64_t i = 0; i < layout.traces; ++i) {
    TRY(add_at(source, at, order, i == 0, scan, next, layout));
    at = next;
    if (i % 1024 == 1023) {
      TRY(tick());
    }
  }
  return scan;
}

} // namespace readers::segy
