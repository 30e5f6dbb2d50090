// SPDX-License-Identifier: Apache-2.0
//
// A Word document paragraph by paragraph: text without field codes, deleted
// text and marks, with what the paragraph is. Source: [MS-DOC] 2.4.1 (text),
// 2.4.3 (tables), 2.8.25 (fields).
#pragma once

#include "worker/readers/doc_pieces.hpp"
#include "worker/readers/doc_runs.hpp"
#include "worker/readers/doc_styles.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace readers {

struct DocParagraph {
  std::string text;   // UTF-8
  std::string hidden; // of it, what is not shown
  ParagraphLook look; // its style's too
  uint32_t begin = 0; // characters of the document, its mark included
  uint32_t end = 0;
  bool cell = false; // it ends a cell
  bool page = false; // a page or a section ends with it
};

// What the walk goes over; all of it is borrowed and outlives the walk.
struct DocSource {
  const DocFib& fib;
  LittleEndian document;
  const std::vector<DocPiece>& pieces;
  const std::vector<CharacterRun>& characters;
  const std::vector<ParagraphRun>& paragraphs;
  const DocStyles& styles;
};

using TakeParagraph = std::function<base::Result<void>(DocParagraph&)>;

// Hand over the paragraphs of characters [begin, end). An error of `take` ends
// the walk. A paragraph of more than 1 MiB is handed over in parts.
base::Result<void> walk_paragraphs(const DocSource& source, uint32_t begin,
                                   uint32_t end, const TakeParagraph& take);

} // namespace readers
