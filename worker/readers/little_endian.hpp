// SPDX-License-Identifier: Apache-2.0
//
// Numbers out of foreign bytes, low byte first. What would stand behind the
// end is 0, so that no record can make a reader look outside it; who must tell
// a missing field from a zero asks has() first.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace readers {

class LittleEndian {
public:
  LittleEndian() = default;
  explicit LittleEndian(std::string_view bytes) : m_bytes(bytes) {}

  size_t size() const { return m_bytes.size(); }
  bool has(size_t at, size_t length) const {
    return at <= m_bytes.size() && length <= m_bytes.size() - at;
  }
  uint8_t u8(size_t at) const {
    return at < m_bytes.size() ? static_cast<uint8_t>(m_bytes[at]) : uint8_t{0};
  }
  uint16_t u16(size_t at) const {
    return static_cast<uint16_t>(u8(at) | u8(at + 1) << 8);
  }
  uint32_t u32(size_t at) const {
    return uint32_t{u16(at)} | uint32_t{u16(at + 2)} << 16;
  }
  uint64_t u64(size_t at) const {
    return uint64_t{u32(at)} | uint64_t{u32(at + 4)} << 32;
  }
  int16_t i16(size_t at) const { return static_cast<int16_t>(u16(at)); }
  int32_t i32(size_t at) const { return static_cast<int32_t>(u32(at)); }
  double f64(size_t at) const { return std::bit_cast<double>(u64(at)); }

  // What of [at, at + length) there is.
  std::string_view bytes(size_t at, size_t length) const {
    return at < m_bytes.size() ? m_bytes.substr(at, length)
                               : std::string_view();
  }
  LittleEndian part(size_t at, size_t length) const {
    return LittleEndian(bytes(at, length));
  }
  std::string_view all() const { return m_bytes; }

private:
  std::string_view m_bytes;
};

} // namespace readers
