// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/doc_pieces.hpp"

#include <algorithm>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_piece_bytes = 8;
// Of a list of operations that pieces refer to: what is behind is left out,
// since every piece may refer to it.
constexpr size_t k_most_changes = 1024;

struct Found {
  LittleEndian list;                 // PlcPcd
  std::vector<LittleEndian> changes; // that pieces refer to
};

// Lists of operations, each behind a 1; then behind a 2 the pieces.
Found split(LittleEndian clx) {
  Found out;
  size_t at = 0;
  // Pieces have 15 bits to refer to one.
  while (clx.u8(at) == 1 && clx.has(at, 3) && out.changes.size() < 0x8000) {
    const size_t size = clx.u16(at + 1);
    out.changes.push_back(clx.part(at + 3, std::min(size, k_most_changes)));
    at += 3 + size;
  }
  if (clx.u8(at) == 2) {
    out.list = clx.part(at + 5, clx.u32(at + 1));
  }
  return out;
}

// One piece, as documents that were saved in one go have it.
DocPiece whole_text(const DocFib& fib) {
  uint64_t count = 0;
  for (const uint32_t characters : fib.characters) {
    count += characters;
  }
  const uint64_t room =
      fib.text_end > fib.text_at ? fib.text_end - fib.text_at : 0;
  return {0,
          static_cast<uint32_t>(std::min<uint64_t>(count, room)),
          fib.text_at,
          false,
          {}};
}

} // namespace

DocPieces parse_pieces(const DocFib& fib, LittleEndian document,
                       LittleEndian table) {
  DocPieces out;
  const Found found = split(table.part(fib.pieces.at, fib.pieces.size));
  const LittleEndian& list = found.list;
  const bool new_one = fib.version == DocVersion::word97;
  if (list.size() < 4 + 4 + k_piece_bytes) {
    out.pieces.push_back(whole_text(fib));
    if (new_one || fib.complex) {
      out.damage = "no table of its pieces: text is taken as it stands";
    }
  }
  const size_t count =
      list.size() < 4 ? 0 : (list.size() - 4) / (4 + k_piece_bytes);
  for (size_t i = 0; i < count; ++i) {
    const size_t at = 4 * (count + 1) + k_piece_bytes * i;
    DocPiece piece{
        list.u32(4 * i), list.u32(4 * (i + 1)), list.u32(at + 2), false, {}};
    if (new_one) {
      piece.wide = (piece.at & 0x40000000) == 0;
      piece.at &= 0x3FFFFFFF;
      piece.at /= piece.wide ? 1 : 2;
    }
    const uint16_t change = list.u16(at + 6);
    if ((change & 1) != 0 && change / 2 < found.changes.size()) {
      piece.changes = found.changes[change / 2];
    }
    out.pieces.push_back(piece);
  }
  uint64_t room = 2 * uint64_t{document.size()};
  uint32_t last = 0;
  std::vector<DocPiece> kept;
  for (DocPiece piece : std::exchange(out.pieces, {})) {
    const uint64_t width = piece.wide ? 2 : 1;
    const uint64_t there =
        piece.at < document.size() ? (document.size() - piece.at) / width : 0;
    const bool ordered = piece.begin >= last && piece.end >= piece.begin;
    const uint64_t wanted = ordered ? piece.end - piece.begin : 0;
    const uint64_t length = std::min({wanted, there, room / width});
    if (!ordered || length < wanted) {
      out.damage = "a piece of its text is outside the file, or out of order";
    }
    if (length > 0) {
      room -= length * width;
      piece.end = piece.begin + static_cast<uint32_t>(length);
      last = piece.end;
      kept.push_back(piece);
    }
  }
  out.pieces = std::move(kept);
  return out;
}

} // namespace readers
