// SPDX-License-Identifier: Apache-2.0
//
// The records of an Excel workbook (BIFF2 to BIFF8): type, length, bytes.
// Source: [MS-XLS] 2.1.4; "OpenOffice.org's Documentation of the Microsoft
// Excel File Format" for BIFF2 to BIFF5.
#pragma once

#include "worker/readers/byte_source.hpp"
#include "worker/readers/little_endian.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace readers {

struct BiffRecord {
  uint16_t type = 0;
  uint64_t offset = 0; // of its header, in the stream
  LittleEndian data;   // valid until the next call
};

class BiffRecords {
public:
  // `source` is borrowed and outlives this.
  explicit BiffRecords(ByteSource& source) : m_source(&source) {}

  void seek(uint64_t offset) { m_at = offset; }
  uint64_t at() const { return m_at; }
  // False at the end of the stream; the last record may be cut.
  base::Result<bool> next(BiffRecord& record);
  // The type of the next record; 0xFFFF at the end.
  base::Result<uint16_t> next_type();
  const ByteSource& source() const { return *m_source; }

private:
  ByteSource* m_source;
  uint64_t m_at = 0;
};

// A record and the CONTINUE records behind it as one: text that crosses from
// one to the next says anew how wide its characters are ([MS-XLS] 2.5.293).
class ContinuedRecord {
public:
  // `first` was just read from `records`, which is borrowed.
  ContinuedRecord(BiffRecords& records, const BiffRecord& first)
      : m_records(&records), m_data(first.data.all()) {}

  // At the end of the last record: what follows are zeros and "".
  base::Result<bool> at_end();
  base::Result<uint8_t> u8();
  base::Result<uint16_t> u16();
  base::Result<uint32_t> u32();
  base::Result<void> skip(uint64_t bytes);
  // So many characters, of one byte each or of two.
  base::Result<std::string> characters(size_t count, bool wide);
  // XLUnicodeRichExtendedString with what its flags announce.
  base::Result<std::string> rich_string();

private:
  base::Result<uint32_t> number(size_t bytes);

  BiffRecords* m_records;
  std::string m_data;
  size_t m_pos = 0;
};

// An unformatted string in one record: its count has `width` bytes, then in
// BIFF8 come flags. `encoding`: of text of one byte a character before BIFF8.
struct BiffText {
  std::string text;
  size_t end = 0; // behind it
};
BiffText biff_text(LittleEndian data, size_t at, size_t width, bool biff8,
                   const std::string& encoding);

} // namespace readers
