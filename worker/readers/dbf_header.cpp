// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/dbf_header.hpp"

#include "core/base/fd.hpp"

#include <algorithm>

namespace readers {
namespace {

uint32_t little(std::string_view bytes, size_t at, size_t size) {
  uint32_t value = 0;
  for (size_t i = size; i-- > 0;) {
    value = value << 8 | static_cast<uint8_t>(bytes[at + i]);
  }
  return value;
}

} // namespace

base::Result<DbfHeader> parse_dbf_header(std::string_view head) {
  constexpr size_t k_fixed = 32;
  if (head.size() < k_fixed + 1) {
    return base::fail(base::Errc::corrupt, "shorter than a dBASE header");
  }
  DbfHeader out;
  out.records = little(head, 4, 4);
  out.header_bytes = static_cast<uint16_t>(little(head, 8, 2));
  out.record_bytes = static_cast<uint16_t>(little(head, 10, 2));
  out.language = static_cast<uint8_t>(head[29]);
  if (out.header_bytes < k_fixed + 1 || out.record_bytes == 0) {
    return base::fail(base::Errc::corrupt,
                      "the dBASE header gives a size of 0");
  }
  const size_t end = std::min<size_t>(out.header_bytes, head.size());
  for (size_t at = k_fixed; at + 32 <= end && head[at] != '\r'; at += 32) {
    std::string name(head.substr(at, 11));
    name.resize(std::min(name.find('\0'), name.size()));
    out.fields.push_back({std::move(name), head[at + 11],
                          static_cast<uint8_t>(head[at + 16]),
                          static_cast<uint8_t>(head[at + 17])});
  }
  return out;
}

base::Result<DbfRows> count_dbf_rows(const std::string& path,
                                     const DbfHeader& header) {
  TRY_ASSIGN(const base::Fd fd, base::open_regular(path));
  DbfRows out;
  std::vector<std::byte> block(size_t{header.record_bytes} *
                               (1 + (1U << 20) / header.record_bytes));
  uint64_t offset = header.header_bytes;
  while (out.present < header.records) {
    TRY_ASSIGN(const size_t got, base::read_at(fd, block, offset));
    const size_t whole = got / header.record_bytes;
    for (size_t i = 0; i < whole && out.present < header.records; ++i) {
      out.deleted += block[i * header.record_bytes] == std::byte{'*'};
      ++out.present;
    }
    if (got < block.size()) {
      break;
    }
    offset += got;
  }
  return out;
}

std::string_view encoding_of_language(uint8_t language) {
  switch (language) {
  case 0x01:
    return "IBM437";
  case 0x02:
    return "IBM850";
  case 0x03:
  case 0x57:
  case 0x58:
  case 0x59:
    return "windows-1252";
  case 0x64:
    return "IBM852";
  case 0x65:
  case 0x26:
    return "IBM866";
  case 0xc8:
    return "windows-1250";
  case 0xc9:
    return "windows-1251";
  case 0xca:
    return "windows-1254";
  case 0xcb:
    return "windows-1253";
  case 0x4d:
  case 0x7a:
    return "GBK";
  case 0x13:
  case 0x7b:
    return "Shift_JIS";
  default:
    return "";
  }
}

} // namespace readers
