// SPDX-License-Identifier: Apache-2.0
//
// Where the traces of a SEG-Y file lie. The headers that should say so are
// often wrong, so every arrangement they allow is tried against the size of
// the file and against what stands where trace headers should be. Only
// headers are read, never samples; memory is a few kilobytes.
#pragma once

#include "core/base/fd.hpp"
#include "core/base/result.hpp"
#include "worker/readers/segy_header.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace readers::segy {

// Reads of one open file. Bytes past the end are not an error: fewer come.
struct Source {
  const base::Fd* fd = nullptr;
  uint64_t size = 0;
  std::string_view head = {}; // what is known of its start, borrowed
  base::Result<std::string> at(uint64_t offset, size_t bytes) const;
};

struct Layout {
  uint64_t data_start = k_reel_bytes;
  uint64_t text_records = 0; // extended textual headers before the traces
  uint32_t bytes_per_sample = 0;
  uint64_t samples = 0;             // of a trace; of the first if they differ
  bool samples_from_traces = false; // the binary header says something else
  uint32_t headers_per_trace = 1;   // of 240 bytes each
  bool fixed = true;                // all traces have the same length
  uint64_t traces = 0;              // whole ones
  uint64_t first_trace = 0, last_trace = 0; // offsets; if traces > 0
  // Bytes of a trace that the file does not hold to its end, and where.
  std::optional<uint64_t> truncated_at;
  uint64_t truncated_bytes = 0;
  // Where a walk met what is no trace header.
  std::optional<uint64_t> lost_at;
  // Traces were walked up to a limit, and there are more.
  bool walk_ended = false;
  double confidence = 0;   // share of looked-at places that hold a trace header
  std::string last_header; // of last_trace, if it was read already

  uint64_t trace_bytes() const {
    return headers_per_trace * k_trace_header_bytes +
           samples * bytes_per_sample;
  }
};

// How many extended textual headers there are if the binary header says "until
// the end stanza"; absent if that stanza is not found.
base::Result<std::optional<uint64_t>> count_to_end_stanza(const Source& source);

// The layout that the headers declare, if the size of the file and the first
// and the last trace header bear it out: two reads. `start`: the first bytes of
// the file.
base::Result<std::optional<Layout>> declared_layout(const Source& source,
                                                    const BinaryHeader& head,
                                                    std::string_view start);

// REQUIRES: the format code is known and the file holds the reel headers.
// `tick` is called now and then while many traces are walked.
base::Result<Layout>
find_layout(const Source& source, const BinaryHeader& head,
            std::string_view start,
            const std::function<base::Result<void>()>& tick);

// Whether `trace` could be from the same file as `first`.
bool same_kind(const TraceHeader& first, const TraceHeader& trace);

} // namespace readers::segy
