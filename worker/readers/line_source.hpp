// SPDX-License-Identifier: Apache-2.0
//
// Text files as a stream of UTF-8 lines, in bounded memory whatever the size
// of the file or of one line. A line that is valid UTF-8 is UTF-8, whatever
// is declared; one that is UTF-8 but for a few bytes is too, with those marked;
// other lines are in the declared or measured encoding. Padding at the end (the
// ^Z and zeroes of DOS and tapes) is not read.
#pragma once

#include "core/base/fd.hpp"
#include "core/base/result.hpp"
#include "core/domain/document.hpp"
#include "worker/readers/text_sniff.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

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
  // Another encoding that reads those lines differently and fits them about as
  // well; "" if the measure was clear or the encoding is declared.
  const std::string& doubt() const { return m_doubt; }
  // "LF", "CRLF", "CR", "NEL", "mixed", or "none" for a single line or records.
  std::string newline() const;
  uint64_t lines() const { return m_lines; }
  uint64_t offset() const { return m_offset; }
  uint64_t undecodable() const { return m_undecodable; }

private:
  base::Result<void> fill();
  size_t find_end(size_t from, size_t stop, size_t& ending) const;
  uint32_t unit_at(size_t at) const;
  void cut_padding();
  bool is_end(uint32_t unit) const;
  void learn_legacy();
  void decode(std::string_view raw, Line& line);
  void decode_legacy(std::string_view raw, Line& line);

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
  std::string m_doubt;
  uint64_t m_lines = 0;
  uint64_t m_undecodable = 0;
  uint64_t m_lf = 0, m_crlf = 0, m_cr = 0, m_nel = 0;
  bool m_seen_utf8 = false;
};

// Facts: `encoding`, `encoding_doubt`, `undecodable_characters`; the latter two
// where there is something to say.
base::Result<void> put_encoding(domain::DocumentSink& sink,
                                const LineSource& source);

} // namespace readers
