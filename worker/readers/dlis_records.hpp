// SPDX-License-Identifier: Apache-2.0
//
// The logical records of a file in API RP66 version 1 (1991), chapters 2 and 3:
// storage unit label, visible records, logical record segments. Also with tape
// marks (tape_marks.hpp), without a label or with something else before it.
// What is damaged is stepped over: the next visible record is searched for.
// One thread; a few megabytes of memory whatever the file says.
#pragma once

#include "worker/readers/byte_window.hpp"
#include "worker/readers/tape_marks.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers::dlis {

inline constexpr size_t k_label_bytes = 80;

struct StorageLabel {
  uint64_t offset = 0;
  std::string sequence;   // "1"
  std::string version;    // "V1.00"
  std::string structure;  // "RECORD"
  std::string max_length; // of a visible record: "8192"
  std::string set_id;
};

// The label that begins `bytes`; nothing if none does.
std::optional<StorageLabel> parse_label(std::string_view bytes);

// How a file begins.
struct Start {
  std::optional<StorageLabel> label;
  uint64_t first = 0; // of what should be a visible record, or its tape mark
  TapeOrder tape = TapeOrder::none;
  uint64_t junk = 0; // bytes before the label, or before the first record
};

// `head` is the start of the file. Nothing if neither a label nor a visible
// record with a believable segment is in it.
std::optional<Start> find_start(std::string_view head);

struct Problem {
  uint64_t offset = 0;
  std::string reason;
  std::string raw;
};

struct Record {
  uint64_t offset = 0; // of its first segment
  bool is_explicit = false;
  bool encrypted = false; // then `body` is empty
  bool whole = true;      // false: a part is missing, `body` is what came first
  uint8_t type = 0;
  // Of explicit records all, of others the first k_implicit_bytes or more.
  std::string body;
};

class RecordSource {
public:
  static constexpr size_t k_implicit_bytes = 400;
  static constexpr size_t k_most_bytes = 16 << 20; // of an explicit record
  static constexpr size_t k_most_problems = 100;

  RecordSource(ByteWindow window, const Start& start);

  // The next record; false at the end of the file. An error is the operating
  // system's.
  base::Result<bool> next(Record& record);

  const std::vector<Problem>& problems() const { return m_problems; }
  uint64_t problem_count() const { return m_problem_count; }
  uint64_t offset() const { return m_at; }

private:
  struct Segment {
    uint64_t offset = 0;
    uint32_t length = 0; // with header and trailer
    uint8_t attributes = 0;
    uint8_t type = 0;
    bool cut = false; // the file ends within it
    bool is(unsigned bit) const { return (attributes & bit) != 0; }
  };
  base::Result<bool> next_segment(Segment& segment);
  base::Result<bool> open_visible();
  base::Result<void> skip_marks();
  base::Result<bool> search(uint64_t from, const std::string& reason);
  base::Result<bool> is_visible(uint64_t offset, bool strict);
  base::Result<void> append(const Segment& segment, Record& record);
  base::Result<uint64_t> body_end(const Segment& segment);
  base::Result<void> close(Record& record, const Segment& last);
  void problem(uint64_t offset, std::string reason, std::string raw = {});

  ByteWindow m_window;
  TapeOrder m_tape;
  uint64_t m_at = 0;     // of the next segment
  uint64_t m_end = 0;    // of the visible record that holds it
  bool m_broken = false; // records were lost since the last segment
  std::optional<Segment> m_pending;
  std::vector<Problem> m_problems;
  uint64_t m_problem_count = 0;
};

} // namespace readers::dlis
