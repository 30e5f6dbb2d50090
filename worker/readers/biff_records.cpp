// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/biff_records.hpp"

#include "core/domain/encoding.hpp"
#include "worker/readers/ole_text.hpp"

#include <algorithm>

namespace readers {
namespace {

constexpr size_t k_record_header = 4;
constexpr uint16_t k_continue = 0x003C;
constexpr uint16_t k_no_record = 0xFFFF;

} // namespace

base::Result<bool> BiffRecords::next(BiffRecord& record) {
  TRY_ASSIGN(const std::string_view header,
             m_source->at(m_at, k_record_header));
  if (header.size() < k_record_header) {
    return false;
  }
  const LittleEndian head(header);
  record.type = head.u16(0);
  record.offset = m_at;
  const size_t length = head.u16(2);
  TRY_ASSIGN(const std::string_view data,
             m_source->at(m_at + k_record_header, length));
  record.data = LittleEndian(data);
  m_at += k_record_header + length;
  return true;
}

base::Result<uint16_t> BiffRecords::next_type() {
  TRY_ASSIGN(const std::string_view header,
             m_source->at(m_at, k_record_header));
  return header.size() < k_record_header ? k_no_record
                                         : LittleEndian(header).u16(0);
}

base::Result<bool> ContinuedRecord::at_end() {
  while (m_pos >= m_data.size()) {
    TRY_ASSIGN(const uint16_t type, m_records->next_type());
    BiffRecord record;
    if (type != k_continue) {
      return true;
    }
    TRY_ASSIGN(const bool more, m_records->next(record));
    if (!more) {
      return true;
    }
    m_data = record.data.all();
    m_pos = 0;
  }
  return false;
}

base::Result<uint32_t> ContinuedRecord::number(size_t bytes) {
  uint32_t out = 0;
  for (size_t i = 0; i < bytes; ++i) {
    TRY_ASSIGN(const bool end, at_end());
    if (end) {
      break;
    }
    out |= uint32_t{static_cast<uint8_t>(m_data[m_pos++])} << 8 * i;
  }
  return out;
}

base::Result<uint8_t> ContinuedRecord::u8() {
  TRY_ASSIGN(const uint32_t value, number(1));
  return static_cast<uint8_t>(value);
}

base::Result<uint16_t> ContinuedRecord::u16() {
  TRY_ASSIGN(const uint32_t value, number(2));
  return static_cast<uint16_t>(value);
}

base::Result<uint32_t> ContinuedRecord::u32() { return number(4); }

base::Result<void> ContinuedRecord::skip(uint64_t bytes) {
  while (bytes > 0) {
    TRY_ASSIGN(const bool end, at_end());
    if (end) {
      break;
    }
    const size_t size = std::min<uint64_t>(bytes, m_data.size() - m_pos);
    m_pos += size;
    bytes -= size;
  }
  return {};
}

base::Result<std::string> ContinuedRecord::characters(size_t count, bool wide) {
  std::string out;
  while (count > 0) {
    const bool crossed = m_pos >= m_data.size();
    TRY_ASSIGN(const bool end, at_end());
    if (end) {
      break;
    }
    if (crossed) {
      wide = (m_data[m_pos++] & 1) != 0;
    }
    const size_t width = wide ? 2 : 1;
    const size_t here = std::min(count, (m_data.size() - m_pos) / width);
    const auto bytes = std::string_view(m_data).substr(m_pos, here * width);
    out += wide ? text_of_utf16(bytes) : text_of_latin1(bytes);
    m_pos += here * width;
    count -= here;
    if (count > 0) {
      m_pos = m_data.size(); // half a character at the end is none
    }
  }
  return out;
}

base::Result<std::string> ContinuedRecord::rich_string() {
  TRY_ASSIGN(const uint16_t count, u16());
  TRY_ASSIGN(const uint8_t flags, u8());
  uint64_t behind = 0;
  if ((flags & 8) != 0) {
    TRY_ASSIGN(const uint16_t runs, u16());
    behind += uint64_t{runs} * 4;
  }
  if ((flags & 4) != 0) {
    TRY_ASSIGN(const uint32_t phonetic, u32());
    behind += phonetic;
  }
  TRY_ASSIGN(std::string text, characters(count, (flags & 1) != 0));
  TRY(skip(behind));
  return text;
}

BiffText biff_text(LittleEndian data, size_t at, size_t width, bool biff8,
                   const std::string& encoding) {
  const size_t count = width == 1 ? data.u8(at) : data.u16(at);
  size_t from = at + width;
  if (!biff8) {
    const auto bytes = data.bytes(from, count);
    return {domain::decode_text(bytes, encoding).text, from + count};
  }
  const uint8_t flags = data.u8(from++);
  from += (flags & 8) != 0 ? 2 : 0;
  from += (flags & 4) != 0 ? 4 : 0;
  const size_t size = (flags & 1) != 0 ? 2 * count : count;
  const auto bytes = data.bytes(from, size);
  return {(flags & 1) != 0 ? text_of_utf16(bytes) : text_of_latin1(bytes),
          from + size};
}

} // namespace readers
