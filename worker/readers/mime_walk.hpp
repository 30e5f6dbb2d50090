// SPDX-License-Identifier: Apache-2.0
//
// A message as a stream of its parts (RFC 2046): one pass over the file,
// nothing of a part held but its header. Forgiving as mail programs are: parts
// that are never closed end with what is around them, a multipart whose
// boundary never comes is text. One thread.
#pragma once

#include "core/base/fd.hpp"
#include "worker/readers/mail_text.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

// The header fields of a message or of one part.
class MailHeader {
public:
  static constexpr size_t k_longest = 64 * 1024; // bytes of one value
  static constexpr size_t k_most_bytes = size_t{1} << 20;

  // One line as it stands, without its end. False if it is no header line.
  bool line(std::string_view text, uint64_t number);
  // The value of the first field of that name (small letters), unfolded and
  // not decoded; "" if there is none.
  std::string_view raw(std::string_view name) const;
  // Line of that field; 0 if there is none.
  uint64_t line_of(std::string_view name) const;
  bool has(std::string_view name) const { return line_of(name) > 0; }
  bool empty() const { return m_fields.empty(); }
  bool cut() const { return m_cut; } // something was too long to be kept

private:
  struct Field {
    std::string name;
    std::string value;
    uint64_t line = 0;
  };
  std::vector<Field> m_fields;
  size_t m_bytes = 0;
  bool m_cut = false;
};

struct MimePart {
  MailHeader header;
  MimeValue type;        // "text/plain" if none is given
  MimeValue disposition; // "" if none
  std::string path;      // "1.2": the second part of the first; "" the message
  std::string within;    // type of the multipart around it; "" if none
  // Number of the nearest multipart/alternative around it, from 1, and which
  // of its parts this one is or stands in; 0: none.
  uint32_t alternative = 0;
  uint32_t branch = 0;
  uint64_t byte = 0; // where its header begins
  uint64_t line = 0;
  // A multipart that is not looked into: deeper than k_deepest.
  bool too_deep = false;
};

class MimeHandler {
public:
  MimeHandler() = default;
  MimeHandler(const MimeHandler&) = delete;
  MimeHandler& operator=(const MimeHandler&) = delete;
  virtual ~MimeHandler() = default;

  // The header of the message itself, before any part.
  virtual base::Result<void> message(const MimePart& part) = 0;
  // A multipart; its parts follow.
  virtual base::Result<void> container(const MimePart& part) = 0;
  // What is not a multipart: begin, its bytes in pieces, end.
  virtual base::Result<void> begin(const MimePart& part) = 0;
  virtual base::Result<void> body(std::string_view raw) = 0;
  virtual base::Result<void> end() = 0;
  virtual base::Result<void> progress() = 0;
};

class MimeWalk {
public:
  static constexpr size_t k_deepest = 64;    // multiparts within each other
  static constexpr uint32_t k_parts = 20000; // then no part is looked for

  MimeWalk(const base::Fd& file, MimeHandler& handler)
      : m_file(file), m_handler(handler) {}

  // The first error of the handler, or of reading.
  base::Result<void> run();
  bool too_many_parts() const { return m_parts >= k_parts; }

private:
  enum class State { header, leaf, between };
  struct Level {
    std::string boundary;
    std::string type;
    std::string path;
    uint32_t alternative = 0, branch = 0;
    bool is_alternative = false;
    uint32_t count = 0;      // parts seen
    uint64_t body_begin = 0; // byte of the file
    MimePart part;
  };
  struct Line {
    std::string_view bytes; // with its end
    uint64_t offset = 0;
    uint64_t number = 0;
    bool starts = false; // else it goes on with the line before
  };

  base::Result<bool> fill();
  base::Result<bool> next(Line& line);
  base::Result<void> take(const Line& line);
  base::Result<void> take_header(const Line& line);
  base::Result<void> take_body(std::string_view bytes);
  base::Result<void> header_done(uint64_t body_at);
  base::Result<bool> at_boundary(const Line& line);
  base::Result<void> leave_to(size_t level, uint64_t at);
  base::Result<void> end_leaf();
  base::Result<void> salvage(const Level& level, uint64_t end);
  void start_part(const Line& line);

  const base::Fd& m_file;
  MimeHandler& m_handler;
  std::string m_buffer;
  size_t m_at = 0;
  uint64_t m_offset = 0; // of m_buffer[0] in the file
  bool m_end = false;
  bool m_within_line = false;
  uint64_t m_lines = 0;

  State m_state = State::header;
  bool m_first = true; // the message's own header
  MimePart m_part;
  std::string m_held; // end of a line that may belong to a boundary
  std::vector<Level> m_levels;
  std::map<std::string, std::vector<size_t>, std::less<>> m_boundaries;
  uint32_t m_parts = 0;
  uint32_t m_alternatives = 0;
};

} // namespace readers
