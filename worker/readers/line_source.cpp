// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/line_source.hpp"

#include "core/base/bytes.hpp"
#include "core/domain/encoding.hpp"
#include "core/domain/encoding_measure.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <cstring>
#include <span>

namespace readers {
namespace {

constexpr size_t k_chunk = 256 * 1024;
// The first read: room for one longest line. Many files are smaller, and of
// many only the start is wanted.
constexpr size_t k_first_chunk = 80 * 1024;
constexpr size_t k_sample = 64 * 1024; // bytes that tell the encoding

// Whether one of eight bytes is \n or \r: a byte is zero if taking one from it
// borrows from its highest bit, which it did not have.
bool has_line_end(const char* bytes) {
  constexpr uint64_t k_ones = 0x0101010101010101;
  const auto has_zero = [](uint64_t eight) {
    return ((eight - k_ones) & ~eight & (k_ones << 7)) != 0;
  };
  uint64_t eight = 0;
  std::memcpy(&eight, bytes, sizeof eight);
  return has_zero(eight ^ k_ones * '\n') || has_zero(eight ^ k_ones * '\r');
}

} // namespace

base::Result<LineSource> LineSource::open(const std::string& path,
                                          std::string declared,
                                          size_t longest_line) {
  LineSource source;
  TRY_ASSIGN(source.m_fd, base::open_regular(path, &source.m_size));
  source.m_declared = std::move(declared);
  source.m_longest = longest_line;
  TRY(source.fill());
  const auto head = std::string_view(source.m_buffer).substr(0, k_sample);
  source.m_sniff = sniff_text(head);
  source.m_at = source.m_sniff.bom;
  source.m_offset = source.m_sniff.bom;
  if (source.m_sniff.width > 1) {
    source.m_legacy = wide_name(source.m_sniff);
  } else if (source.m_sniff.ebcdic) {
    source.m_legacy = k_ebcdic;
  }
  source.cut_padding();
  return source;
}

base::Result<void> LineSource::fill() {
  if (m_end) {
    return {};
  }
  m_buffer.erase(0, m_at);
  m_at = 0;
  const size_t had = m_buffer.size();
  // The end of a small file is known without asking for it.
  const uint64_t most = m_read == 0 ? k_first_chunk : k_chunk;
  const uint64_t left = m_size > m_read ? m_size - m_read : most;
  const auto wanted = static_cast<size_t>(std::min(left, most));
  m_buffer.resize(had + wanted);
  TRY_ASSIGN(const size_t n, base::read_at(m_fd,
                                           std::as_writable_bytes(std::span(
                                               m_buffer.data() + had, wanted)),
                                           m_read));
  m_buffer.resize(had + n);
  m_read += n;
  m_end = n < wanted || m_read == m_size;
  if (had > 0) {
    cut_padding();
  }
  return {};
}

// ^Z and zeroes at the end of the file: nothing that was written there.
void LineSource::cut_padding() {
  if (m_end && m_sniff.is_text && m_sniff.width == 1) {
    m_buffer.resize(
        std::max(m_at, without_padding(std::string_view(m_buffer)).size()));
  }
}

uint32_t LineSource::unit_at(size_t at) const {
  const auto width = static_cast<size_t>(m_sniff.width);
  uint32_t unit = 0;
  for (size_t j = 0; j < width; ++j) {
    const size_t k = m_sniff.big_endian ? j : width - 1 - j;
    unit = unit << 8 | static_cast<unsigned char>(m_buffer[at + k]);
  }
  return unit;
}

// Of EBCDIC, a line feed is 0x25 and a new line 0x15.
bool LineSource::is_end(uint32_t unit) const {
  return unit == '\r' ||
         (m_sniff.ebcdic ? unit == 0x25 || unit == 0x15 : unit == '\n');
}

// The position of the line ending in [from, stop), and its length; `stop` if
// there is none.
size_t LineSource::find_end(size_t from, size_t stop, size_t& ending) const {
  const auto width = static_cast<size_t>(m_sniff.width);
  size_t at = from;
  if (m_sniff.ebcdic) {
    while (at < stop && !is_end(unit_at(at))) {
      ++at;
    }
  } else if (width == 1) {
    const char* const data = m_buffer.data();
    while (at + 8 <= stop && !has_line_end(data + at)) {
      at += 8;
    }
    while (at < stop && data[at] != '\n' && data[at] != '\r') {
      ++at;
    }
  } else {
    while (at + width <= stop && unit_at(at) != '\n' && unit_at(at) != '\r') {
      at += width;
    }
    at = at + width <= stop ? at : stop;
  }
  if (at == stop) {
    ending = 0;
    return at;
  }
  const bool pair = at + 2 * width <= m_buffer.size() && unit_at(at) == '\r' &&
                    unit_at(at + width) != '\r' && is_end(unit_at(at + width));
  ending = pair ? 2 * width : width;
  return at;
}

base::Result<bool> LineSource::next(Line& line) {
  const auto width = static_cast<size_t>(m_sniff.width);
  size_t ending = 0;
  // Room for the longest line and its ending, so that \r\n is seen whole.
  while (!m_end && m_buffer.size() - m_at < m_longest + 2 * width) {
    TRY(fill());
  }
  if (m_at >= m_buffer.size()) {
    return false;
  }
  const size_t limit = std::min(m_buffer.size(), m_at + m_longest + width);
  size_t length =
      m_sniff.record > 0
          ? std::min({m_sniff.record, m_longest, m_buffer.size() - m_at})
          : find_end(m_at, limit, ending) - m_at;
  line.more = length > m_longest;
  if (line.more) {
    length = m_longest - m_longest % width;
    if (width == 1) {
      const auto piece = std::string_view(m_buffer).substr(m_at, length);
      length = without_cut_character(piece).size();
    }
    ending = 0;
  }
  if (!m_within) {
    ++m_lines;
  }
  line.number = m_lines;
  line.offset = m_offset;
  decode(std::string_view(m_buffer).substr(m_at, length), line);
  if (ending != 0) {
    const uint32_t first = unit_at(m_at + length);
    ++(ending == 2 * width ? m_crlf
       : first == '\r'     ? m_cr
       : first == 0x15     ? m_nel
                           : m_lf);
  }
  m_within = line.more;
  m_at += length + ending;
  m_offset += length + ending;
  return true;
}

// The lines that are not UTF-8 show the encoding, those that follow as well as
// this one.
void LineSource::learn_legacy() {
  std::string sample;
  auto rest = std::string_view(m_buffer).substr(m_at);
  while (!rest.empty() && sample.size() < k_sample) {
    const auto line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (!base::is_utf8(line)) {
      sample.append(line.substr(0, k_sample)).append("\n");
    }
  }
  auto decoded = domain::decode_text(sample, m_declared);
  m_legacy = std::move(decoded.encoding);
  m_doubt = std::move(decoded.doubt);
}

void LineSource::decode_legacy(std::string_view raw, Line& line) {
  const auto share = domain::measure_utf8(raw);
  const bool damaged = share.characters >= 2 * share.bad_bytes ||
                       (m_seen_utf8 && share.characters >= share.bad_bytes);
  const bool utf8 = !m_sniff.ebcdic && share.characters > 0 && damaged;
  m_seen_utf8 |= utf8;
  if (m_legacy.empty() && !utf8) {
    learn_legacy();
  }
  auto decoded = utf8 ? domain::decode_damaged_utf8(raw)
                      : domain::decode_text(raw, m_legacy);
  m_undecodable += decoded.replaced;
  line.text = std::move(decoded.text);
  if (m_sniff.record > 0) { // cards are filled up
    line.text.resize(line.text.find_last_not_of(' ') + 1);
  }
}

void LineSource::decode(std::string_view raw, Line& line) {
  line.binary = false;
  std::string without;
  Tally found = m_sniff.width > 1 ? Tally() : tally(raw);
  if (found.zeroes > 0 && found.zeroes * 10 <= raw.size()) {
    m_undecodable += found.zeroes;
    without.assign(raw);
    std::erase(without, '\0');
    raw = without;
    found = tally(raw);
  }
  if (m_sniff.width > 1) {
    auto decoded = domain::decode_text(raw, m_legacy);
    m_undecodable += decoded.replaced;
    line.text = std::move(decoded.text);
    line.binary = line.text.find('\0') != std::string::npos;
  } else if (found.zeroes > 0 ||
             (!m_sniff.ebcdic && found.controls * 5 > raw.size())) {
    line.binary = true;
  } else if (!m_sniff.ebcdic && found.ascii) {
    line.text.assign(raw);
  } else if (!m_sniff.ebcdic && base::is_utf8(raw)) {
    m_seen_utf8 = true;
    line.text.assign(raw);
  } else {
    decode_legacy(raw, line);
  }
  if (line.binary) {
    line.text.clear();
  }
}

base::Result<bool> LineSource::skip() {
  const auto width = static_cast<size_t>(m_sniff.width);
  for (int i = 0; i < 4; ++i) {
    // A last \r waits for the \n that may follow it.
    while (m_at < m_buffer.size() &&
           (m_end || m_buffer.size() - m_at > width)) {
      size_t ending = 0;
      const size_t limit = m_end ? m_buffer.size() : m_buffer.size() - width;
      const size_t stop = find_end(m_at, limit, ending);
      m_lines += m_within ? 0 : 1;
      m_within = ending == 0;
      m_offset += stop + ending - m_at;
      m_at = stop + ending;
    }
    if (m_end) {
      return false;
    }
    TRY(fill());
  }
  return true;
}

std::string LineSource::encoding() const {
  if (m_sniff.ebcdic) {
    return "EBCDIC";
  }
  if (m_sniff.width > 1) {
    return m_legacy;
  }
  if (!m_legacy.empty()) {
    return m_seen_utf8 ? "UTF-8, " + m_legacy : m_legacy;
  }
  return m_seen_utf8 || m_sniff.bom > 0 ? "UTF-8" : "US-ASCII";
}

base::Result<void> put_encoding(domain::DocumentSink& sink,
                                const LineSource& source) {
  TRY(put_text(sink, "encoding", source.encoding()));
  TRY(put_text(sink, "encoding_doubt", source.doubt()));
  return source.undecodable() == 0
             ? base::Result<void>()
             : put_number(sink, "undecodable_characters",
                          static_cast<double>(source.undecodable()));
}

std::string LineSource::newline() const {
  const int kinds = (m_lf > 0 ? 1 : 0) + (m_crlf > 0 ? 1 : 0) +
                    (m_cr > 0 ? 1 : 0) + (m_nel > 0 ? 1 : 0);
  if (kinds > 1) {
    return "mixed";
  }
  return m_lf > 0     ? "LF"
         : m_crlf > 0 ? "CRLF"
         : m_cr > 0   ? "CR"
         : m_nel > 0  ? "NEL"
                      : "none";
}

} // namespace readers
