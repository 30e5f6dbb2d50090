// SPDX-License-Identifier: Apache-2.0
//
// Tape image format (TIF): twelve bytes before each record of the tape, three
// 32-bit numbers: kind (0 a record, 1 a file mark), offset of the mark before,
// offset of the next mark; mostly little-endian. Offsets wrap at 4 GiB. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace readers {

inline constexpr size_t k_tape_mark_bytes = 12;

struct TapeMark {
  uint32_t kind = 0;
  uint32_t previous = 0;
  uint32_t next = 0;
  // Where the next mark is, if this one is at `offset`.
  uint64_t next_offset(uint64_t offset) const {
    return offset + static_cast<uint32_t>(next - static_cast<uint32_t>(offset));
  }
};

enum class TapeOrder { none = 0, little = 1, big = 2 };

// The mark in the first 12 of `bytes`, which stand at `offset` of the file;
// nothing if its offsets do not surround it.
std::optional<TapeMark> tape_mark(std::string_view bytes, uint64_t offset,
                                  TapeOrder order);

// Whether a file that begins with `head` has such marks: the first is there,
// and where the next should be there is one too, or `head` ends.
TapeOrder find_tape_marks(std::string_view head);

} // namespace readers
