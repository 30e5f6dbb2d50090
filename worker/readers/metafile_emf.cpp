// SPDX-License-Identifier: Apache-2.0
#include "core/domain/encoding.hpp"
#include "worker/readers/little_endian.hpp"
#include "worker/readers/metafile.hpp"
#include "worker/readers/ole_text.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace readers {
namespace {

enum : uint32_t {
  k_header = 1,
  k_end = 14,
  k_select = 37,
  k_delete = 40,
  k_comment = 70,
  k_first_bitmap = 76, // BITBLT … STRETCHDIBITS
  k_last_bitmap = 81,
  k_font = 82,
  k_text_a = 83,
  k_text_w = 84,
  k_poly_text_a = 96,
  k_poly_text_w = 97,
  k_small_text = 108,
  k_alpha_blend = 114,
};
enum : uint32_t { k_glyph_index = 0x10, k_no_rect = 0x100, k_small = 0x200 };
constexpr uint32_t k_plus = 0x2B464D45; // "EMF+"
enum : uint16_t { k_plus_string = 0x401C, k_plus_driver = 0x4036 };

// Of a record more is not looked at: only bitmaps are longer.
constexpr size_t k_most_body = 512 * 1024;
constexpr size_t k_most_fonts = 65536;
constexpr uint32_t k_most_polytexts = 1024;

class Emf {
public:
  Emf(ByteWindow& file, const MetafileTick& tick)
      : m_file(file), m_tick(tick) {}

  base::Result<Metafile> run();

private:
  void take(uint32_t type, const LittleEndian& record);
  void take_header(const LittleEndian& record);
  void take_font(const LittleEndian& record);
  void take_text(const LittleEndian& record, size_t at, bool wide);
  void take_poly(const LittleEndian& record, bool wide);
  void take_small(const LittleEndian& record);
  void take_plus(const LittleEndian& record);
  void take_plus_record(uint16_t type, const LittleEndian& body);
  std::string decode(std::string_view bytes, bool wide);
  void put(MetafileText text, uint32_t options);

  ByteWindow& m_file;
  const MetafileTick& m_tick;
  Metafile m_out;
  Metafile m_plus; // what EMF+ says, often once more
  uint64_t m_at = 0;
  std::map<uint32_t, uint8_t> m_charsets; // of fonts
  uint8_t m_charset = 1;
  bool m_done = false;
};

void Emf::take_header(const LittleEndian& record) {
  const size_t count = record.u32(60), at = record.u32(64);
  if (count == 0 || count > 1024 || !record.has(at, 2 * count)) {
    return;
  }
  std::string text = text_of_utf16(record.bytes(at, 2 * count));
  const auto first = text.find('\0');
  m_out.application = squeeze(clean_utf8(text.substr(0, first)));
  if (first != std::string::npos) {
    text.erase(0, first + 1);
    m_out.title = squeeze(clean_utf8(text.substr(0, text.find('\0'))));
  }
}

void Emf::take_font(const LittleEndian& record) {
  constexpr size_t k_charset = 12 + 23; // in its LogFont
  if (record.has(k_charset, 1) && m_charsets.size() < k_most_fonts) {
    m_charsets[record.u32(8)] = record.u8(k_charset);
  }
}

std::string Emf::decode(std::string_view bytes, bool wide) {
  return wide ? text_of_utf16(bytes)
              : domain::decode_text(bytes, encoding_of_charset(m_charset)).text;
}

void Emf::put(MetafileText text, uint32_t options) {
  if ((options & k_glyph_index) != 0 || m_charset == k_symbol_charset) {
    ++m_out.unreadable;
    return;
  }
  text.offset = m_at;
  add_text(std::move(text), m_out);
}

// An EmrText object at `at`; offsets in it count from the record.
void Emf::take_text(const LittleEndian& record, size_t at, bool wide) {
  const size_t count = record.u32(at + 8), text_at = record.u32(at + 12);
  const size_t width = wide ? 2 : 1;
  if (count > k_most_body || !record.has(text_at, count * width)) {
    return;
  }
  MetafileText text;
  text.x = record.i32(at);
  text.y = record.i32(at + 4);
  text.text = decode(record.bytes(text_at, count * width), wide);
  const size_t advances = record.u32(at + 36);
  if (advances > 0 && record.has(advances, 4 * count)) {
    text.end = text.x;
    for (size_t i = 0; i < count; ++i) {
      *text.end += record.u32(advances + 4 * i);
    }
  }
  put(std::move(text), record.u32(at + 16));
}

void Emf::take_poly(const LittleEndian& record, bool wide) {
  const uint32_t count = std::min(record.u32(36), k_most_polytexts);
  uint64_t left = record.size(); // of characters, which may not overlap
  for (size_t i = 0; i < count && record.has(40 + 40 * i, 40); ++i) {
    const uint32_t characters = record.u32(40 + 40 * i + 8);
    if (characters > left) {
      return;
    }
    left -= characters;
    take_text(record, 40 + 40 * i, wide);
  }
}

void Emf::take_small(const LittleEndian& record) {
  const size_t count = record.u32(16);
  const uint32_t options = record.u32(20);
  const bool wide = (options & k_small) == 0;
  const size_t at = (options & k_no_rect) != 0 ? 36 : 52;
  if (count > k_most_body || !record.has(at, count * (wide ? 2 : 1))) {
    return;
  }
  MetafileText text;
  text.x = record.i32(8);
  text.y = record.i32(12);
  const auto bytes = record.bytes(at, count * (wide ? 2 : 1));
  // Small characters are the low bytes of UTF-16.
  text.text = wide ? text_of_utf16(bytes) : text_of_latin1(bytes);
  put(std::move(text), options);
}

void Emf::take_plus_record(uint16_t type, const LittleEndian& body) {
  MetafileText text;
  text.offset = m_at;
  if (type == k_plus_string) {
    const size_t length = body.u32(8);
    text.text = text_of_utf16(
        body.bytes(28, 2 * std::min<size_t>(length, k_most_body / 2)));
    add_text(std::move(text), m_plus);
  } else if (type == k_plus_driver) {
    const size_t count = std::min<size_t>(body.u32(12), k_most_body / 2);
    if ((body.u32(4) & 1) == 0) { // glyphs, not characters
      ++m_plus.unreadable;
      return;
    }
    text.text = text_of_utf16(body.bytes(16, 2 * count));
    add_text(std::move(text), m_plus);
  }
}

void Emf::take_plus(const LittleEndian& record) {
  if (record.u32(12) != k_plus) {
    return;
  }
  const size_t end = std::min<size_t>(record.size(), 12 + record.u32(8));
  for (size_t at = 16; at + 12 <= end;) {
    const size_t size = record.u32(at + 4), data = record.u32(at + 8);
    if (size < 12 || size > end - at) {
      return;
    }
    take_plus_record(record.u16(at),
                     record.part(at + 12, std::min(data, size - 12)));
    at += size;
  }
}

void Emf::take(uint32_t type, const LittleEndian& record) {
  switch (type) {
  case k_header:
    return take_header(record);
  case k_end:
    m_done = true;
    return;
  case k_font:
    return take_font(record);
  case k_select:
    if (const auto font = m_charsets.find(record.u32(8));
        font != m_charsets.end()) {
      m_charset = font->second;
    }
    return;
  case k_delete:
    m_charsets.erase(record.u32(8));
    return;
  case k_text_a:
  case k_text_w:
    return take_text(record, 36, type == k_text_w);
  case k_poly_text_a:
  case k_poly_text_w:
    return take_poly(record, type == k_poly_text_w);
  case k_small_text:
    return take_small(record);
  case k_comment:
    return take_plus(record);
  default:
    const bool bitmap = type >= k_first_bitmap && type <= k_last_bitmap;
    m_out.pictures += bitmap || type == k_alpha_blend ? 1 : 0;
  }
}

base::Result<Metafile> Emf::run() {
  while (!m_done && m_at < m_file.size()) {
    TRY_ASSIGN(const auto lead, m_file.at(m_at, 8));
    const uint32_t type = LittleEndian(lead).u32(0);
    const uint32_t size = LittleEndian(lead).u32(4);
    if (lead.size() < 8 || size < 8 || size > m_file.size() - m_at) {
      m_out.damage = "a record that ends outside the file";
      m_out.damage_at = m_at;
      break;
    }
    TRY_ASSIGN(const auto body,
               m_file.at(m_at, std::min<size_t>(size, k_most_body)));
    take(type, LittleEndian(body));
    m_at += size;
    if (++m_out.records % 4096 == 0) {
      TRY(m_tick());
    }
  }
  if (m_out.texts.empty()) {
    m_out.texts = std::move(m_plus.texts);
    m_out.unreadable += m_plus.unreadable;
    m_out.cut = m_plus.cut;
  }
  return std::move(m_out);
}

} // namespace

base::Result<Metafile> read_emf(ByteWindow& file, const MetafileTick& tick) {
  return Emf(file, tick).run();
}

} // namespace readers
