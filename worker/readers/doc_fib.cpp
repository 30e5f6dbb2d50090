// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/doc_fib.hpp"

#include "worker/readers/ole_text.hpp"

namespace readers {
namespace {

constexpr uint16_t k_word2 = 0xA5DB;
constexpr uint16_t k_word6 = 0xA5DC;
constexpr uint16_t k_word97 = 0xA5EC;

// Of the language that Word was set to ([MS-LCID], the primary one).
uint32_t code_page_of(uint16_t language) {
  switch (language & 0x3FF) {
  case 0x05: // Czech
  case 0x0E: // Hungarian
  case 0x15: // Polish
  case 0x18: // Romanian
  case 0x1A: // Croatian, Serbian
  case 0x1B: // Slovak
  case 0x24: // Slovenian
    return 1250;
  case 0x02: // Bulgarian
  case 0x19: // Russian
  case 0x22: // Ukrainian
  case 0x23: // Belarusian
    return 1251;
  case 0x08:
    return 1253; // Greek
  case 0x1F:
    return 1254; // Turkish
  case 0x0D:
    return 1255; // Hebrew
  case 0x01:
    return 1256; // Arabic
  case 0x25:     // Estonian
  case 0x26:     // Latvian
  case 0x27:     // Lithuanian
    return 1257;
  case 0x11:
    return 932; // Japanese
  case 0x12:
    return 949; // Korean
  case 0x04:
    return language == 0x0804 ? 936 : 950; // Chinese
  case 0x1E:
    return 874; // Thai
  default:
    return 1252;
  }
}

DocPart part_at(LittleEndian bytes, size_t at) {
  return {bytes.u32(at), bytes.u32(at + 4)};
}

void fill_word97(LittleEndian bytes, DocFib& fib) {
  // Without it, all of the text is in one piece from text_at on.
  for (size_t i = 0; i < k_doc_stories; ++i) {
    fib.characters[i] = bytes.u32(0x4C + 4 * i);
  }
  constexpr size_t pairs = 0x9A;
  const auto part = [&](size_t index) {
    return part_at(bytes, pairs + 8 * index);
  };
  fib.styles = part(1);
  fib.comment_marks = part(4);
  fib.comment_texts = part(5);
  fib.character_runs = part(12);
  fib.paragraph_runs = part(13);
  fib.pieces = part(33);
  fib.comment_owners = part(36);
  fib.lists = part(73);
  fib.list_overrides = part(74);
}

void fill_word6(LittleEndian bytes, DocFib& fib) {
  for (size_t i = 0; i < k_doc_stories; ++i) {
    fib.characters[i] = bytes.u32(0x34 + 4 * i);
  }
  if (fib.version == DocVersion::word2) {
    // Only the first five are there.
    fib.characters[5] = fib.characters[6] = fib.characters[7] = 0;
    return;
  }
  fib.styles = part_at(bytes, 0x60);
  fib.comment_texts = part_at(bytes, 0x80);
  fib.character_runs = part_at(bytes, 0xB8);
  fib.paragraph_runs = part_at(bytes, 0xC0);
  fib.pieces = part_at(bytes, 0x160);
}

} // namespace

base::Result<DocFib> parse_doc_fib(LittleEndian document) {
  const uint16_t mark = document.u16(0);
  DocFib fib;
  if (mark == k_word97) {
    fib.version = DocVersion::word97;
  } else if (mark == k_word6) {
    fib.version = DocVersion::word6;
  } else if (mark == k_word2) {
    fib.version = DocVersion::word2;
  } else {
    return base::fail(base::Errc::corrupt,
                      "not a readable Word document: its stream does not begin "
                      "as one (byte 0 of it)");
  }
  const size_t least = fib.version == DocVersion::word97  ? 0x1AA
                       : fib.version == DocVersion::word6 ? 0x168
                                                          : 0x80;
  if (!document.has(0, least)) {
    return base::fail(base::Errc::corrupt,
                      "not a readable Word document: it ends inside its header "
                      "(byte " +
                          std::to_string(document.size()) + " of its stream)");
  }
  const uint16_t flags = document.u16(0x0A);
  if ((flags & 0x0100) != 0) {
    return base::fail(base::Errc::unsupported,
                      "password-protected: its text is encrypted; save it "
                      "without a password");
  }
  fib.complex = (flags & 0x0004) != 0;
  fib.second_table = (flags & 0x0200) != 0;
  fib.language = document.u16(0x06);
  const bool macintosh = document.u8(0x12) == 1 || document.u16(0x14) == 256;
  fib.encoding = fib.version == DocVersion::word97 ? "windows-1252"
                 : macintosh
                     ? "macintosh"
                     : encoding_of_code_page(code_page_of(fib.language));
  fib.text_at = document.u32(0x18);
  fib.text_end = document.u32(0x1C);
  if (fib.version == DocVersion::word97) {
    fill_word97(document, fib);
  } else {
    fill_word6(document, fib);
  }
  return fib;
}

bool is_flat_word(std::string_view head) {
  const LittleEndian bytes(head);
  const uint32_t text_at = bytes.u32(0x18);
  const bool placed = text_at >= 0x80 && text_at <= bytes.u32(0x1C) &&
                      bytes.u32(0x1C) <= bytes.u32(0x20);
  return bytes.has(0, 0x80) && placed &&
         (bytes.u16(0) == k_word2 || bytes.u16(0) == k_word6);
}

// [Write for Windows]: 31 BE, or 32 BE with objects; no formatting of
// characters before the text.
bool is_write(std::string_view head) {
  const LittleEndian bytes(head);
  const uint16_t mark = bytes.u16(0);
  return bytes.has(0, 0x80) && (mark == 0xBE31 || mark == 0xBE32) &&
         bytes.u16(2) == 0 && bytes.u16(4) == 0xAB00 &&
         bytes.u32(0x0E) >= 0x80 && bytes.u16(0x60) != 0;
}

} // namespace readers
