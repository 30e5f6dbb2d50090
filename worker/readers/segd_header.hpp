// SPDX-License-Identifier: Apache-2.0
//
// The header of a SEG-D record: general header blocks and channel set
// descriptors of revisions 0 to 3 (SEG Technical Standards, SEG-D rev 1 1994,
// rev 2.1 2006, rev 3.0 2009). Pure functions on bytes; byte positions count
// from 1 within a block of 32 bytes, as the standard prints them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers::segd {

inline constexpr size_t k_block_bytes = 32;

struct ChannelSet {
  int64_t scan_type = 0, number = 0;
  double start_ms = 0, end_ms = 0;
  uint64_t channels = 0;
  int type = 0; // of channels: 1 seismic …; revision 3 has other codes
  std::optional<double> interval_us; // revision 3
  std::optional<int64_t> alias_hz;   // up to revision 2
  uint64_t offset = 0;               // byte in the file
};

struct Header {
  uint64_t start = 0; // byte of the file where it begins; 128 behind a label
  std::string label;  // of the storage unit, its text; "" if there is none
  uint64_t file_number = 0;
  std::string format_code; // four digits
  int revision_major = 0, revision_minor = 0;
  int year = 0;     // two digits
  int day = 0;      // of the year
  std::string time; // "13:04:15"
  int manufacturer = 0, serial = 0;
  double interval_us = 0;                 // base scan interval
  std::optional<double> record_length_ms; // absent: not said
  int record_type = 0;
  uint64_t scan_types = 0, channel_sets = 0;
  uint64_t additional_blocks = 0, extended_blocks = 0, external_blocks = 0;
  bool is_revision3() const { return revision_major >= 3; }
};

// Nothing if no SEG-D record begins here or behind a storage unit label.
std::optional<Header> parse_header(std::string_view head);

// Descriptors that `bytes` holds whole; `bytes` begins behind the general
// header blocks, at `offset` of the file. At most `most`.
std::vector<ChannelSet> parse_channel_sets(const Header& header,
                                           std::string_view bytes,
                                           uint64_t offset, size_t most);

// "IEEE float32, demultiplexed"; null for a code that no revision has.
const char* format_name(std::string_view code);
const char* record_type_name(int type);
const char* channel_type_name(int type, bool revision3);

} // namespace readers::segd
