// SPDX-License-Identifier: Apache-2.0
//
// The styles of a Word document, as far as they say what a paragraph is.
// Source: [MS-DOC] 2.9.270 (STSH) to 2.9.260 (STD).
#pragma once

#include "worker/readers/doc_fib.hpp"
#include "worker/readers/doc_sprms.hpp"

#include <cstdint>
#include <vector>

namespace readers {

class DocStyles {
public:
  static constexpr size_t k_most = 0x0FFE;

  // Empty where there are none.
  static DocStyles parse(const DocFib& fib, LittleEndian table);

  // What a paragraph of that style looks like, with the styles it is based on.
  const ParagraphLook& look(uint16_t style) const;
  bool is_title(uint16_t style) const; // the style that Word calls Title

private:
  struct Style {
    uint16_t built_in = 0x0FFE; // Word's own number of it
    uint16_t base = 0x0FFF;
    LittleEndian list;
    ParagraphLook look;
  };
  void resolve(DocVersion version);
  std::vector<Style> m_styles;
};

} // namespace readers
