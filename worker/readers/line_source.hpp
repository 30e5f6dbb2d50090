// SPDX-License-Identifier: Apache-2.0
//
// Text files as a stream of UTF-8 lines, in bounded memory whatever the size
// of the file or of one line. A line that is valid UTF-8 is UTF-8, whatever
// is declared; other lines are in the declared or detected encoding.
#pragma once

#include "core/base/fd.hpp"
#include "core/base/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

// What the first bytes of a file say of its being text.
struct TextSniff {
  bool is_text = false;
  size_t bom = 0;          // bytes of the byte order mark
  int width = 1;           // bytes of a code unit: 1, 2 or 4
  bool big_endian = false; // of wider code units
  bool is_utf8 = false;    // of one-byte units: so far, as ASCII is
};

// `head` is the start of the file; it may end within a character.
TextSniff sniff_text(std::string_view head);

// `head` as UTF-8 without its byte order mark, for looking at what it holds.
// "" if it is not text.
std::string decode_head(std::string_view head,
                        const std::string& declared = {});
// The same of a head whose sniff is known: the bytes themselves if they are
// UTF-8, "" if they are no text, nothing if they must be decoded, …
std::optional<std::string_view> plain_head(std::string_view head,
                                           const TextSniff& sniff);
// … as this does.
std::string decoded_head(std::string_view head, const TextSniff& sniff,
                         const std::string& declared = {});

struct Line {
  std::string text;    // UTF-8 without the line ending
  uint64_t number = 0; // from 1
  uint64_t offset = 0; // of its first byte in the file
  bool more = false;   // longer than the limit: the next piece follows
  bool binary = false; // holds bytes that no text has; `text` is empty
};

class LineSource {
public:
  static constexpr size_t k_longest_line = 64 * 1024;

  // `declared`: an encoding the format names itself ("" for none); used only
  // where the bytes are not UTF-8.
  static base::Result<LineSource> open(const std::string& path,
                                       std::string declared = {},
                                       size_t longest_line = k_longest_line);

  // The next line or piece of a line; false at the end of the file.
  base::Result<bool> next(Line& line);

  // Count the rest without decoding it: for what lies behind a limit. At most
  // 1 MiB a call; false once the end is reached.
  base::Result<bool> skip();

  // "UTF-8", "US-ASCII", "windows-1252" …: of what was read so far.
  std::string encoding() const;
  // "LF", "CRLF", "CR", "mixed", or "none" for a single line.
  std::string newline() const;
  uint64_t lines() const { return m_lines; }
  uint64_t offset() const { return m_offset; }
  uint64_t undecodable() const { return m_undecodable; }

private:
  base::Result<void> fill();
  size_t find_end(size_t from, size_t stop, size_t& ending) const;
  uint32_t unit_at(size_t at) const;
  void decode(std::string_view raw, Line& line);

  base::Fd m_fd;
  std::string m_buffer;
  size_t m_at = 0;       // of the next byte in m_buffer
  uint64_t m_offset = 0; // of m_buffer[m_at] in the file
  uint64_t m_read = 0;   // bytes of the file read into the buffer so far
  uint64_t m_size = 0;   // of the file when it was opened
  bool m_end = false;    // nothing left to read
  bool m_within = false; // the last piece was cut, its line goes on
  size_t m_longest = 0;
  TextSniff m_sniff;
  std::string m_declared;
  std::string m_legacy; // encoding of lines that are not UTF-8
  uint64_t m_lines = 0;
  uint64_t m_undecodable = 0;
  uint64_t m_lf = 0, m_crlf = 0, m_cr = 0;
  bool m_seen_utf8 = false;
};

} // namespace readers
