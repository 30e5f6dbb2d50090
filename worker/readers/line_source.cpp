// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/line_source.hpp"

#include "core/base/bytes.hpp"
#include "core/domain/encoding.hpp"

#include <algorithm>
#include <cstring>
#include <span>

namespace readers {
namespace {

constexpr size_t k_chunk = 256 * 1024;
constexpr size_t k_binary_header = 512; // bytes

bool is_control(unsigned char c) {
  return c < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f' &&
         c != '\b' && c != 0x0B && c != 0x1A && c != 0x1B;
}

// Of all, or somewhat more than `enough`.
size_t count_controls(std::string_view text,
                      size_t enough = std::string_view::npos) {
  size_t controls = 0;
  for (size_t at = 0; at < text.size() && controls <= enough; at += 4096) {
    for (const char c : text.substr(at, 4096)) {
      controls += is_control(static_cast<unsigned char>(c));
    }
  }
  return controls;
}

bool has_ascii_only(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return (c & 0x80) == 0; });
}

// Up to three bytes may be missing from the last character of a cut text.
std::string_view without_cut_character(std::string_view text) {
  for (size_t back = 1; back <= 3 && back <= text.size(); ++back) {
    const auto c = static_cast<unsigned char>(text[text.size() - back]);
    if (c >= 0xC0) {
      const size_t length = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : 2;
      return length > back ? text.substr(0, text.size() - back) : text;
    }
    if (c < 0x80) {
      break;
    }
  }
  return text;
}

bool starts_with(std::string_view text, const char* bytes, size_t n) {
  return text.size() >= n && std::memcmp(text.data(), bytes, n) == 0;
}

bool sniff_bom(std::string_view head, TextSniff& sniff) {
  if (starts_with(head, "\xEF\xBB\xBF", 3)) {
    sniff.bom = 3;
  } else if (starts_with(head, "\xFF\xFE\0\0", 4)) {
    sniff.bom = 4;
    sniff.width = 4;
  } else if (starts_with(head, "\0\0\xFE\xFF", 4)) {
    sniff.bom = 4;
    sniff.width = 4;
    sniff.big_endian = true;
  } else if (starts_with(head, "\xFF\xFE", 2)) {
    sniff.bom = 2;
    sniff.width = 2;
  } else if (starts_with(head, "\xFE\xFF", 2)) {
    sniff.bom = 2;
    sniff.width = 2;
    sniff.big_endian = true;
  }
  return sniff.bom != 0;
}

// UTF-16 without a mark: every second byte of mostly Latin text is zero.
bool sniff_bare_utf16(std::string_view head, TextSniff& sniff) {
  const size_t pairs = head.size() / 2;
  if (pairs < 8) {
    return false;
  }
  size_t even = 0, odd = 0;
  for (size_t i = 0; i < pairs; ++i) {
    even += head[2 * i] == 0 ? 1 : 0;
    odd += head[2 * i + 1] == 0 ? 1 : 0;
    if (even != 0 && odd != 0) {
      return false;
    }
  }
  if (odd * 10 >= pairs * 9 && even == 0) {
    sniff.width = 2;
    return true;
  }
  if (even * 10 >= pairs * 9 && odd == 0) {
    sniff.width = 2;
    sniff.big_endian = true;
    return true;
  }
  return false;
}

// Wide text is believed only if few of its units are controls.
bool wide_is_text(std::string_view head, const TextSniff& sniff) {
  const auto width = static_cast<size_t>(sniff.width);
  size_t units = 0, controls = 0;
  for (size_t i = sniff.bom; i + width <= head.size(); i += width, ++units) {
    uint32_t unit = 0;
    for (size_t j = 0; j < width; ++j) {
      const size_t k = sniff.big_endian ? j : width - 1 - j;
      unit = unit << 8 | static_cast<unsigned char>(head[i + k]);
    }
    controls +=
        unit < 0x20 && is_control(static_cast<unsigned char>(unit)) ? 1 : 0;
  }
  return controls * 100 <= units;
}

std::string wide_name(const TextSniff& sniff) {
  return (sniff.width == 2 ? "UTF-16" : "UTF-32") +
         std::string(sniff.big_endian ? "BE" : "LE");
}

} // namespace

TextSniff sniff_text(std::string_view head) {
  TextSniff sniff;
  sniff_bom(head, sniff);
  const bool has_zero = head.find('\0') != std::string_view::npos;
  if (sniff.width > 1 || (has_zero && sniff_bare_utf16(head, sniff))) {
    sniff.is_text = wide_is_text(head, sniff);
    return sniff;
  }
  const auto body = head.substr(sniff.bom);
  // A few zeroes are damage, as OCR and old modems leave it; at the start
  // they are the header of a binary format (dBASE).
  if (has_zero && (body.size() < 4096 || body.find('\0') < k_binary_header)) {
    return sniff;
  }
  const auto controls =
      count_controls(body, has_zero ? body.size() / 200 : body.size());
  if (has_zero && controls * 200 > body.size()) {
    return sniff;
  }
  sniff.is_ascii = has_ascii_only(body);
  const bool utf8 = base::is_utf8(without_cut_character(body));
  // Legacy text is believed with fewer controls than UTF-8, which proves
  // itself: at length no other format is valid UTF-8 without a zero, though
  // OCR leaves whole pages of controls where a font had no names.
  const size_t share = !utf8 ? 500 : body.size() >= 4096 && !has_zero ? 4 : 50;
  sniff.is_text = !body.empty() && controls * share <= body.size();
  return sniff;
}

std::string decode_head(std::string_view head, const std::string& declared) {
  const auto sniff = sniff_text(head);
  if (!sniff.is_text) {
    return {};
  }
  auto body = head.substr(sniff.bom);
  if (sniff.width > 1) {
    body = body.substr(0, body.size() - body.size() % sniff.width);
    return domain::decode_text(body, wide_name(sniff)).text;
  }
  const auto whole = without_cut_character(body);
  if (base::is_utf8(whole)) {
    return std::string(whole);
  }
  return domain::decode_text(body, declared).text;
}

base::Result<LineSource> LineSource::open(const std::string& path,
                                          std::string declared,
                                          size_t longest_line) {
  LineSource source;
  TRY_ASSIGN(source.m_fd, base::open_regular(path));
  source.m_declared = std::move(declared);
  source.m_longest = longest_line;
  TRY(source.fill());
  const auto head =
      std::string_view(source.m_buffer).substr(0, size_t{64} * 1024);
  source.m_sniff = sniff_text(head);
  source.m_at = source.m_sniff.bom;
  source.m_offset = source.m_sniff.bom;
  if (source.m_sniff.width > 1) {
    source.m_legacy = wide_name(source.m_sniff);
  }
  return source;
}

base::Result<void> LineSource::fill() {
  if (m_end) {
    return {};
  }
  m_buffer.erase(0, m_at);
  m_at = 0;
  const size_t had = m_buffer.size();
  m_buffer.resize(had + k_chunk);
  TRY_ASSIGN(const size_t n, base::read_at(m_fd,
                                           std::as_writable_bytes(std::span(
                                               m_buffer.data() + had, k_chunk)),
                                           m_read));
  m_buffer.resize(had + n);
  m_read += n;
  m_end = n < k_chunk;
  return {};
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

// The position of the line ending in [from, stop), and its length; `stop` if
// there is none.
size_t LineSource::find_end(size_t from, size_t stop, size_t& ending) const {
  const auto width = static_cast<size_t>(m_sniff.width);
  size_t at = from;
  if (width == 1) {
    const char* const data = m_buffer.data();
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
                    unit_at(at + width) == '\n';
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
  size_t length = find_end(m_at, limit, ending) - m_at;
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
    ++(ending == 2 * width ? m_crlf : first == '\n' ? m_lf : m_cr);
  }
  m_within = line.more;
  m_at += length + ending;
  m_offset += length + ending;
  return true;
}

void LineSource::decode(std::string_view raw, Line& line) {
  line.binary = false;
  std::string without;
  const auto zeroes =
      m_sniff.width > 1 ? 0 : std::count(raw.begin(), raw.end(), '\0');
  if (zeroes > 0 && static_cast<size_t>(zeroes) * 10 <= raw.size()) {
    m_undecodable += static_cast<uint64_t>(zeroes);
    without.assign(raw);
    std::erase(without, '\0');
    raw = without;
  }
  if (m_sniff.width > 1) {
    auto decoded = domain::decode_text(raw, m_legacy);
    m_undecodable += decoded.replaced;
    line.text = std::move(decoded.text);
    line.binary = line.text.find('\0') != std::string::npos;
  } else if (raw.find('\0') != std::string_view::npos ||
             count_controls(raw) * 5 > raw.size()) {
    line.binary = true;
  } else if (has_ascii_only(raw)) {
    line.text.assign(raw);
  } else if (base::is_utf8(raw)) {
    m_seen_utf8 = true;
    line.text.assign(raw);
  } else {
    if (m_legacy.empty()) {
      // What follows shows the encoding better than this line alone.
      const auto sample =
          std::string_view(m_buffer).substr(m_at, size_t{64} * 1024);
      m_legacy = domain::decode_text(sample, m_declared).encoding;
    }
    auto decoded = domain::decode_text(raw, m_legacy);
    m_undecodable += decoded.replaced;
    line.text = std::move(decoded.text);
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
  if (m_sniff.width > 1) {
    return m_legacy;
  }
  if (!m_legacy.empty()) {
    return m_seen_utf8 ? "UTF-8, " + m_legacy : m_legacy;
  }
  return m_seen_utf8 || m_sniff.bom > 0 ? "UTF-8" : "US-ASCII";
}

std::string LineSource::newline() const {
  const int kinds =
      (m_lf > 0 ? 1 : 0) + (m_crlf > 0 ? 1 : 0) + (m_cr > 0 ? 1 : 0);
  if (kinds > 1) {
    return "mixed";
  }
  return m_lf > 0 ? "LF" : m_crlf > 0 ? "CRLF" : m_cr > 0 ? "CR" : "none";
}

} // namespace readers
