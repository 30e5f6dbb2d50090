// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/segy_scan.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace readers::segy {
namespace {

constexpr size_t k_shot_number_at = 197; // revision 1; scalar at 201

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

const std::optional<FieldPlace>& declared(const TraceScan& scan,
                                          HeaderField field) {
  return scan.declared[static_cast<size_t>(field)];
}

bool holds(const TraceScan& scan, HeaderField field) {
  return scan.declared_holds[static_cast<size_t>(field)];
}

// The first and the last trace header, by which places are judged.
struct Ends {
  std::string first, last;
  Order order = Order::big;

  bool any_at(size_t position) const {
    return trace_field(first, position, 4, order) != 0 ||
           trace_field(last, position, 4, order) != 0;
  }
  bool differ_at(size_t position) const {
    return trace_field(first, position, 4, order) !=
           trace_field(last, position, 4, order);
  }
};

// Inline and crossline: where the cards say, if the ends hold numbers there of
// which one changes; otherwise bytes 189 and 193.
void place_grid(const Ends& ends, TraceScan& scan) {
  const auto& in_line = declared(scan, HeaderField::in_line);
  const auto& cross = declared(scan, HeaderField::cross_line);
  const bool standard = ends.any_at(189) || ends.any_at(193);
  const bool both = in_line && cross && in_line->position != cross->position;
  if (!both) {
    return;
  }
  const bool numbered =
      holds(scan, HeaderField::in_line) &&
      holds(scan, HeaderField::cross_line) &&
      (ends.differ_at(in_line->position) || ends.differ_at(cross->position));
  if (!standard || numbered) {
    scan.in_line.at = in_line->position;
    scan.cross_line.at = cross->position;
  }
}

// Coordinates of the ensemble and shot points: the standard's bytes unless
// they are empty and the cards name others that are not.
void place_others(const Ends& ends, bool revision1, TraceScan& scan) {
  const auto& x = declared(scan, HeaderField::cdp_x);
  const auto& y = declared(scan, HeaderField::cdp_y);
  if (!ends.any_at(181) && !ends.any_at(185) && x && y &&
      x->position != y->position && holds(scan, HeaderField::cdp_x)) {
    scan.cdp_x_at = x->position;
    scan.cdp_y_at = y->position;
  }
  const auto& shot = declared(scan, HeaderField::shot_point);
  if (revision1 && ends.any_at(k_shot_number_at)) {
    scan.shot_point.at = k_shot_number_at;
    scan.shot_scalar = trace_field(ends.first, 201, 2, ends.order);
  } else if (!ends.any_at(17) && shot && holds(scan, HeaderField::shot_point)) {
    scan.shot_point.at = shot->position;
  }
}

base::Result<void> choose_places(const Source& source, const Layout& layout,
                                 const BinaryHeader& head,
                                 const std::vector<Card>& cards,
                                 TraceScan& scan) {
  Ends ends;
  ends.order = head.order;
  TRY_ASSIGN(ends.first, source.at(layout.first_trace, k_trace_header_bytes));
  ends.last = layout.last_header;
  if (ends.last.empty()) {
    TRY_ASSIGN(ends.last, source.at(layout.last_trace, k_trace_header_bytes));
  }
  if (ends.first.size() < k_trace_header_bytes ||
      ends.last.size() < k_trace_header_bytes) {
    return base::fail(base::Errc::corrupt, "the file became shorter");
  }
  scan.declared = places_of(cards);
  for (size_t i = 0; i < scan.declared.size(); ++i) {
    scan.declared_holds[i] =
        scan.declared[i] && ends.any_at(scan.declared[i]->position);
  }
  place_grid(ends, scan);
  place_others(ends, head.at_least(1), scan);
  return {};
}

class Scan {
public:
  Scan(const Source& source, const Layout& layout, Order order, TraceScan& scan)
      : m_source(source), m_layout(layout), m_order(order), m_scan(scan) {}

  // The trace at byte `at`; where the one behind it begins.
  base::Result<uint64_t> take(uint64_t at) {
    std::array<char, k_trace_header_bytes> header;
    const auto room = std::as_writable_bytes(std::span(header));
    TRY_ASSIGN(const size_t got, base::read_at(*m_source.fd, room, at));
    if (got < header.size()) {
      return base::fail(base::Errc::corrupt, "the file became shorter");
    }
    const std::string_view bytes(header.data(), header.size());
    const auto trace = parse_trace_header(bytes, m_order);
    const bool is_first = m_scan.read++ == 0;
    if (!is_first && !same_kind(m_scan.first, trace)) {
      ++m_scan.strangers;
      m_scan.first_stranger = m_scan.first_stranger.value_or(at);
    } else {
      add(trace, bytes, is_first);
    }
    const uint64_t samples =
        m_layout.fixed || trace.samples == 0 ? m_layout.samples : trace.samples;
    return at + m_layout.headers_per_trace * k_trace_header_bytes +
           samples * m_layout.bytes_per_sample;
  }

private:
  int64_t field(std::string_view bytes, size_t position) const {
    return trace_field(bytes, position, 4, m_order);
  }

  void add(const TraceHeader& trace, std::string_view bytes, bool is_first) {
    if (is_first) {
      m_scan.first = trace;
    }
    m_scan.last = trace;
    const std::array<std::pair<Span*, int64_t>, 7> values{{
        {&m_scan.field_record, trace.field_record},
        {&m_scan.ensemble, trace.ensemble},
        {&m_scan.offset, trace.offset},
        {&m_scan.samples, static_cast<int64_t>(trace.samples)},
        {&m_scan.shot_point.values, field(bytes, m_scan.shot_point.at)},
        {&m_scan.in_line.values, field(bytes, m_scan.in_line.at)},
        {&m_scan.cross_line.values, field(bytes, m_scan.cross_line.at)},
    }};
    for (const auto& [span, value] : values) {
      widen(*span, value, is_first);
    }
    widen(m_scan.source, trace.source_x, trace.source_y, is_first);
    widen(m_scan.group, trace.group_x, trace.group_y, is_first);
    widen(m_scan.cdp, field(bytes, m_scan.cdp_x_at),
          field(bytes, m_scan.cdp_y_at), is_first);
  }

  const Source& m_source;
  const Layout& m_layout;
  Order m_order;
  TraceScan& m_scan;
};

// Numbers of the traces to read, rising: all of few; else the first ones, by
// which a volume shows its first line whole, some between, and the last ones.
std::vector<uint64_t> chosen(const Layout& layout) {
  std::vector<uint64_t> traces;
  const auto add = [&](uint64_t from, uint64_t to) {
    for (uint64_t i = from; i < to; ++i) {
      traces.push_back(i);
    }
  };
  if (layout.traces <= k_most_scanned) {
    add(0, layout.traces);
    return traces;
  }
  const uint64_t last = layout.traces - k_at_end;
  add(0, k_at_start);
  for (uint64_t i = 0; i < k_between; ++i) {
    traces.push_back(k_at_start + (last - k_at_start) * i / k_between);
  }
  add(last, layout.traces);
  return traces;
}

} // namespace

base::Result<TraceScan>
scan_traces(const Source& source, const Layout& layout,
            const BinaryHeader& head, const std::vector<Card>& cards,
            const std::function<base::Result<void>()>& tick) {
  TraceScan scan;
  TRY(choose_places(source, layout, head, cards, scan));
  Scan reading(source, layout, head.order, scan);
  scan.complete = layout.traces <= k_most_scanned;
  if (!layout.fixed && !scan.complete) { // only the ends can be found
    TRY(reading.take(layout.first_trace));
    TRY(reading.take(layout.last_trace));
    return scan;
  }
  uint64_t next = layout.first_trace;
  for (const uint64_t trace : chosen(layout)) {
    const uint64_t at =
        layout.fixed ? layout.first_trace + trace * layout.trace_bytes() : next;
    TRY_ASSIGN(next, reading.take(at));
    if (scan.read % 1024 == 0) {
      TRY(tick());
    }
  }
  return scan;
}

} // namespace readers::segy
