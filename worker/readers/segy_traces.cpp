// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/segy_facts.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace readers::segy {

namespace {

constexpr double k_largest_coordinate = 1e9;

std::string bytes_text(size_t position, size_t wide = 4) {
  return std::to_string(position) + "-" + std::to_string(position + wide - 1);
}

class Traces {
public:
  Traces(const Layout& layout, const TraceScan& scan, Findings& out)
      : m_layout(layout), m_scan(scan), m_out(out) {}

  void range(const std::string& name, const Span& span, size_t position) {
    if (!span.any) {
      return;
    }
    put(name + "_first", span.first, m_layout.first_trace, position);
    put(name + "_last", span.last, m_layout.last_trace, position);
    if (has_ranges()) {
      put(name + "_min", span.least, m_layout.first_trace, position);
      put(name + "_max", span.most, m_layout.first_trace, position);
    }
  }

  // "189-192", and what the textual header says of it.
  void place(const std::string& name, size_t used, bool any, HeaderField field,
             size_t wide = 4) {
    const auto& declared = m_scan.declared[static_cast<size_t>(field)];
    if (any) {
      m_out.say(name + "_bytes", bytes_text(used, wide));
    }
    if (!declared) {
      return;
    }
    const auto where = at_line(declared->card, "textual header");
    const auto text = bytes_text(declared->position, 4);
    m_out.say(name + "_bytes_declared", text, where);
    if (declared->position == used) {
      return;
    }
    m_out.refuse(name + "_bytes", text,
                 m_scan.declared_holds[static_cast<size_t>(field)]
                     ? "so the textual header says; values were read from " +
                           bytes_text(used, wide)
                     : "so the textual header says; the first and the last "
                       "trace hold 0 there",
                 where);
  }

  // The extent in the names that maps use: of ensembles, else of sources.
  void extent(std::optional<double> factor, int64_t measurement) {
    const auto& span = m_scan.cdp.any      ? m_scan.cdp
                       : m_scan.source.any ? m_scan.source
                                           : m_scan.group;
    const auto units = m_scan.first.coordinate_units;
    if (!span.any || !factor || !has_ranges() || units > 3) {
      return;
    }
    const bool angles = units == 2 || units == 3;
    const double scale = units == 2 ? *factor / 3600 : *factor;
    const char* unit = angles             ? "degree"
                       : measurement == 1 ? "m"
                       : measurement == 2 ? "ft"
                                          : "";
    const std::array<std::pair<const char*, int64_t>, 4> values{{
        {angles ? "min_longitude" : "min_x", span.least_x},
        {angles ? "max_longitude" : "max_x", span.most_x},
        {angles ? "min_latitude" : "min_y", span.least_y},
        {angles ? "max_latitude" : "max_y", span.most_y},
    }};
    if (angles && (span.most_x * scale > 180 || span.least_x * scale < -180 ||
                   span.most_y * scale > 90 || span.least_y * scale < -90)) {
      return; // refused where they are read
    }
    for (const auto& [key, raw] : values) {
      const double value = static_cast<double>(raw) * scale;
      if (std::fabs(value) <= k_largest_coordinate) {
        m_out.measure(key, value, unit, {},
                      plain_number(value) +
                          (*unit != 0 ? std::string(" ") + unit : "") +
                          sampled());
      }
    }
  }

  void points(const std::string& name, const PointSpan& span, size_t x_at,
              size_t y_at, std::optional<double> factor) {
    if (!span.any) {
      return;
    }
    const std::array<std::pair<const char*, int64_t>, 6> values{{
        {"_x_first", span.first_x},
        {"_y_first", span.first_y},
        {"_x_min", span.least_x},
        {"_x_max", span.most_x},
        {"_y_min", span.least_y},
        {"_y_max", span.most_y},
    }};
    const bool ranges = has_ranges() && factor;
    for (size_t i = 0; i < (ranges ? values.size() : 2); ++i) {
      point(name + values[i].first, values[i].second,
            i == 1 || i > 3 ? y_at : x_at, factor);
    }
  }

private:
  bool has_ranges() const { return m_scan.ranges() && m_scan.strangers == 0; }

  // Behind a range that other traces may exceed.
  std::string sampled() const {
    return m_scan.complete ? ""
                           : " (of " + std::to_string(m_scan.read) + " of " +
                                 std::to_string(m_layout.traces) + " traces)";
  }

  void put(const std::string& key, int64_t value, uint64_t trace,
           size_t position) {
    const bool range = key.ends_with("_min") || key.ends_with("_max");
    m_out.measure(key, static_cast<double>(value), "",
                  at_byte(trace + position - 1, "trace header"),
                  std::to_string(value) + (range ? sampled() : ""));
  }

  void point(const std::string& key, int64_t raw, size_t position,
             std::optional<double> factor) {
    const auto where =
        at_byte(m_layout.first_trace + position - 1, "trace header");
    if (!factor) {
      m_out.refuse(key, std::to_string(raw),
                   "the coordinate scalar cannot be used", where);
      return;
    }
    const double value = static_cast<double>(raw) * *factor;
    // Arc seconds; degrees; otherwise a length of an unknown CRS.
    const auto units = m_scan.first.coordinate_units;
    const char* unit = units == 2 ? "arcsec" : units == 3 ? "deg" : "";
    const double most = units == 2   ? 180.0 * 3600
                        : units == 3 ? 180.0
                                     : k_largest_coordinate;
    if (std::fabs(value) > most) {
      m_out.refuse(key, std::to_string(raw),
                   units == 2 || units == 3
                       ? "too large for an angle, which byte 89 says it is"
                       : "too large for a coordinate",
                   where);
    } else if (units == 4) { // degrees, minutes and seconds in one number
      m_out.say(key, std::to_string(raw), where);
    } else {
      const bool range = key.ends_with("_min") || key.ends_with("_max");
      m_out.measure(key, value, unit, where,
                    plain_number(value) + (range ? sampled() : ""));
    }
  }

  const Layout& m_layout;
  const TraceScan& m_scan;
  Findings& m_out;
};

// What coordinates are multiplied by; absent for a scalar that is none.
std::optional<double> factor_of(int64_t scalar) {
  if (scalar == 0) {
    return 1;
  }
  const int64_t size = scalar < 0 ? -scalar : scalar;
  for (const int64_t power : {1, 10, 100, 1000, 10000}) {
    if (size == power) {
      return scalar < 0 ? 1.0 / static_cast<double>(size)
                        : static_cast<double>(size);
    }
  }
  return std::nullopt;
}

void describe_scalar(const Layout& layout, int64_t scalar, Findings& out) {
  const auto where = at_byte(layout.first_trace + 70, "trace header");
  if (!factor_of(scalar)) {
    out.refuse("coordinate_scalar", std::to_string(scalar),
               "not 1, 10, 100, 1000 or 10000 of either sign", where);
  } else if (scalar != 0) {
    out.measure("coordinate_scalar", static_cast<double>(scalar), "", where,
                std::to_string(scalar));
  }
}

void describe_samples(const Everything& all, Findings& out) {
  const TraceScan& scan = *all.scan;
  const Layout& layout = *all.layout;
  if (layout.walk_ended) {
    out.refuse("trace_count", std::to_string(layout.traces),
               "traces of different lengths were walked no further; there are "
               "more behind",
               at_byte(layout.last_trace));
  }
  if (!layout.fixed && scan.complete) {
    out.count("samples_per_trace_min",
              static_cast<uint64_t>(scan.samples.least));
    out.count("samples_per_trace_max",
              static_cast<uint64_t>(scan.samples.most));
  } else if (scan.first.samples != 0 && scan.first.samples != layout.samples) {
    out.refuse("samples_per_trace", std::to_string(scan.first.samples),
               "the traces hold " + std::to_string(layout.samples),
               at_byte(layout.first_trace + 114, "trace header"));
  }
  if (scan.strangers > 0) {
    out.refuse("trace headers", std::to_string(scan.strangers),
               "as many places hold no trace header like the first; values of "
               "the last trace are those of the last one that does",
               at_byte(*scan.first_stranger));
  }
}

// In a section in depth the field holds a depth; its unit is that of the step,
// which may not be known.
void describe_delay(const Layout& layout, int64_t delay, Findings& out) {
  if (delay == 0) {
    return;
  }
  const auto* domain = out.find("domain");
  const bool depth = domain != nullptr && domain->text == "depth";
  out.measure(depth ? "first_sample_depth" : "first_sample_ms",
              static_cast<double>(delay), depth ? "" : "ms",
              at_byte(layout.first_trace + 108, "trace header"));
}

// A number of a shot point may have a scalar of its own (rev 1, byte 201).
void describe_shots(const TraceScan& scan, const Layout& layout, Traces& traces,
                    Findings& out) {
  const auto& span = scan.shot_point;
  const auto factor = factor_of(scan.shot_scalar);
  traces.place("shot_point", span.at, span.values.any, HeaderField::shot_point);
  if (scan.shot_scalar == 0 || factor == 1.0 || !span.values.any) {
    traces.range("shot_point", span.values, span.at);
    return;
  }
  const auto where = at_byte(layout.first_trace + 200, "trace header");
  if (!factor) {
    out.refuse("shot_point", std::to_string(scan.shot_scalar),
               "the scalar of shot points cannot be used", where);
    return;
  }
  for (const auto& [key, value] :
       {std::pair{"shot_point_first", span.values.first},
        std::pair{"shot_point_last", span.values.last}}) {
    out.measure(key, static_cast<double>(value) * *factor, "", where);
  }
}

const char* units_name(int64_t units) {
  switch (units) {
  case 1:
    return "length";
  case 2:
    return "seconds of arc";
  case 3:
    return "decimal degrees";
  case 4:
    return "degrees, minutes, seconds";
  default:
    return nullptr;
  }
}

void describe_coordinates(const Everything& all, Traces& traces,
                          Findings& out) {
  const TraceScan& scan = *all.scan;
  const auto where = at_byte(all.layout->first_trace + 88, "trace header");
  const auto units = scan.first.coordinate_units;
  if (const auto* name = units_name(units)) {
    out.say("coordinate_units", name, where);
  } else if (units != 0) {
    out.refuse("coordinate_units", std::to_string(units),
               "no units have this code", where);
  }
  const auto factor = factor_of(scan.first.scalar);
  traces.points("source", scan.source, 73, 77, factor);
  traces.points("group", scan.group, 81, 85, factor);
  traces.points("cdp", scan.cdp, scan.cdp_x_at, scan.cdp_y_at, factor);
  traces.place("cdp_x", scan.cdp_x_at, scan.cdp.any, HeaderField::cdp_x);
  traces.place("cdp_y", scan.cdp_y_at, scan.cdp.any, HeaderField::cdp_y);
  traces.extent(factor, all.head.measurement);
}

} // namespace

void describe_traces(const Everything& all, Findings& out) {
  const TraceScan& scan = *all.scan;
  const Layout& layout = *all.layout;
  describe_samples(all, out);
  describe_scalar(layout, scan.first.scalar, out);
  describe_delay(layout, scan.first.delay_ms, out);
  Traces traces(layout, scan, out);
  traces.range("field_record", scan.field_record, 9);
  describe_shots(scan, layout, traces, out);
  traces.range("cdp", scan.ensemble, 21);
  traces.place("cdp", 21, scan.ensemble.any, HeaderField::ensemble);
  traces.range("offset", scan.offset, 37);
  const bool grid = scan.in_line.values.any || scan.cross_line.values.any;
  traces.range("inline", scan.in_line.values, scan.in_line.at);
  traces.range("crossline", scan.cross_line.values, scan.cross_line.at);
  traces.place("inline", scan.in_line.at, grid, HeaderField::in_line);
  traces.place("crossline", scan.cross_line.at, grid, HeaderField::cross_line);
  describe_coordinates(all, traces, out);
  out.count("trace_headers_read", scan.read);
}

} // namespace readers::segy
