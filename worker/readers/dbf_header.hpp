// SPDX-License-Identifier: Apache-2.0
//
// The header of a dBASE table (.dbf), for what GDAL does not tell: declared
// code page, field types as written, deleted rows. Layout: dBASE III/IV/VII and
// FoxPro table headers.
#pragma once

#include "core/base/result.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

struct DbfField {
  std::string name;  // bytes
  char type = '?';   // C N F D L M …
  uint8_t width = 0; // bytes
  uint8_t decimals = 0;
};

struct DbfHeader {
  uint32_t records = 0; // as declared, deleted rows included
  uint16_t header_bytes = 0;
  uint16_t record_bytes = 0;
  uint8_t language = 0; // language driver id, byte 29
  std::vector<DbfField> fields;
};

// From the first bytes of a file (64 KiB are enough for 2,000 fields).
// Errc::corrupt says what does not fit.
base::Result<DbfHeader> parse_dbf_header(std::string_view head);

struct DbfRows {
  uint64_t present = 0; // whole records that the file holds, at most `records`
  uint64_t deleted = 0; // of them, marked '*'
};
// Reads the mark of every record.
base::Result<DbfRows> count_dbf_rows(const std::string& path,
                                     const DbfHeader& header);

// The encoding that a language driver id stands for ("windows-1252"); "" if it
// names none.
std::string_view encoding_of_language(uint8_t language);

} // namespace readers
