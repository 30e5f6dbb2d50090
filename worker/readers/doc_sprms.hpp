// SPDX-License-Identifier: Apache-2.0
//
// How a Word document changes the properties of characters, paragraphs and
// rows: lists of operations. Source: [MS-DOC] 2.2.5, 2.6; for Word 6 as
// doc_fib.hpp. Pure.
#pragma once

#include "worker/readers/doc_fib.hpp"
#include "worker/readers/little_endian.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace readers {

struct CharacterLook {
  bool deleted = false; // by a change that is tracked
  bool hidden = false;
  uint16_t symbol = 0; // the character that "(" stands for; 0: none
  friend bool operator==(const CharacterLook&, const CharacterLook&) = default;
};
void apply_sprms(DocVersion version, LittleEndian list, CharacterLook& look);

struct ParagraphLook {
  uint16_t style = 0;
  std::optional<uint8_t> outline; // 0 to 8; 9: running text
  std::optional<uint16_t> list;   // number of the list override; 0: none
  std::optional<uint8_t> level;   // in the list
  uint32_t depth = 0;             // of tables around it
  bool cell_end = false;          // of a table within a table
  bool row_end = false;
  bool header_row = false;
  std::vector<int16_t> edges;  // of the row's cells, in twips
  std::vector<uint16_t> cells; // their flags, [MS-DOC] 2.9.315
};
void apply_sprms(DocVersion version, LittleEndian list, ParagraphLook& look);

} // namespace readers
