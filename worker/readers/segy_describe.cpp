// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/segy_facts.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace readers::segy {

namespace {

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
    if (m_scan.complete && m_scan.strangers == 0) {
      put(name + "_min", span.least, m_layout.first_trace, position);
      put(name + "_max", span.most, m_layout.first_trace, position);
    }
  }

  void points(const std::string& name, const PointSpan& span, size_t position,
              std::optional<double> factor) {
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
    const bool ranges = m_scan.complete && m_scan.strangers == 0 && factor;
    for (size_t i = 0; i < (ranges ? values.size() : 2); ++i) {
      point(name + values[i].first, values[i].second,
            position + (i == 1 || i > 3 ? 4 : 0), factor);
    }
  }

private:
  void put(const std::string& key, int64_t value, uint64_t trace,
           size_t position) {
    m_out.measure(key, static_cast<double>(value), "",
                  at_byte(trace + position - 1, "trace header"),
                  std::to_string(value));
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
    if (std::fabs(value) > 1e9) {
      m_out.refuse(key, std::to_string(raw), "too large for a coordinate",
                   where);
    } else if (units == 4) { // degrees, minutes and seconds in one number
      m_out.say(key, std::to_string(raw), where);
    } else {
      m_out.measure(key, value, unit, where, plain_number(value));
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

std::string bytes_text(size_t position) {
  return std::to_string(position) + "-" + std::to_string(position + 3);
}

void describe_samples(const Everything& all, Findings& out) {
  const TraceScan& scan = *all.scan;
  const Layout& layout = *all.layout;
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

std::string range_text(const Findings& found, const std::string& name,
                       const std::string& label) {
  const auto* first = found.find(name + "_first");
  const auto* last = found.find(name + "_last");
  if (first == nullptr || last == nullptr) {
    return "";
  }
  return " " + label + " " + first->text + " to " + last->text + ".";
}

std::string fact_text(const Findings& found, const char* key,
                      const std::string& before, const std::string& after) {
  const auto* fact = found.find(key);
  return fact == nullptr ? "" : before + fact->text + after;
}

std::string summary_of(const Findings& found) {
  std::string text = "SEG-Y seismic data";
  text += fact_text(found, "revision", ", revision ", "");
  text += fact_text(found, "trace_count", ": ", " traces");
  text += fact_text(found, "samples_per_trace", ", ", " samples per trace");
  text += fact_text(found, "sample_interval_us", ", sample interval ", "");
  text += fact_text(found, "sample_interval_m", ", depth step ", "");
  text += fact_text(found, "sample_interval_depth", ", depth step ", "");
  text += fact_text(found, "record_length_ms", ", record length ", "");
  text += ".";
  text += fact_text(found, "sample_format", " Sample format ", "");
  text += fact_text(found, "format_code", " (code ", "),");
  text += fact_text(found, "byte_order", " ", ".");
  text += fact_text(found, "text_encoding", " Textual header in ", ".");
  text += fact_text(found, "line_name", " Line ", ".");
  text += fact_text(found, "survey", " Survey ", ".");
  text += fact_text(found, "area", " Area ", ".");
  text += fact_text(found, "client", " Client ", ".");
  text += range_text(found, "inline", "Inlines");
  text += range_text(found, "crossline", "crosslines");
  text += range_text(found, "field_record", "Field records");
  text += range_text(found, "cdp", "CDP");
  return text;
}

void put_cards(const std::vector<Card>& cards, const std::string& section,
               Findings& out) {
  std::vector<NumberedLine> lines;
  for (const auto& card : cards) {
    lines.push_back({card.number, card.content});
  }
  out.pack(lines, section, domain::PassageKind::header);
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

} // namespace

void describe_traces(const Everything& all, Findings& out) {
  const TraceScan& scan = *all.scan;
  const Layout& layout = *all.layout;
  describe_samples(all, out);
  describe_scalar(layout, scan.first.scalar, out);
  describe_delay(layout, scan.first.delay_ms, out);
  Traces traces(layout, scan, out);
  traces.range("field_record", scan.field_record, 9);
  traces.range("shot_point", scan.shot_point, 17);
  traces.range("cdp", scan.ensemble, 21);
  traces.range("offset", scan.offset, 37);
  traces.range("inline", scan.in_line, scan.in_line_at);
  traces.range("crossline", scan.cross_line, scan.cross_line_at);
  if (scan.in_line.any || scan.cross_line.any) {
    out.say("inline_bytes", bytes_text(scan.in_line_at));
    out.say("crossline_bytes", bytes_text(scan.cross_line_at));
  }
  const auto factor = factor_of(scan.first.scalar);
  traces.points("source", scan.source, 73, factor);
  traces.points("cdp", scan.cdp, 181, factor);
}

void describe_passages(const Everything& all, Findings& out) {
  out.passages.push_back({summary_of(out), {}, domain::PassageKind::header});
  put_cards(all.cards, "textual header", out);
  for (size_t i = 0; i < all.extended.size(); ++i) {
    put_cards(all.extended[i],
              "extended textual header " + std::to_string(i + 1), out);
  }
}

} // namespace readers::segy
