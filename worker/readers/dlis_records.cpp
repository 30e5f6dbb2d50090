// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/dlis_records.hpp"

#include "core/base/bytes.hpp"

#include <algorithm>
#include <utility>

namespace readers::dlis {
namespace {

constexpr size_t k_visible_header = 4; // length, FF, version
constexpr size_t k_segment_header = 4; // length, attributes, type

// Attributes of a segment.
constexpr unsigned k_explicit = 0x80;
constexpr unsigned k_predecessor = 0x40;
constexpr unsigned k_successor = 0x20;
constexpr unsigned k_encrypted = 0x10;
constexpr unsigned k_checksum = 0x04;
constexpr unsigned k_trailing_length = 0x02;
constexpr unsigned k_padding = 0x01;

std::string plain(uint64_t number) {
  return std::to_string(number);
}

// Whether a visible record begins here: length, FF, 1, and a segment that
// lies in it.
bool begins_visible(std::string_view bytes) {
  if (bytes.size() < k_visible_header + k_segment_header ||
      bytes[2] != '\xFF' || bytes[3] != '\1') {
    return false;
  }
  const uint32_t length = be16(bytes, 0);
  const uint32_t segment = be16(bytes, k_visible_header);
  return segment >= k_segment_header && segment <= length - k_visible_header &&
         length >= k_visible_header + k_segment_header;
}

bool is_zero(std::string_view bytes) {
  return bytes.find_first_not_of('\0') == std::string_view::npos;
}

std::string trimmed_field(std::string_view bytes) {
  const auto first = bytes.find_first_not_of(std::string_view(" \0", 2));
  if (first == std::string_view::npos) {
    return "";
  }
  const auto last = bytes.find_last_not_of(std::string_view(" \0", 2));
  return std::string(bytes.substr(first, last - first + 1));
}

// Where behind a label the first record is, tape marks left aside.
bool followed_by_record(std::string_view head, uint64_t at, TapeOrder tape) {
  for (int i = 0; i < 4 && at < head.size(); ++i) {
    if (begins_visible(head.substr(at))) {
      return true;
    }
    if (!tape_mark(head.substr(at), at, tape)) {
      return false;
    }
    at += k_tape_mark_bytes;
  }
  return false;
}

std::optional<Start> find_label(std::string_view head, TapeOrder tape) {
  for (size_t at = head.find("V1."); at != std::string_view::npos;
       at = head.find("V1.", at + 1)) {
    const auto label = at < 4 ? std::nullopt : parse_label(head.substr(at - 4));
    if (!label) {
      continue;
    }
    Start start{label, at - 4 + k_label_bytes, tape, at - 4};
    start.label->offset = at - 4;
    const bool mark = tape != TapeOrder::none;
    start.junk -=
        mark && start.junk >= k_tape_mark_bytes ? k_tape_mark_bytes : 0;
    // What only quotes a label has no record behind it.
    if (start.junk == 0 || followed_by_record(head, start.first, tape)) {
      return start;
    }
  }
  return std::nullopt;
}

// Without a label: a visible record at the start, or one that begins with a
// file header further on.
std::optional<Start> find_record(std::string_view head, TapeOrder tape) {
  for (size_t at = head.find('\xFF'); at != std::string_view::npos;
       at = head.find('\xFF', at + 1)) {
    if (at < 2 || !begins_visible(head.substr(at - 2))) {
      continue;
    }
    const auto record = head.substr(at - 2);
    const auto offset = static_cast<uint64_t>(at - 2);
    const uint32_t next = be16(record, 0);
    const bool seen = next + k_visible_header <= record.size();
    const bool chained =
        !seen || record[next + 2] == '\xFF' || tape != TapeOrder::none;
    // The set that begins it, named FILE-HEADER or ORIGIN.
    const auto set = record.substr(k_visible_header + k_segment_header, 24);
    const bool named = set.find("FILE-HEADER") != std::string_view::npos ||
                       set.find("ORIGIN") != std::string_view::npos;
    const uint64_t marks = tape == TapeOrder::none ? 0 : k_tape_mark_bytes;
    if (chained && (named || (seen && offset == marks))) {
      return Start{std::nullopt, offset, tape,
                   offset >= marks ? offset - marks : offset};
    }
  }
  return std::nullopt;
}

} // namespace

std::optional<StorageLabel> parse_label(std::string_view bytes) {
  if (bytes.size() < k_label_bytes || bytes.substr(4, 3) != "V1." ||
      bytes.substr(9, 6) != "RECORD") {
    return std::nullopt;
  }
  const auto sequence = bytes.substr(0, 4);
  if (sequence.find_first_not_of(" 0123456789") != std::string_view::npos) {
    return std::nullopt;
  }
  StorageLabel label;
  label.sequence = trimmed_field(sequence);
  label.version = trimmed_field(bytes.substr(4, 5));
  label.structure = trimmed_field(bytes.substr(9, 6));
  label.max_length = trimmed_field(bytes.substr(15, 5));
  label.set_id = trimmed_field(bytes.substr(20, 60));
  return label;
}

std::optional<Start> find_start(std::string_view head) {
  const auto tape = find_tape_marks(head);
  if (auto start = find_label(head, tape)) {
    return start;
  }
  return find_record(head, tape);
}

RecordSource::RecordSource(ByteWindow window, const Start& start)
    : m_window(std::move(window)), m_tape(start.tape), m_at(start.first),
      m_end(start.first) {}

void RecordSource::problem(uint64_t offset, std::string reason,
                           std::string raw) {
  if (++m_problem_count <= k_most_problems) {
    m_problems.push_back({offset, std::move(reason), std::move(raw)});
  }
}

base::Result<void> RecordSource::skip_marks() {
  while (m_tape != TapeOrder::none) {
    TRY_ASSIGN(const auto bytes, m_window.at(m_end, k_tape_mark_bytes));
    if (!tape_mark(bytes, m_end, m_tape)) {
      break;
    }
    m_end += k_tape_mark_bytes;
  }
  return {};
}

// `strict`: another follows, or the file ends with it.
base::Result<bool> RecordSource::is_visible(uint64_t offset, bool strict) {
  TRY_ASSIGN(const auto bytes, m_window.at(offset, 8));
  if (!begins_visible(bytes)) {
    return false;
  }
  const uint64_t next = offset + be16(bytes, 0);
  if (!strict || next == m_window.size()) {
    return true;
  }
  TRY_ASSIGN(const auto behind, m_window.at(next, k_tape_mark_bytes + 8));
  return begins_visible(behind) || tape_mark(behind, next, m_tape).has_value();
}

// The next visible record at or behind `from`; all between is lost.
base::Result<bool> RecordSource::search(uint64_t from,
                                        const std::string& reason) {
  TRY_ASSIGN(const auto bytes, m_window.at(from, 32));
  const std::string raw(bytes);
  m_broken = true;
  for (uint64_t at = from + 2; at < m_window.size(); ++at) {
    TRY_ASSIGN(at, m_window.find('\xFF', at));
    if (at >= m_window.size()) {
      break;
    }
    TRY_ASSIGN(const bool found, is_visible(at - 2, true));
    if (found) {
      problem(from, reason + "; reading goes on at byte " + plain(at - 2), raw);
      m_at = m_end = at - 2;
      return true;
    }
  }
  const auto rest = m_window.size() - from;
  problem(from,
          reason + "; the last " + plain(rest) + " bytes are not read" +
              (is_zero(raw) ? " (they begin with zeros)" : ""),
          raw);
  m_at = m_end = m_window.size();
  return false;
}

// Open the visible record at m_end; false at the end of the file.
base::Result<bool> RecordSource::open_visible() {
  TRY(skip_marks());
  m_at = m_end;
  TRY_ASSIGN(const auto bytes, m_window.at(m_at, 8));
  if (bytes.empty()) {
    return false;
  }
  if (!begins_visible(bytes)) {
    TRY_ASSIGN(const bool found,
               search(m_at, bytes.size() < 8
                                ? "the file ends within a record header"
                                : "no visible record where one should be"));
    if (!found) {
      return false;
    }
    return open_visible();
  }
  m_end = m_at + be16(bytes, 0);
  m_at += k_visible_header;
  return true;
}

base::Result<bool> RecordSource::next_segment(Segment& segment) {
  if (m_pending) {
    segment = *std::exchange(m_pending, std::nullopt);
    return true;
  }
  while (true) {
    while (m_at + k_segment_header > m_end) {
      TRY_ASSIGN(const bool more, open_visible());
      if (!more) {
        return false;
      }
    }
    TRY_ASSIGN(const auto bytes, m_window.at(m_at, k_segment_header));
    if (bytes.size() < k_segment_header) {
      if (m_at <= m_window.size()) { // else it was said of the last segment
        problem(m_at, "the file ends within a visible record");
      }
      m_at = m_end = m_window.size();
      return false;
    }
    segment = {m_at, be16(bytes, 0), static_cast<uint8_t>(bytes[2]),
               static_cast<uint8_t>(bytes[3]), false};
    if (segment.length >= k_segment_header && segment.length <= m_end - m_at) {
      break;
    }
    problem(m_at,
            "a segment of " + plain(segment.length) +
                " bytes, where its visible record has " + plain(m_end - m_at) +
                " left; the rest of that is not read",
            std::string(bytes));
    m_broken = true;
    m_at = m_end;
  }
  m_at += segment.length;
  segment.cut = m_at > m_window.size();
  return true;
}

// Where the body of a segment ends: before padding, checksum, length.
base::Result<uint64_t> RecordSource::body_end(const Segment& segment) {
  const uint64_t begin = segment.offset + k_segment_header;
  uint64_t end = segment.offset + segment.length;
  if (segment.cut) {
    return m_window.size();
  }
  end -= segment.is(k_trailing_length) ? 2U : 0U;
  end -= segment.is(k_checksum) ? 2U : 0U;
  if (end < begin) {
    problem(segment.offset, "a segment too short for its trailer");
    return begin;
  }
  if (segment.is(k_padding) && end > begin) {
    TRY_ASSIGN(const auto last, m_window.at(end - 1, 1));
    const auto count = static_cast<unsigned char>(last.empty() ? 0 : last[0]);
    end = count <= end - begin ? end - count : begin;
  }
  return end;
}

base::Result<void> RecordSource::append(const Segment& segment,
                                        Record& record) {
  record.encrypted = record.encrypted || segment.is(k_encrypted);
  if (record.encrypted) {
    record.body.clear();
    return {};
  }
  if (!record.is_explicit && record.body.size() >= k_implicit_bytes) {
    return {};
  }
  uint64_t at = segment.offset + k_segment_header;
  TRY_ASSIGN(uint64_t end, body_end(segment));
  if (!record.is_explicit) {
    end = std::min<uint64_t>(end, at + k_implicit_bytes);
  }
  while (at < end && record.body.size() < k_most_bytes) {
    const auto piece =
        static_cast<size_t>(std::min<uint64_t>(end - at, uint64_t{64} * 1024));
    TRY_ASSIGN(const auto bytes, m_window.at(at, piece));
    if (bytes.empty()) {
      break;
    }
    record.body += bytes;
    at += bytes.size();
  }
  return {};
}

// What is wrong with a record whose last segment was read.
base::Result<void> RecordSource::close(Record& record, const Segment& last) {
  if (last.cut) {
    record.whole = false;
    problem(record.offset, "the file ends within this record, at byte " +
                               plain(m_window.size()));
  }
  if (record.is_explicit && record.body.size() >= k_most_bytes) {
    record.whole = false;
    problem(record.offset, "more than " + plain(k_most_bytes) +
                               " bytes of one record; the rest is not read");
  }
  return {};
}

base::Result<bool> RecordSource::next(Record& record) {
  Segment segment;
  while (true) {
    TRY_ASSIGN(const bool more, next_segment(segment));
    if (!more) {
      return false;
    }
    if (!segment.is(k_predecessor)) {
      break;
    }
    if (!std::exchange(m_broken, true)) {
      problem(segment.offset, "goes on with a record that does not begin");
    }
  }
  m_broken = false;
  record.offset = segment.offset;
  record.is_explicit = segment.is(k_explicit);
  record.encrypted = false;
  record.whole = true;
  record.type = segment.type;
  record.body.clear();
  TRY(append(segment, record));
  while (segment.is(k_successor) && !segment.cut) {
    Segment following;
    TRY_ASSIGN(const bool more, next_segment(following));
    if (!more || !following.is(k_predecessor)) {
      m_pending = more ? std::optional(following) : std::nullopt;
      record.whole = false;
      problem(record.offset, "the record does not go on as it says");
      return true;
    }
    if (m_broken) { // its next segment may belong to another
      record.whole = false;
      problem(record.offset, "the middle of this record is lost");
      return true;
    }
    segment = following;
    TRY(append(segment, record));
  }
  TRY(close(record, segment));
  return true;
}

} // namespace readers::dlis
