// SPDX-License-Identifier: Apache-2.0
//
// The records of a PowerPoint document, which hold records. Source: [MS-PPT]
// 2.3.1 (RecordHeader), 2.13.24 (types); [MS-ODRAW] 2.2.1 for those from F000.
#pragma once

#include "worker/readers/little_endian.hpp"

#include <cstdint>
#include <optional>

namespace readers {

enum class PptType : uint16_t {
  document = 0x03E8,
  slide = 0x03EE,
  slide_atom = 0x03EF,
  notes = 0x03F0,
  notes_atom = 0x03F1,
  slide_persist = 0x03F3,
  main_master = 0x03F8,
  show_info = 0x03F9,
  vba_info = 0x03FF,
  vba_atom = 0x0400,
  objects = 0x0409,
  placeholder = 0x0BC3,
  outline_text = 0x0F9E,
  text_header = 0x0F9F,
  text_chars = 0x0FA0,
  text_bytes = 0x0FA8,
  string = 0x0FBA,
  object_atom = 0x0FC3,
  embedded = 0x0FCC,
  header_footer = 0x0FD9,
  slide_list = 0x0FF0,
  user_edit = 0x0FF5,
  object_storage = 0x1011,
  persist_directory = 0x1772,
  comment = 0x2EE0,
  shape_group = 0xF003,
  shape = 0xF004,
  shape_place = 0xF00F, // in the group
  text_box = 0xF00D,
  shape_options = 0xF122, // the third table of them
};

struct PptRecord {
  uint16_t type = 0;
  uint16_t instance = 0;
  bool container = false;
  size_t at = 0; // of its header, in what it was read from
  LittleEndian data;
  bool is(PptType wanted) const {
    return type == static_cast<uint16_t>(wanted);
  }
};

// The record at `at`, cut where the bytes end; nothing if there is no header.
inline std::optional<PptRecord> ppt_record(LittleEndian bytes, size_t at) {
  if (!bytes.has(at, 8)) {
    return std::nullopt;
  }
  const uint16_t head = bytes.u16(at);
  return PptRecord{bytes.u16(at + 2), static_cast<uint16_t>(head >> 4),
                   (head & 0xF) == 0xF, at,
                   bytes.part(at + 8, bytes.u32(at + 4))};
}

// Each record in `bytes`, in order; those within them are not looked at.
template <typename Take>
void for_each_record(LittleEndian bytes, const Take& take) {
  size_t at = 0;
  while (const auto record = ppt_record(bytes, at)) {
    take(*record);
    at += 8 + record->data.size();
  }
}

inline constexpr int k_most_ppt_depth = 40;

// Each record within `bytes`, however deep, its container first; `take` says
// whether to look into it. No deeper than k_most_ppt_depth.
template <typename Take>
void for_each_within(LittleEndian bytes, const Take& take, int depth = 0) {
  if (depth < k_most_ppt_depth) {
    for_each_record(bytes, [&](const PptRecord& record) {
      if (take(record) && record.container) {
        for_each_within(record.data, take, depth + 1);
      }
    });
  }
}

} // namespace readers
