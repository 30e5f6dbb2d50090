// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/doc_styles.hpp"

#include <algorithm>

namespace readers {
namespace {

constexpr uint16_t k_none = 0x0FFF;
constexpr uint16_t k_title = 62;
constexpr int k_most_bases = 20;

} // namespace

DocStyles DocStyles::parse(const DocFib& fib, LittleEndian table) {
  DocStyles out;
  const LittleEndian all = table.part(fib.styles.at, fib.styles.size);
  const size_t header = all.u16(0);
  const size_t count = std::min<size_t>(all.u16(2), k_most);
  const size_t fixed = all.u16(4); // bytes of a style before its name
  size_t at = 2 + header;
  for (size_t i = 0; i < count && all.has(at, 2); ++i) {
    const size_t size = all.u16(at);
    const LittleEndian one = all.part(at + 2, size);
    at += 2 + size;
    Style style;
    if (size >= fixed && fixed >= 8) {
      style.built_in = one.u16(0) & 0x0FFF;
      style.base = one.u16(2) >> 4;
      const bool paragraphs = (one.u16(2) & 0xF) == 1;
      const bool wide = fib.version == DocVersion::word97;
      const size_t length = wide ? one.u16(fixed) : one.u8(fixed);
      size_t upx = fixed + (wide ? 2 + 2 * (length + 1) : 1 + length + 1);
      upx += upx % 2;
      const size_t bytes = one.u16(upx);
      if (paragraphs && bytes >= 2 && one.has(upx + 2, bytes)) {
        style.list = one.part(upx + 4, bytes - 2);
      }
    }
    out.m_styles.push_back(std::move(style));
  }
  out.resolve(fib.version);
  return out;
}

// Each style is that which it is based on, changed; bases may run in a circle.
void DocStyles::resolve(DocVersion version) {
  for (Style& style : m_styles) {
    std::vector<const Style*> bases{&style};
    for (int depth = 0; depth < k_most_bases; ++depth) {
      const uint16_t base = bases.back()->base;
      if (base == k_none || base >= m_styles.size()) {
        break;
      }
      bases.push_back(&m_styles[base]);
    }
    ParagraphLook look;
    for (auto base = bases.rbegin(); base != bases.rend(); ++base) {
      if ((*base)->built_in >= 1 && (*base)->built_in <= 9) {
        look.outline = static_cast<uint8_t>((*base)->built_in - 1);
      }
      apply_sprms(version, (*base)->list, look);
    }
    // Tables are of paragraphs, never of styles.
    look.depth = 0;
    look.row_end = look.cell_end = false;
    style.look = std::move(look);
  }
}

const ParagraphLook& DocStyles::look(uint16_t style) const {
  static const ParagraphLook plain;
  return style < m_styles.size() ? m_styles[style].look : plain;
}

bool DocStyles::is_title(uint16_t style) const {
  return style < m_styles.size() && m_styles[style].built_in == k_title;
}

} // namespace readers
