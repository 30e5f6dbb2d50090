// SPDX-License-Identifier: Apache-2.0
//
// What Windows metafiles write: the text of their records, with places. EMF
// ([MS-EMF] 2.3.5, 2.2.5), EMF+ ([MS-EMFPLUS] 2.3.4) inside it, and WMF
// ([MS-WMF] 2.3.3). Linear; memory bounded whatever the records claim.
#pragma once

#include "core/base/result.hpp"
#include "worker/readers/byte_window.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

struct MetafileText {
  std::string text; // UTF-8
  double x = 0, y = 0;
  std::optional<double> end; // x behind the last character, if it says so
  uint64_t offset = 0;       // of its record in the file
};

struct Metafile {
  std::string application, title; // of EMF
  std::vector<MetafileText> texts;
  uint64_t text_bytes = 0;
  uint64_t records = 0;
  uint64_t pictures = 0;   // bitmaps it paints
  uint64_t unreadable = 0; // texts that are numbers of glyphs, or of symbols
  bool cut = false;        // it has more text than is kept
  std::string damage;      // "" if it is whole
  uint64_t damage_at = 0;  // byte
};

enum class MetafileKind { none, emf, wmf };
MetafileKind metafile_kind(std::string_view head);

// `tick` is called now and then; its error is returned.
using MetafileTick = std::function<base::Result<void>()>;
base::Result<Metafile> read_emf(ByteWindow& file, const MetafileTick& tick);
base::Result<Metafile> read_wmf(ByteWindow& file, const MetafileTick& tick);

// Adds up to the limits.
void add_text(MetafileText text, Metafile& out);

// The encoding of text in a font with that character set ([MS-WMF] 2.1.1.5);
// "" if the bytes must tell.
std::string encoding_of_charset(uint8_t charset);
inline constexpr uint8_t k_symbol_charset = 2;

// Pieces of one line one after the other; where the places say that there is
// room between them, a blank.
struct MetafileLine {
  std::string text;
  uint64_t offset = 0;
};
std::vector<MetafileLine> lines_of(const std::vector<MetafileText>& texts);

} // namespace readers
