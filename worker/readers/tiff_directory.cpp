// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/tiff_directory.hpp"

#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <array>

namespace readers {
namespace {

constexpr uint64_t k_most_entries = 4096;        // of one directory
constexpr uint64_t k_most_all_entries = 400'000; // of all of them

constexpr uint16_t k_rational = 5;
constexpr uint16_t k_signed_rational = 10;

size_t size_of(uint16_t type) {
  constexpr std::array<size_t, 19> sizes = {0, 1, 1, 2, 4, 8, 1, 1, 2, 4,
                                            8, 4, 8, 4, 0, 0, 8, 8, 8};
  return type < sizes.size() ? sizes[type] : 0;
}

} // namespace

bool is_tiff(std::string_view head) {
  using namespace std::string_view_literals;
  return head.starts_with("II*\0"sv) || head.starts_with("MM\0*"sv) ||
         head.starts_with("II+\0\x08\0\0\0"sv) ||
         head.starts_with("MM\0+\0\x08\0\0"sv);
}

TiffFile::TiffFile(const ReadBytes& read) : m_read(read) {
  const auto head = m_read(0, 16);
  if (is_tiff(head)) {
    m_little = head.starts_with("II");
    m_big = number(head, 2, 2) == 43;
    m_first = m_big ? number(head, 8, 8) : number(head, 4, 4);
  }
}

uint64_t TiffFile::number(std::string_view bytes, size_t at,
                          size_t size) const {
  uint64_t value = 0;
  for (size_t i = 0; i < size && at + size <= bytes.size(); ++i) {
    const size_t from = m_little ? at + size - 1 - i : at + i;
    value = value << 8 | static_cast<uint8_t>(bytes[from]);
  }
  return value;
}

std::optional<TiffDirectory> TiffFile::directory(uint64_t at) {
  const size_t word = m_big ? 8 : 4;   // of an offset or a count
  const size_t wide = m_big ? 20 : 12; // of an entry
  const size_t lead = m_big ? 8 : 2;
  const uint64_t count = number(m_read(at, lead), 0, lead);
  if (count == 0 || count > k_most_entries ||
      m_entries + count > k_most_all_entries) {
    return std::nullopt;
  }
  m_entries += count;
  const auto end = static_cast<size_t>(count) * wide;
  const auto bytes = m_read(at + lead, end + word);
  TiffDirectory out;
  for (size_t from = 0; from < end && from + wide <= bytes.size();
       from += wide) {
    TiffEntry entry;
    entry.tag = static_cast<uint16_t>(number(bytes, from, 2));
    entry.type = static_cast<uint16_t>(number(bytes, from + 2, 2));
    entry.count = number(bytes, from + 4, word);
    const size_t value = from + 4 + word;
    const bool inside =
        entry.count <= word && entry.count * size_of(entry.type) <= word;
    entry.at = inside ? at + lead + value : number(bytes, value, word);
    out.entries.push_back(entry);
  }
  out.whole = bytes.size() >= end;
  out.next = number(bytes, end, word);
  return out;
}

uint64_t TiffFile::whole(const TiffEntry& entry, uint64_t index) const {
  const size_t size = size_of(entry.type);
  return index < entry.count && size > 0
             ? number(m_read(entry.at + index * size, size), 0, size)
             : 0;
}

std::optional<double> TiffFile::real(const TiffEntry& entry,
                                     uint64_t index) const {
  if (index >= entry.count) {
    return std::nullopt;
  }
  if (entry.type != k_rational && entry.type != k_signed_rational) {
    return static_cast<double>(whole(entry, index));
  }
  const auto bytes = m_read(entry.at + index * 8, 8);
  const uint64_t below = number(bytes, 4, 4);
  return below == 0 ? std::nullopt
                    : std::optional(static_cast<double>(number(bytes, 0, 4)) /
                                    static_cast<double>(below));
}

std::string TiffFile::text(const TiffEntry& entry, size_t most) const {
  const auto bytes = m_read(
      entry.at, static_cast<size_t>(std::min<uint64_t>(entry.count, most)));
  return squeeze(clean_utf8(bytes.substr(0, bytes.find('\0'))));
}

} // namespace readers
