// SPDX-License-Identifier: Apache-2.0
//
// dBASE tables (III, IV, FoxPro) with their memo files: the attributes of
// shapefiles, or tables of their own. Rows as the file has them, deleted ones
// too and told apart; bytes are not decoded. Source: the dBASE III+ and Visual
// FoxPro table structures as their vendors publish them.
#pragma once

#include "core/base/result.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace geodata {

struct DbfField {
  std::string name; // bytes
  char type = 'C';
  uint32_t width = 0; // bytes of a row
  uint32_t decimals = 0;
  uint32_t offset = 0; // in a row; 0 is the deletion mark

  std::string form() const; // "C80", "N32.3"
  bool is_text() const { return type == 'C' || is_memo(); }
  bool is_memo() const { return type == 'M'; }
};

struct DbfHeader {
  uint8_t version = 0;
  uint8_t language = 0; // code page mark; encoding_of_language()
  uint64_t records = 0; // as declared, deleted ones too
  uint64_t present = 0; // whole rows that the file holds, at most `records`
  std::string updated;  // "2008-08-01"; "" if it is no date
  std::vector<DbfField> fields;
  std::vector<std::string> damages; // at most a few
};

struct DbfRow {
  uint64_t number = 0; // from 1, deleted ones counted
  bool deleted = false;
  // One a field, without padding. Dates as "2008-08-01", truth values as "T"
  // and "F", binary numbers as text; "" for null.
  std::vector<std::string> values;
};

class DbfFile {
public:
  // Errc::corrupt if there is no header or no field.
  static base::Result<DbfFile> open(const std::string& path,
                                    const std::string& memo_path = {});
  DbfFile(DbfFile&&) noexcept;
  DbfFile& operator=(DbfFile&&) noexcept;
  ~DbfFile();

  const DbfHeader& header() const;
  // False behind the last row.
  base::Result<bool> next(DbfRow& row);
  void rewind();

private:
  struct State;
  explicit DbfFile(std::unique_ptr<State> state);
  std::unique_ptr<State> m_state;
};

// True if `head`, the start of a file of `size` bytes, can be no other kind
// of file in good faith: version, date, lengths and field names fit together.
bool is_dbf_header(std::string_view head, uint64_t size);

// "cp850", "windows-1252" … as decoders know it; "" if the mark says nothing.
std::string encoding_of_language(uint8_t language);

} // namespace geodata
