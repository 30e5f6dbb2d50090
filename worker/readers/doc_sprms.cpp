// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/doc_sprms.hpp"

#include <algorithm>

namespace readers {
namespace {

struct Sprm {
  uint16_t code = 0;
  LittleEndian value;
};

// [MS-DOC] 2.2.5.1: three bits say how long the operand is.
std::optional<Sprm> next_97(LittleEndian list, size_t& at) {
  constexpr uint16_t define_table = 0xD608;
  constexpr uint16_t change_tabs = 0xC615;
  if (!list.has(at, 3)) {
    return std::nullopt;
  }
  Sprm out;
  out.code = list.u16(at);
  at += 2;
  size_t size = 0;
  switch (out.code >> 13) {
  case 0:
  case 1:
    size = 1;
    break;
  case 2:
  case 4:
  case 5:
    size = 2;
    break;
  case 3:
    size = 4;
    break;
  case 7:
    size = 3;
    break;
  default:
    if (out.code == define_table) {
      size = list.u16(at);
      size = size == 0 ? 0 : size - 1;
      at += 2;
    } else {
      size = list.u8(at++);
      if (out.code == change_tabs && size == 255) {
        const size_t deleted = list.u8(at);
        const size_t added = list.u8(at + 1 + 4 * deleted);
        size = 2 + 4 * deleted + 3 * added;
      }
    }
    break;
  }
  if (!list.has(at, size)) {
    return std::nullopt;
  }
  out.value = list.part(at, size);
  at += size;
  return out;
}

// Bytes of the operand; 255: its first byte says how many follow.
size_t size_in_word6(uint8_t code) {
  constexpr size_t variable = 255;
  switch (code) {
  case 3:
  case 12:
  case 15:
  case 23:
  case 68:
  case 74:
  case 81:
  case 82:
  case 103:
  case 105:
  case 106:
  case 108:
  case 188:
  case 190: // its length has two bytes
  case 191:
    return variable;
  case 83:
    return 0;
  case 20:
  case 70:
    return 4;
  case 73:
  case 95:
    return 3;
  case 2:
  case 16:
  case 17:
  case 18:
  case 19:
  case 21:
  case 22:
  case 26:
  case 27:
  case 28:
  case 36:
  case 69:
  case 72:
  case 80:
  case 93:
  case 96:
  case 97:
  case 107:
  case 109:
  case 110:
  case 182:
  case 183:
  case 184:
  case 187:
  case 189:
    return 2;
  default:
    break;
  }
  if ((code >= 30 && code <= 35) || (code >= 38 && code <= 43) ||
      (code >= 45 && code <= 49)) {
    return 2;
  }
  const bool known = (code >= 4 && code <= 14) || code == 24 || code == 25 ||
                     code == 29 || code == 37 || code == 44 || code == 50 ||
                     code == 51 || (code >= 65 && code <= 67) || code == 71 ||
                     code == 75 || (code >= 85 && code <= 102) || code == 104 ||
                     code == 117 || code == 118 || code == 185 || code == 186;
  return known ? 1 : 256;
}

std::optional<Sprm> next_6(LittleEndian list, size_t& at) {
  constexpr uint8_t define_table = 190;
  if (!list.has(at, 1)) {
    return std::nullopt;
  }
  Sprm out;
  const uint8_t code = list.u8(at++);
  out.code = code;
  size_t size = size_in_word6(code);
  if (code == define_table) {
    size = list.u16(at);
    size = size == 0 ? 0 : size - 1;
    at += 2;
  } else if (size == 255) {
    size = list.u8(at++);
  }
  if (size == 256 || !list.has(at, size)) {
    return std::nullopt; // unknown: what follows cannot be told apart
  }
  out.value = list.part(at, size);
  at += size;
  return out;
}

template <typename Take>
void for_each(DocVersion version, LittleEndian list, const Take& take) {
  size_t at = 0;
  while (true) {
    const auto sprm =
        version == DocVersion::word97 ? next_97(list, at) : next_6(list, at);
    if (!sprm) {
      return;
    }
    take(*sprm);
  }
}

// Values of 0x80 and 0x81 mean: as the style, and the opposite of it.
bool is_on(LittleEndian value) {
  return (value.u8(0) & 0x7F) == 1;
}

void take_table(LittleEndian value, size_t cell_bytes, ParagraphLook& look) {
  const size_t count = std::min<size_t>(value.u8(0), 63);
  if (!value.has(1, 2 * (count + 1))) {
    return;
  }
  look.edges.clear();
  look.cells.clear();
  for (size_t i = 0; i <= count; ++i) {
    look.edges.push_back(value.i16(1 + 2 * i));
  }
  const size_t cells = 1 + 2 * (count + 1);
  for (size_t i = 0; i < count; ++i) {
    look.cells.push_back(value.u16(cells + cell_bytes * i));
  }
}

void take_97(const Sprm& sprm, ParagraphLook& look) {
  const LittleEndian& value = sprm.value;
  switch (sprm.code) {
  case 0x4600: // sprmPIstd
    look.style = value.u16(0);
    break;
  case 0x2640: // sprmPOutLvl
    look.outline = value.u8(0);
    break;
  case 0x460B: // sprmPIlfo
    look.list = value.u16(0);
    break;
  case 0x260A: // sprmPIlvl
    look.level = value.u8(0);
    break;
  case 0x2416: // sprmPFInTable
    look.depth = is_on(value) ? std::max<uint32_t>(look.depth, 1) : 0;
    break;
  case 0x6649: // sprmPItap
    look.depth = std::min<uint32_t>(value.u32(0), 100);
    break;
  case 0x244B: // sprmPFInnerTableCell
    look.cell_end = is_on(value);
    break;
  case 0x2417: // sprmPFTtp
  case 0x244C: // sprmPFInnerTtp
    look.row_end = look.row_end || is_on(value);
    break;
  case 0x3404: // sprmTTableHeader
    look.header_row = value.u8(0) == 1;
    break;
  case 0xD608: // sprmTDefTable
    take_table(value, 20, look);
    break;
  default:
    break;
  }
}

void take_6(const Sprm& sprm, ParagraphLook& look) {
  switch (sprm.code) {
  case 2:
    look.style = sprm.value.u16(0);
    break;
  case 24:
    look.depth = is_on(sprm.value) ? 1 : 0;
    break;
  case 25:
    look.row_end = is_on(sprm.value);
    break;
  case 186:
    look.header_row = is_on(sprm.value);
    break;
  case 190:
    take_table(sprm.value, 10, look);
    break;
  default:
    break;
  }
}

} // namespace

void apply_sprms(DocVersion version, LittleEndian list, CharacterLook& look) {
  const bool new_one = version == DocVersion::word97;
  for_each(version, list, [&](const Sprm& sprm) {
    if (sprm.code == (new_one ? 0x0800 : 65)) {
      look.deleted = is_on(sprm.value);
    } else if (sprm.code == (new_one ? 0x083C : 92)) {
      look.hidden = is_on(sprm.value);
    } else if (new_one && sprm.code == 0x6A09) {
      look.symbol = sprm.value.u16(2);
    }
  });
}

void apply_sprms(DocVersion version, LittleEndian list, ParagraphLook& look) {
  for_each(version, list, [&](const Sprm& sprm) {
    if (version == DocVersion::word97) {
      take_97(sprm, look);
    } else {
      take_6(sprm, look);
    }
  });
}

} // namespace readers
