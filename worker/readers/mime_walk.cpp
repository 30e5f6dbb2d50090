// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/mime_walk.hpp"

#include "worker/readers/passage_packer.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_piece = 64 * 1024; // of a line, at most
constexpr size_t k_buffer = 256 * 1024;
constexpr size_t k_longest_boundary = 1000; // RFC 2046 allows 70

std::string_view without_end(std::string_view line) {
  if (line.ends_with('\n')) {
    line.remove_suffix(1);
  }
  if (line.ends_with('\r')) {
    line.remove_suffix(1);
  }
  return line;
}

std::string_view without_blanks(std::string_view line) {
  const auto last = line.find_last_not_of(" \t\r\n");
  return last == std::string_view::npos ? "" : line.substr(0, last + 1);
}

} // namespace

base::Result<bool> MimeWalk::fill() {
  m_buffer.erase(0, m_at);
  m_offset += m_at;
  m_at = 0;
  const size_t before = m_buffer.size();
  m_buffer.resize(k_buffer);
  auto rest = std::as_writable_bytes(std::span(m_buffer)).subspan(before);
  TRY_ASSIGN(const size_t n, base::read_at(m_file, rest, m_offset + before));
  m_buffer.resize(before + n);
  m_end = n == 0;
  TRY(m_handler.progress());
  return n > 0;
}

// The next line, or piece of one; false at the end of the file.
base::Result<bool> MimeWalk::next(Line& line) {
  size_t end = m_buffer.find('\n', m_at);
  while (end == std::string::npos && m_buffer.size() - m_at < k_piece &&
         !m_end) {
    const size_t seen = m_buffer.size() - m_at;
    TRY(fill());
    end = m_buffer.find('\n', seen);
  }
  const size_t left = m_buffer.size() - m_at;
  if (left == 0) {
    return false;
  }
  const bool ended = end != std::string::npos && end - m_at < k_piece;
  const size_t size = ended ? end + 1 - m_at : std::min(left, k_piece);
  line.bytes = std::string_view(m_buffer).substr(m_at, size);
  line.offset = m_offset + m_at;
  line.starts = !m_within_line;
  m_lines += line.starts ? 1 : 0;
  line.number = m_lines;
  m_within_line = !ended;
  m_at += size;
  return true;
}

base::Result<void> MimeWalk::run() {
  Line line;
  while (true) {
    TRY_ASSIGN(const bool more, next(line));
    if (!more) {
      break;
    }
    TRY(take(line));
  }
  const uint64_t end = m_offset + m_at;
  if (m_state == State::header) {
    TRY(header_done(end));
  }
  return leave_to(0, end);
}

base::Result<void> MimeWalk::take(const Line& line) {
  if (line.starts && line.bytes.starts_with("--")) {
    TRY_ASSIGN(const bool taken, at_boundary(line));
    if (taken) {
      return {};
    }
  }
  switch (m_state) {
  case State::header:
    return take_header(line);
  case State::leaf:
    return take_body(line.bytes);
  case State::between:
    return {};
  }
  return {};
}

base::Result<void> MimeWalk::take_header(const Line& line) {
  const auto text = without_end(line.bytes);
  if (!line.starts) { // the rest of a line that is too long
    m_part.header.line(" " + std::string(text), line.number);
    return {};
  }
  if (m_first && m_part.header.empty() &&
      (text.empty() || text.starts_with("From ") ||
       text.starts_with(">From "))) {
    return {}; // what mail stores put before a message
  }
  if (text.empty()) {
    return header_done(line.offset + line.bytes.size());
  }
  if (m_part.header.line(text, line.number)) {
    return {};
  }
  // The blank line is missing: the body begins here.
  TRY(header_done(line.offset));
  return m_state == State::leaf ? take_body(line.bytes) : base::Result<void>();
}

base::Result<void> MimeWalk::header_done(uint64_t body_at) {
  const auto type = m_part.header.raw("content-type");
  const bool digest =
      !m_levels.empty() && m_levels.back().type == "multipart/digest";
  m_part.type = parse_mime_value(
      type.empty() ? (digest ? "message/rfc822" : "text/plain") : type);
  m_part.disposition =
      parse_mime_value(m_part.header.raw("content-disposition"));
  if (m_first) {
    m_first = false;
    TRY(m_handler.message(m_part));
  }
  const auto boundary = m_part.type.parameter("boundary");
  const bool multipart = m_part.type.value.starts_with("multipart/") &&
                         m_part.type.parameters.contains("boundary") &&
                         boundary.size() <= k_longest_boundary;
  m_part.too_deep = multipart && m_levels.size() >= k_deepest;
  if (!multipart || m_part.too_deep) {
    m_state = State::leaf;
    return m_handler.begin(m_part);
  }
  TRY(m_handler.container(m_part));
  Level level;
  level.boundary = std::string(without_blanks(boundary));
  level.type = m_part.type.value;
  level.path = m_part.path;
  level.is_alternative = level.type == "multipart/alternative";
  level.alternative =
      level.is_alternative ? ++m_alternatives : m_part.alternative;
  level.branch = m_part.branch;
  level.body_begin = body_at;
  level.part = std::move(m_part);
  m_boundaries[level.boundary].push_back(m_levels.size());
  m_levels.push_back(std::move(level));
  m_state = State::between;
  return {};
}

// The end of a line is held back: it belongs to a boundary that follows.
base::Result<void> MimeWalk::take_body(std::string_view bytes) {
  if (!m_held.empty()) {
    TRY(m_handler.body(m_held));
    m_held.clear();
  }
  const auto text = without_end(bytes);
  m_held = bytes.substr(text.size());
  return text.empty() ? base::Result<void>() : m_handler.body(text);
}

base::Result<bool> MimeWalk::at_boundary(const Line& line) {
  const auto text = without_blanks(line.bytes).substr(2);
  auto found = m_boundaries.find(text);
  const bool closes = found == m_boundaries.end() && text.ends_with("--");
  if (closes) {
    found = m_boundaries.find(text.substr(0, text.size() - 2));
  }
  if (found == m_boundaries.end()) {
    return false;
  }
  if (m_state == State::header) { // a part without a body
    TRY(header_done(line.offset));
    found = m_boundaries.find(closes ? text.substr(0, text.size() - 2) : text);
  }
  const size_t level = found->second.back();
  TRY(leave_to(level + 1, line.offset));
  if (closes) {
    ++m_levels[level].count; // so that it counts as seen
    TRY(leave_to(level, line.offset));
    return true;
  }
  if (m_parts < k_parts) {
    start_part(line);
  }
  return true;
}

void MimeWalk::start_part(const Line& line) {
  ++m_parts;
  Level& around = m_levels.back();
  const auto number = std::to_string(++around.count);
  m_part = {};
  m_part.path = around.path.empty() ? number : around.path + "." + number;
  m_part.within = around.type;
  m_part.alternative = around.alternative;
  m_part.branch = around.is_alternative ? around.count : around.branch;
  m_part.byte = line.offset;
  m_part.line = line.number;
  m_state = State::header;
}

base::Result<void> MimeWalk::end_leaf() {
  if (m_state != State::leaf) {
    return {};
  }
  if (m_levels.empty() && !m_held.empty()) { // no boundary: it is text
    TRY(m_handler.body(m_held));
  }
  m_held.clear();
  m_state = State::between;
  return m_handler.end();
}

base::Result<void> MimeWalk::leave_to(size_t level, uint64_t at) {
  TRY(end_leaf());
  m_state = State::between;
  while (m_levels.size() > level) {
    Level last = std::move(m_levels.back());
    m_levels.pop_back();
    auto found = m_boundaries.find(last.boundary);
    found->second.pop_back();
    if (found->second.empty()) {
      m_boundaries.erase(found);
    }
    if (last.count == 0) {
      TRY(salvage(last, at));
    }
  }
  return {};
}

// A multipart without parts: what stands there is read again as text.
base::Result<void> MimeWalk::salvage(const Level& level, uint64_t end) {
  MimePart part = level.part;
  part.type = parse_mime_value("text/plain");
  TRY(m_handler.begin(part));
  std::string piece;
  for (uint64_t at = level.body_begin; at < end; at += piece.size()) {
    piece.resize(std::min<uint64_t>(end - at, k_piece));
    TRY_ASSIGN(
        const size_t n,
        base::read_at(m_file, std::as_writable_bytes(std::span(piece)), at));
    piece.resize(n);
    if (n == 0) {
      break;
    }
    TRY(m_handler.progress());
    TRY(m_handler.body(piece));
  }
  return m_handler.end();
}

} // namespace readers
