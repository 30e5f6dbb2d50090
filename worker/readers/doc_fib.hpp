// SPDX-License-Identifier: Apache-2.0
//
// The block at the start of a Word document that says where everything is.
// Source: [MS-DOC] 2.5 (Word 97 to 2003); "Microsoft Word 6.0/95 Binary File
// Format" for the older ones.
#pragma once

#include "core/base/result.hpp"
#include "worker/readers/little_endian.hpp"

#include <array>
#include <cstdint>
#include <string>

namespace readers {

enum class DocVersion { word2 = 2, word6 = 6, word97 = 8 };

struct DocPart { // of the table stream; before Word 97 of the document itself
  uint32_t at = 0;
  uint32_t size = 0;
};

// The texts of a document, one behind the other.
enum class DocStory {
  main = 0,
  footnotes,
  headers,
  macros,
  comments,
  endnotes,
  boxes,
  header_boxes,
};
inline constexpr size_t k_doc_stories = 8;

struct DocFib {
  DocVersion version = DocVersion::word97;
  bool second_table = false; // "1Table" rather than "0Table"
  bool complex = false;      // saved in pieces (Word 6)
  uint16_t language = 0;
  std::string encoding;               // of text of one byte a character
  uint32_t text_at = 0, text_end = 0; // Word 2 and 6, not saved in pieces
  std::array<uint32_t, k_doc_stories> characters{};
  DocPart styles, pieces, character_runs, paragraph_runs;
  DocPart lists, list_overrides;
  DocPart comment_texts, comment_owners, comment_marks;
};

// Errc::corrupt, Errc::unsupported (password): nothing can be read.
base::Result<DocFib> parse_doc_fib(LittleEndian document);

// Whether a file begins as one of Word 2 or of Write does, which stand without
// a compound file around them.
bool is_flat_word(std::string_view head);
bool is_write(std::string_view head);

} // namespace readers
