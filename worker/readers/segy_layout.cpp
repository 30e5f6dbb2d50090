// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/segy_layout.hpp"

#include "worker/readers/segy_text.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace readers::segy {
namespace {

constexpr uint64_t k_most_text_records = 10000;
constexpr uint64_t k_probes = 12;
// Of traces of different lengths: each must be read to find the next.
constexpr uint64_t k_most_walked = 200000;

struct Candidate {
  Layout layout;
  bool exact = false; // the file ends with a trace
  double score = -1;
};

base::Result<std::optional<TraceHeader>>
header_at(const Source& source, uint64_t offset, Order order) {
  TRY_ASSIGN(const std::string bytes, source.at(offset, k_trace_header_bytes));
  if (bytes.size() < k_trace_header_bytes) {
    return std::optional<TraceHeader>{};
  }
  return std::optional(parse_trace_header(bytes, order));
}

uint64_t trailer_bytes(const BinaryHeader& head, uint64_t size) {
  const uint64_t bytes =
      head.trailers > 0 ? static_cast<uint64_t>(head.trailers) * k_text_bytes
                        : 0;
  return bytes < size ? bytes : 0;
}

base::Result<std::vector<Layout>> starts_of(const Source& source,
                                            const BinaryHeader& head) {
  std::vector<Layout> starts;
  const auto add = [&](uint64_t start, uint64_t records) {
    if (start >= k_reel_bytes && start <= source.size) {
      Layout layout;
      layout.data_start = start;
      layout.text_records = records;
      starts.push_back(layout);
    }
  };
  uint64_t records = 0;
  if (head.extended_texts == -1) {
    TRY_ASSIGN(const auto counted, count_to_end_stanza(source));
    records = counted.value_or(0);
  } else if (head.extended_texts > 0) {
    records = static_cast<uint64_t>(head.extended_texts);
  }
  if (head.first_trace != 0) {
    add(head.first_trace, records);
  }
  add(k_reel_bytes + records * k_text_bytes, records);
  if (records != 0) {
    add(k_reel_bytes, 0);
  }
  return starts;
}

base::Result<double> share_of_headers(const Source& source,
                                      const Layout& layout, Order order,
                                      const TraceHeader& first) {
  if (layout.traces < 2) {
    return 0.5;
  }
  const uint64_t probes = std::min(layout.traces - 1, k_probes);
  uint64_t hits = 0;
  for (uint64_t i = 1; i <= probes; ++i) {
    const uint64_t trace =
        i <= probes / 2 ? i : (layout.traces - 1) * i / probes;
    const uint64_t at = layout.data_start + trace * layout.trace_bytes();
    TRY_ASSIGN(const auto header, header_at(source, at, order));
    hits += header && same_kind(first, *header);
  }
  return static_cast<double>(hits) / static_cast<double>(probes);
}

base::Result<void> evaluate(const Source& source, const BinaryHeader& head,
                            const TraceHeader& first, Candidate& candidate) {
  Layout& layout = candidate.layout;
  const uint64_t end = source.size - trailer_bytes(head, source.size);
  if (layout.data_start > end || layout.samples == 0 ||
      layout.samples > source.size) {
    return {};
  }
  const uint64_t usable = end - layout.data_start;
  const uint64_t length = layout.trace_bytes();
  layout.traces = usable / length;
  const uint64_t rest = usable % length;
  candidate.exact = rest == 0;
  if (rest != 0) {
    layout.truncated_at = layout.data_start + layout.traces * length;
    layout.truncated_bytes = rest;
  }
  layout.first_trace = layout.data_start;
  layout.last_trace =
      layout.data_start + (layout.traces == 0 ? 0 : layout.traces - 1) * length;
  TRY_ASSIGN(layout.confidence,
             share_of_headers(source, layout, head.order, first));
  const bool counted =
      head.trace_count != 0 && head.trace_count == layout.traces;
  candidate.score =
      layout.confidence * 2 + (candidate.exact ? 1 : 0) + (counted ? 0.5 : 0);
  return {};
}

// Sample counts worth trying, the declared one first.
std::vector<uint64_t> counts_of(const BinaryHeader& head,
                                const TraceHeader& first) {
  std::vector<uint64_t> counts;
  for (const uint64_t count :
       {head.declared_samples(), head.samples, first.samples}) {
    if (count != 0 &&
        std::find(counts.begin(), counts.end(), count) == counts.end()) {
      counts.push_back(count);
    }
  }
  return counts;
}

base::Result<Candidate> best_fixed(const Source& source,
                                   const BinaryHeader& head, uint32_t width) {
  Candidate best;
  TRY_ASSIGN(const auto starts, starts_of(source, head));
  for (const auto& start : starts) {
    TRY_ASSIGN(const auto first,
               header_at(source, start.data_start, head.order));
    if (!first) {
      continue;
    }
    for (const uint64_t count : counts_of(head, *first)) {
      for (const int64_t extra : {head.extra_trace_headers, int64_t{0}}) {
        Candidate next{start, false, -1};
        next.layout.bytes_per_sample = width;
        next.layout.samples = count;
        next.layout.samples_from_traces = count != head.declared_samples();
        next.layout.headers_per_trace =
            extra > 0 && extra < 1000 ? 1 + static_cast<uint32_t>(extra) : 1;
        TRY(evaluate(source, head, *first, next));
        if (next.score > best.score) {
          best = next;
        }
      }
    }
  }
  return best;
}

// From trace to trace by the count of samples in each one's own header.
base::Result<Layout> walk(const Source& source, const BinaryHeader& head,
                          Layout layout,
                          const std::function<base::Result<void>()>& tick) {
  const uint64_t end = source.size - trailer_bytes(head, source.size);
  layout.fixed = false;
  layout.traces = 0;
  layout.truncated_at.reset();
  layout.truncated_bytes = 0;
  TRY_ASSIGN(const auto first,
             header_at(source, layout.data_start, head.order));
  uint64_t at = layout.data_start;
  while (first && at < end) {
    TRY_ASSIGN(const auto header, header_at(source, at, head.order));
    const uint64_t samples =
        header && header->samples != 0 ? header->samples : head.samples;
    const uint64_t length = layout.headers_per_trace * k_trace_header_bytes +
                            samples * layout.bytes_per_sample;
    if (header && !same_kind(*first, *header)) {
      layout.lost_at = at;
      break;
    }
    if (!header || length > end - at) {
      layout.truncated_at = at;
      layout.truncated_bytes = end - at;
      break;
    }
    if (layout.traces == 0) {
      layout.samples = samples;
      layout.first_trace = at;
    }
    layout.last_trace = at;
    ++layout.traces;
    at += length;
    if (layout.traces % 1024 == 0) {
      TRY(tick());
    }
    if (layout.traces == k_most_walked && at < end) {
      layout.walk_ended = true;
      break;
    }
  }
  layout.confidence = layout.lost_at ? 0.5 : 1;
  return layout;
}

// Most of a trace header is zero, but hardly all of it in both the first and
// the last; samples are neither. REQUIRES: whole headers.
bool look_like_headers(std::string_view first, std::string_view last) {
  const auto zeros_of = [](std::string_view bytes) {
    size_t zeros = 0;
    for (size_t at = 0; at + 16 <= bytes.size(); at += 16) {
      uint8_t some = 0; // counted sixteen at once by most compilers
      for (size_t i = 0; i < 16; ++i) {
        some += static_cast<uint8_t>(bytes[at + i] == '\0');
      }
      zeros += some;
    }
    return zeros;
  };
  const size_t in_first = zeros_of(first), in_last = zeros_of(last);
  return in_first * 2 >= first.size() && in_last * 2 >= last.size() &&
         in_first + in_last < first.size() + last.size();
}

} // namespace

base::Result<std::string> Source::at(uint64_t offset, size_t bytes) const {
  if (offset >= size) {
    return std::string();
  }
  const auto wanted =
      static_cast<size_t>(std::min<uint64_t>(bytes, size - offset));
  if (offset < head.size() && wanted <= head.size() - offset) {
    return std::string(head.substr(offset, wanted));
  }
  std::string out(wanted, '\0');
  TRY_ASSIGN(
      const size_t got,
      base::read_at(*fd, std::as_writable_bytes(std::span(out)), offset));
  out.resize(got);
  return out;
}

bool same_kind(const TraceHeader& first, const TraceHeader& trace) {
  // Lengths may differ from trace to trace, so they do not count; a delay and
  // a count in range do not tell a header from samples, so they do not either.
  return first.identification == trace.identification &&
         first.interval == trace.interval && first.scalar == trace.scalar &&
         first.coordinate_units == trace.coordinate_units;
}

base::Result<std::optional<uint64_t>>
count_to_end_stanza(const Source& source) {
  for (uint64_t record = 0; record < k_most_text_records; ++record) {
    TRY_ASSIGN(const std::string bytes,
               source.at(k_reel_bytes + record * k_text_bytes, k_text_bytes));
    if (bytes.size() < k_text_bytes) {
      break;
    }
    for (const auto encoding : {Encoding::ebcdic, Encoding::ascii}) {
      auto text = decode_text(std::string_view(bytes).substr(0, 80), encoding);
      std::transform(text.begin(), text.end(), text.begin(), [](char c) {
        return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
      });
      if (text.find("((SEG:") != std::string::npos &&
          text.find("ENDTEXT") != std::string::npos) {
        return std::optional(record + 1);
      }
    }
  }
  return std::optional<uint64_t>{};
}

base::Result<std::optional<Layout>> declared_layout(const Source& source,
                                                    const BinaryHeader& head,
                                                    std::string_view start) {
  Layout layout;
  layout.samples = head.declared_samples();
  layout.bytes_per_sample = sample_format(head.format)->bytes;
  const bool plain = head.extended_texts >= 0 && head.extended_texts < 100 &&
                     head.extra_trace_headers == 0 && head.first_trace == 0 &&
                     head.trailers == 0;
  const uint64_t length = layout.trace_bytes();
  if (!plain || layout.samples == 0 || layout.samples > source.size) {
    return std::optional<Layout>();
  }
  layout.text_records = static_cast<uint64_t>(head.extended_texts);
  layout.data_start = k_reel_bytes + layout.text_records * k_text_bytes;
  if (source.size < layout.data_start + length ||
      (source.size - layout.data_start) % length != 0) {
    return std::optional<Layout>();
  }
  layout.traces = (source.size - layout.data_start) / length;
  layout.first_trace = layout.data_start;
  layout.last_trace = layout.data_start + (layout.traces - 1) * length;
  auto first_header = start.substr(std::min(start.size(), k_reel_bytes));
  std::string behind_texts;
  if (layout.text_records > 0) {
    TRY_ASSIGN(behind_texts,
               source.at(layout.first_trace, k_trace_header_bytes));
    first_header = behind_texts;
  }
  TRY_ASSIGN(layout.last_header,
             source.at(layout.last_trace, k_trace_header_bytes));
  if (first_header.size() != k_trace_header_bytes ||
      layout.last_header.size() != k_trace_header_bytes) {
    return std::optional<Layout>();
  }
  const auto first = parse_trace_header(first_header, head.order);
  const auto last = parse_trace_header(layout.last_header, head.order);
  // A count in the trace headers that fits as well makes it undecided.
  const uint64_t other = first.samples;
  const bool contested =
      other != 0 && other != (layout.samples & 0xFFFF) &&
      (source.size - layout.data_start) %
              (k_trace_header_bytes + other * layout.bytes_per_sample) ==
          0;
  const bool agree = !contested && last.samples == first.samples &&
                     same_kind(first, last) &&
                     look_like_headers(first_header, layout.last_header);
  layout.confidence = 1;
  return agree ? std::optional(std::move(layout)) : std::nullopt;
}

base::Result<Layout>
find_layout(const Source& source, const BinaryHeader& head,
            std::string_view start,
            const std::function<base::Result<void>()>& tick) {
  TRY_ASSIGN(auto declared, declared_layout(source, head, start));
  if (declared) {
    return std::move(*declared);
  }
  const auto* format = sample_format(head.format);
  TRY_ASSIGN(Candidate best, best_fixed(source, head, format->bytes));
  if (best.score < 0) { // nothing says how long a trace is
    best.layout.bytes_per_sample = format->bytes;
    return best.layout;
  }
  const bool certain = best.layout.confidence >= 0.5;
  if (certain && (best.exact || head.fixed_length == 1)) {
    return best.layout;
  }
  TRY_ASSIGN(Layout walked, walk(source, head, best.layout, tick));
  const bool to_the_end = !walked.lost_at && walked.traces > 1;
  if (to_the_end && (!walked.truncated_at || !certain)) {
    return walked;
  }
  return best.layout;
}

} // namespace readers::segy
