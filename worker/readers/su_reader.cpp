// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/su_reader.hpp"

#include "core/base/fd.hpp"
#include "worker/readers/segy_facts.hpp"
#include "worker/readers/seismic_notes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace readers {
namespace {

using namespace segy;

constexpr uint64_t k_sample_bytes = 4;
constexpr uint64_t k_most_looked_at = 16; // traces of the head

struct Shape {
  Order order = Order::big;
  uint64_t samples = 0;
  uint64_t traces = 0;   // whole ones
  uint64_t rest = 0;     // bytes behind the last whole one
  size_t agreeing = 0;   // headers of the head that look alike
  bool numbered = false; // some number rises from trace to trace
  uint64_t length() const {
    return k_trace_header_bytes + samples * k_sample_bytes;
  }
};

bool is_scalar(int64_t scalar) {
  const int64_t size = scalar < 0 ? -scalar : scalar;
  return size == 0 || size == 1 || size == 10 || size == 100 || size == 1000 ||
         size == 10000;
}

// What a header of a trace must be, whatever the trace.
bool is_plausible(std::string_view bytes, const TraceHeader& trace) {
  const auto zeros = std::count(bytes.begin(), bytes.end(), '\0');
  return trace.samples > 0 && is_scalar(trace.scalar) &&
         trace.identification >= -1 && trace.identification <= 200 &&
         trace.coordinate_units >= 0 && trace.coordinate_units <= 4 &&
         trace.line_sequence >= 0 &&
         static_cast<size_t>(zeros) >= k_trace_header_bytes / 2;
}

bool rises(const TraceHeader& one, const TraceHeader& two) {
  return two.line_sequence == one.line_sequence + 1 ||
         two.file_sequence == one.file_sequence + 1 ||
         two.field_trace == one.field_trace + 1 ||
         two.ensemble == one.ensemble + 1;
}

std::optional<Shape> shape_in(std::string_view head, uint64_t size,
                              Order order) {
  if (head.size() < k_trace_header_bytes) {
    return std::nullopt;
  }
  Shape shape;
  shape.order = order;
  auto before = parse_trace_header(head, order);
  shape.samples = before.samples;
  if (!is_plausible(head.substr(0, k_trace_header_bytes), before)) {
    return std::nullopt;
  }
  shape.traces = size / shape.length();
  shape.rest = size % shape.length();
  shape.agreeing = 1;
  for (uint64_t i = 1; i < std::min(shape.traces, k_most_looked_at); ++i) {
    const uint64_t at = i * shape.length();
    if (at + k_trace_header_bytes > head.size()) {
      break;
    }
    const auto bytes = head.substr(at, k_trace_header_bytes);
    const auto trace = parse_trace_header(bytes, order);
    if (!is_plausible(bytes, trace) || trace.samples != shape.samples ||
        trace.interval != before.interval || trace.scalar != before.scalar) {
      return std::nullopt;
    }
    shape.numbered = shape.numbered || rises(before, trace);
    before = trace;
    ++shape.agreeing;
  }
  return shape.traces > 0 ? std::optional(shape) : std::nullopt;
}

// The byte order in which more headers agree; whole traces before cut ones.
std::optional<Shape> shape_of(std::string_view head, uint64_t size) {
  const auto big = shape_in(head, size, Order::big);
  const auto little = shape_in(head, size, Order::little);
  if (!big || !little) {
    return big ? big : little;
  }
  const auto worth = [](const Shape& shape) {
    return std::pair(shape.rest == 0, shape.agreeing);
  };
  return worth(*big) >= worth(*little) ? big : little;
}

void describe_samples(const Everything& all, Findings& out) {
  const auto& first = all.scan->first;
  out.say("byte_order", std::string(name_of(all.head.order)) + "-endian");
  out.say("sample_format", "IEEE float32");
  out.count("samples_per_trace", all.layout->samples,
            at_byte(114, "trace header"));
  out.count("trace_count", all.layout->traces);
  if (first.interval > 0) {
    describe_time(static_cast<double>(first.interval), all.layout->samples,
                  at_byte(116, "trace header"), out);
    return;
  }
  // Other axes than time have their step as a float in bytes 181-184 (d1).
  const float step = std::bit_cast<float>(static_cast<uint32_t>(first.cdp_x));
  if (std::isfinite(step) && step > 1e-6F && step < 1e6F) {
    out.measure("sample_step", static_cast<double>(step), "",
                at_byte(180, "trace header"));
  }
}

std::string summary_of(const Findings& found) {
  std::string text = "Seismic Unix data";
  const auto add = [&](const char* key, const char* before, const char* after) {
    if (const auto* fact = found.find(key)) {
      text += before + fact->text + after;
    }
  };
  add("trace_count", ": ", " traces");
  add("samples_per_trace", ", ", " samples per trace");
  add("sample_interval_us", ", sample interval ", "");
  add("record_length_ms", ", record length ", "");
  text += ".";
  for (const auto& [name, label] :
       {std::pair{"field_record", "Field records"}, std::pair{"cdp", "CDP"},
        std::pair{"offset", "Offsets"}}) {
    const auto* first = found.find(std::string(name) + "_first");
    const auto* last = found.find(std::string(name) + "_last");
    if (first != nullptr && last != nullptr) {
      text += std::string(" ") + label + " " + first->text + " to " +
              last->text + ".";
    }
  }
  return text;
}

class SuReader : public Reader {
public:
  std::string_view name() const override { return "su"; }
  uint32_t version() const override { return 1; }
  std::vector<FormatNote> notes() const override { return su_notes(); }

  Detection detect(const Input& input) const override {
    if (input.is_directory || input.size < k_trace_header_bytes) {
      return {};
    }
    const auto shape = shape_of(input.head, input.size);
    if (!shape) {
      return {};
    }
    // Without the name, three traces that agree, fit and are numbered.
    const bool named = input.extension() == "su";
    const bool proven =
        shape->rest == 0 && shape->agreeing >= 3 && shape->numbered;
    const bool fits = named && (shape->rest == 0 || shape->agreeing >= 3);
    return proven || fits ? Detection{Match::content, "su"} : Detection{};
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    const auto shape = shape_of(input.head, input.size);
    if (!shape) {
      return base::fail(
          base::Errc::corrupt,
          "no trace header of 240 bytes stands at byte 0 (samples "
          "at byte 115, scalar at 71) in either byte order");
    }
    TRY_ASSIGN(const base::Fd fd, base::open_regular(input.path));
    TRY_ASSIGN(const Findings out,
               describe_file({&fd, input.size}, *shape, sink));
    TRY(sink.begin({"su", "", {}}));
    TRY(out.put(sink));
    return sink.end();
  }

private:
  base::Result<Findings> describe_file(const Source& source, const Shape& shape,
                                       domain::DocumentSink& sink) const {
    Everything all;
    all.head.order = shape.order;
    Layout layout;
    layout.data_start = layout.first_trace = 0;
    layout.bytes_per_sample = k_sample_bytes;
    layout.samples = shape.samples;
    layout.traces = shape.traces;
    layout.last_trace = (shape.traces - 1) * shape.length();
    TRY_ASSIGN(auto scan, scan_traces(source, layout, all.head, {},
                                      [&sink] { return sink.progress(); }));
    // Behind byte 180 stand Seismic Unix's own fields.
    scan.cdp = {};
    scan.in_line = {189, {}};
    scan.cross_line = {193, {}};
    all.layout = layout;
    all.scan = scan;
    Findings out;
    segy_describe(all, out);
    if (shape.rest > 0) {
      out.refuse("trace " + std::to_string(shape.traces + 1),
                 std::to_string(shape.rest) + " bytes",
                 "the file ends within this trace of " +
                     std::to_string(shape.length()) + " bytes",
                 at_byte(shape.traces * shape.length()));
    }
    return out;
  }

  static void segy_describe(const Everything& all, Findings& out) {
    describe_samples(all, out);
    describe_traces(all, out);
    out.passages.push_back({summary_of(out), {}, domain::PassageKind::header});
  }
};

} // namespace

std::unique_ptr<Reader> make_su_reader() {
  return std::make_unique<SuReader>();
}

} // namespace readers
