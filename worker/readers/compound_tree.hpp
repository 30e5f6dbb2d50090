// SPDX-License-Identifier: Apache-2.0
//
// The directory of a compound file ([MS-CFB] 2.6): entries of 128 bytes that
// point at each other as trees. Private to compound_file.cpp.
#pragma once

#include "worker/readers/compound_file.hpp"
#include "worker/readers/little_endian.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace readers {

struct RawEntry {
  std::string name;
  uint8_t type = 0; // 0 unused, 1 storage, 2 stream, 5 root
  uint32_t left = 0, right = 0, child = 0;
  std::string clsid;
  uint32_t start = 0;
  uint64_t size = 0;
};

// REQUIRES: 128 bytes. Sizes have 64 bits in files of 4096-byte sectors only.
RawEntry raw_entry(LittleEndian bytes, bool long_sizes);

struct EntryTree {
  std::vector<CompoundEntry> entries; // the root first
  std::string damage;                 // "" if every pointer made sense
};

// Each entry once, whatever the pointers say. REQUIRES: not empty.
EntryTree link_entries(std::vector<RawEntry> raw);

bool same_entry_name(std::string_view a, std::string_view b);

} // namespace readers
