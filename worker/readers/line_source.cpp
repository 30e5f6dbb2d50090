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
// The first read: room for one longest line. Many files are smaller, and of
// many only the start is wanted.
constexpr size_t k_first_chunk = 80 * 1024;
constexpr size_t k_binary_header = 512; // bytes

// Without branches, so that compilers count many at once.
constexpr bool is_control(uint8_t c) {
  const bool blank = static_cast<uint8_t>(c - '\b') < 6; // \b \t \n \v \f \r
  const bool escape = static_cast<uint8_t>(c - 0x1A) < 2;
  return (c < 0x20) & !blank & !escape;
}

// What the bytes of a text are, counted in one pass.
struct Tally {
  size_t zeroes = 0;
  size_t controls = 0; // zeroes too
  bool ascii = true;
};

template <size_t N>
void tally_block(const char* bytes, Tally& all) {
  uint8_t zeroes = 0, controls = 0, bits = 0;
  for (size_t i = 0; i < N; ++i) {
    const auto c = static_cast<uint8_t>(bytes[i]);
    zeroes += static_cast<uint8_t>(c == 0);
    controls += static_cast<uint8_t>(is_control(c));
    bits |= c;
  }
  all.zeroes += zeroes;
  all.controls += controls;
  all.ascii &= bits < 0x80;
}

// Stops at somewhat more controls than `enough`.
Tally tally(std::string_view text, size_t enough = std::string_view::npos) {
  Tally all;
  size_t at = 0;
  for (; at + 64 <= text.size() && all.controls <= enough; at += 64) {
    tally_block<64>(text.data() + at, all);
  }
  for (; at + 16 <= text.size() && all.controls <= enough; at += 16) {
    tally_block<16>(text.data() + at, all);
  }
  for (; at < text.size() && all.controls <= enough; ++at) {
    tally_block<1>(text.data() + at, all);
  }
  return all;
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
        unit < 0x20 && is_control(static_cast<uint8_t>(unit)) ? 1 : 0;
  }
  return controls * 100 <= units;
}

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
  const auto found =
      tally(body, has_zero ? body.size() / 200 : body.size() / 4);
  const size_t controls = found.controls;
  if (controls * (has_zero ? 200 : 4) > body.size()) {
    return sniff;
  }
  const bool utf8 = found.ascii || base::is_utf8(without_cut_character(body));
  sniff.is_utf8 = utf8;
  // Legacy text is believed with fewer controls than UTF-8, which proves
  // itself: at length no other format is valid UTF-8 without a zero, though
  // OCR leaves whole pages of controls where a font had no names.
  const size_t share = !utf8 ? 500 : body.size() >= 4096 && !has_zero ? 4 : 50;
  sniff.is_text = !body.empty() && controls * share <= body.size();
  return sniff;
}

std::string decode_head(std::string_view head, const std::string& declared) {
  const auto sniff = sniff_text(head);
  const auto plain = plain_head(head, sniff);
  return plain ? std::string(*plain) : decoded_head(head, sniff, declared);
}

std::optional<std::string_view> plain_head(std::string_view head,
                                           const TextSniff& sniff) {
  if (!sniff.is_text) {
    return std::string_view();
  }
  return sniff.is_utf8
             ? std::optional(without_cut_character(head.substr(sniff.bom)))
             : std::nullopt;
}

std::string decoded_head(std::string_view head, const TextSniff& sniff,
                         const std::string& declared) {
  auto body = head.substr(sniff.bom);
  if (sniff.width > 1) {
    body = body.substr(0, body.size() - body.size() % sniff.width);
    return domain::decode_text(body, wide_name(sniff)).text;
  }
  return domain::decode_text(body, declared).text;
}

base::Result<LineSource> LineSource::open(const std::string& path,
                                          std::string declared,
                                          size_t longest_line) {
  LineSource source;
  TRY_ASSIGN(source.m_fd, base::open_regular(path, &source.m_size));
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
  } else if (found.zeroes > 0 || found.controls * 5 > raw.size()) {
    line.binary = true;
  } else if (found.ascii) {
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
