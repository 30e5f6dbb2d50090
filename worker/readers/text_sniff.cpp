// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/text_sniff.hpp"

#include "core/base/bytes.hpp"
#include "core/domain/encoding.hpp"
#include "core/domain/encoding_measure.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace readers {
namespace {

constexpr size_t k_binary_header = 512; // bytes
constexpr size_t k_most_padding = 4096; // bytes behind a small text

// Without branches, so that compilers count many at once.
constexpr bool is_control(uint8_t c) {
  const bool blank = static_cast<uint8_t>(c - '\b') < 6; // \b \t \n \v \f \r
  const bool escape = static_cast<uint8_t>(c - 0x1A) < 2;
  return (c < 0x20) & !blank & !escape;
}

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

// UTF-16 without a mark: every second byte of mostly Latin text is zero; of
// other text the letters tell.
bool sniff_bare_utf16(std::string_view head, TextSniff& sniff) {
  const size_t pairs = head.size() / 2;
  if (pairs < 8) {
    return false;
  }
  size_t even = 0, odd = 0;
  for (size_t i = 0; i < pairs; ++i) {
    even += head[2 * i] == 0 ? 1 : 0;
    odd += head[2 * i + 1] == 0 ? 1 : 0;
  }
  if (even != 0 && odd != 0) {
    return false;
  }
  bool wide = std::max(even, odd) * 10 >= pairs * 9;
  if (!wide) {
    const auto order = domain::measure_utf16(head);
    wide = order && (*order == domain::ByteOrder::big) == (odd == 0);
  }
  sniff.width = wide ? 2 : 1;
  sniff.big_endian = wide && odd == 0;
  return wide;
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
    controls += unit < 0x20 && is_control(static_cast<uint8_t>(unit)) ? 1 : 0;
  }
  return controls * 100 <= units;
}

// The few zeroes of a small text: beside them only what text has.
bool is_text_with_zeroes(std::string_view body, const Tally& found) {
  const auto high = std::count_if(body.begin(), body.end(),
                                  [](char c) { return (c & 0x80) != 0; });
  const auto blanks = std::count_if(body.begin(), body.end(), [](char c) {
    return c == ' ' || c == '\n' || c == '\t';
  });
  return found.zeroes <= std::max<size_t>(2, body.size() / 200) &&
         found.controls == found.zeroes && body.size() >= 64 &&
         body.find('\0') >= 16 && body.find('\n') != std::string_view::npos &&
         static_cast<size_t>(blanks) * 20 >= body.size() &&
         (static_cast<size_t>(high) * 50 <= body.size() || base::is_utf8(body));
}

// In a superset of ASCII.
bool is_narrow_text(std::string_view body, const Tally& found, bool utf8) {
  // A few zeroes are damage, as OCR and old modems leave it; at the start
  // they are the header of a binary format (dBASE).
  const bool has_zero = found.zeroes > 0;
  if (has_zero && is_text_with_zeroes(body, found)) {
    return true;
  }
  if (has_zero && (body.size() < 4096 || body.find('\0') < k_binary_header ||
                   found.controls * 200 > body.size())) {
    return false;
  }
  // Legacy text is believed with fewer controls than UTF-8, which proves
  // itself: at length no other format is valid UTF-8 without a zero, though
  // OCR leaves whole pages of controls where a font had no names.
  const auto mostly_utf8 = [&] {
    return utf8 || domain::is_mostly_utf8(without_cut_character(body));
  };
  const bool longer = utf8 && body.size() >= 4096 && !has_zero;
  const size_t share = longer                                ? 4
                       : found.controls > 0 && mostly_utf8() ? 50
                                                             : 500;
  return !body.empty() && found.controls * share <= body.size();
}

// Cards and print lines have no ends in EBCDIC: the width after which most of
// the blanks come.
size_t ebcdic_record(std::string_view head) {
  if (head.find_first_of("\x15\x25\x0D") != std::string_view::npos) {
    return 0;
  }
  for (const size_t width : {80, 132, 133, 121, 120, 128, 72, 100}) {
    if (head.size() % width != 0 && head.size() < size_t{60} * 1024) {
      continue;
    }
    const size_t lines = head.size() / width;
    size_t blank = 0;
    for (size_t i = 1; i <= lines; ++i) {
      blank += head[i * width - 1] == '\x40' ? 1 : 0;
    }
    if (lines > 1 && blank * 10 >= lines * 7) {
      return width;
    }
  }
  return 80;
}

} // namespace

std::string wide_name(const TextSniff& sniff) {
  return (sniff.width == 2 ? "UTF-16" : "UTF-32") +
         std::string(sniff.big_endian ? "BE" : "LE");
}

Tally tally(std::string_view text, size_t enough) {
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

std::string_view without_padding(std::string_view text) {
  const auto last = text.find_last_not_of(std::string_view("\0\x1A", 2));
  const size_t size = last == std::string_view::npos ? 0 : last + 1;
  return text.size() - size <= k_most_padding ? text.substr(0, size) : text;
}

TextSniff sniff_text(std::string_view head) {
  TextSniff sniff;
  sniff_bom(head, sniff);
  const bool any_zero = head.find('\0') != std::string_view::npos;
  if (sniff.width > 1 || (any_zero && sniff_bare_utf16(head, sniff))) {
    sniff.is_text = wide_is_text(head, sniff);
    return sniff;
  }
  const auto body = without_padding(head.substr(sniff.bom));
  const auto found = tally(body, body.size() / 4);
  if (found.controls * 4 > body.size()) {
    return sniff;
  }
  if (!found.ascii && domain::is_ebcdic_text(body)) {
    sniff.is_text = sniff.ebcdic = true;
    sniff.record = ebcdic_record(body);
    return sniff;
  }
  const bool utf8 = found.ascii || base::is_utf8(without_cut_character(body));
  sniff.is_utf8 = utf8 && found.zeroes == 0;
  sniff.is_text = is_narrow_text(body, found, utf8);
  return sniff;
}

static std::string without_zeroes(std::string text) {
  std::erase(text, '\0');
  return text;
}

// With line ends, whatever parts its lines.
static std::string decode_ebcdic_head(std::string_view head, size_t record) {
  std::string out;
  for (size_t at = 0; record > 0 && at < head.size(); at += record) {
    const auto card = head.substr(at, record);
    out += domain::decode_text(card, k_ebcdic).text + "\n";
  }
  if (record > 0) {
    return out;
  }
  std::string bytes(head);
  std::replace(bytes.begin(), bytes.end(), '\x15', '\x25');
  return domain::decode_text(bytes, k_ebcdic).text;
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
  if (!sniff.is_utf8) {
    return std::nullopt;
  }
  return without_cut_character(without_padding(head.substr(sniff.bom)));
}

std::string decoded_head(std::string_view head, const TextSniff& sniff,
                         const std::string& declared) {
  auto body = head.substr(sniff.bom);
  if (sniff.width > 1) {
    body = body.substr(0, body.size() - body.size() % sniff.width);
    return domain::decode_text(body, wide_name(sniff)).text;
  }
  body = without_padding(body);
  if (sniff.ebcdic) {
    return decode_ebcdic_head(body, sniff.record);
  }
  const auto whole = without_cut_character(body);
  if (base::is_utf8(whole)) {
    return without_zeroes(std::string(whole));
  }
  return without_zeroes(domain::decode_text(body, declared).text);
}

} // namespace readers
