// SPDX-License-Identifier: Apache-2.0
//
// The text of a Word document, which may lie in pieces all over its stream.
// Source: [MS-DOC] 2.8.35 (PlcPcd), 2.9.177 (Pcd), 2.9.38 (Clx).
#pragma once

#include "worker/readers/doc_fib.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace readers {

struct DocPiece {
  uint32_t begin = 0, end = 0; // characters of the document
  uint32_t at = 0;             // byte of the first in the document stream
  bool wide = false;           // two bytes a character
  LittleEndian changes;        // operations on all of it; mostly none
};

struct DocPieces {
  std::vector<DocPiece> pieces; // in order of the text
  std::string damage;           // "" if all made sense
};

// Pieces outside the stream are cut. Together they are no longer than
// the stream twice over: text is not repeated.
DocPieces parse_pieces(const DocFib& fib, LittleEndian document,
                       LittleEndian table);

} // namespace readers
