// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/little_endian.hpp"
#include "worker/readers/tnef.hpp"

#include <algorithm>
#include <utility>

namespace readers {
namespace {

constexpr size_t padded(size_t size) {
  return (size + 3) & ~size_t{3};
}

// Reads one list. Every step goes forward, so it ends with the bytes.
class PropertyList {
public:
  PropertyList(std::string_view bytes, size_t& at, MapiProperties& out)
      : m_bytes(bytes), m_at(at), m_out(out) {}

  bool run() {
    if (!m_bytes.has(m_at, 4)) {
      return false;
    }
    const uint32_t count = m_bytes.u32(m_at);
    m_at += 4;
    for (uint32_t i = 0; i < count; ++i) {
      if (!one()) {
        return false;
      }
    }
    return true;
  }

private:
  bool one() {
    if (!m_bytes.has(m_at, 4)) {
      return false;
    }
    const uint16_t type = m_bytes.u16(m_at);
    uint16_t id = m_bytes.u16(m_at + 2);
    m_at += 4;
    if (id >= 0x8000 && !skip_name()) {
      return false;
    }
    const auto single = static_cast<uint16_t>(type & ~mapi::k_multiple);
    const bool multiple = (type & mapi::k_multiple) != 0;
    const bool sized = single == mapi::k_string8 || single == mapi::k_unicode ||
                       single == mapi::k_binary || single == mapi::k_object;
    uint32_t values = 1;
    if (sized || multiple) {
      if (!m_bytes.has(m_at, 4)) {
        return false;
      }
      values = m_bytes.u32(m_at);
      m_at += 4;
    }
    for (uint32_t i = 0; i < values; ++i) {
      if (!(sized ? sized_value(id, type) : fixed_value(id, type, single))) {
        return false;
      }
    }
    return true;
  }

  // The name of a named property: its set, and a number or a text.
  bool skip_name() {
    constexpr size_t k_set = 16;
    if (!m_bytes.has(m_at, k_set + 8)) {
      return false;
    }
    const uint32_t kind = m_bytes.u32(m_at + k_set);
    const size_t length = kind == 0 ? 0 : m_bytes.u32(m_at + k_set + 4);
    m_at += k_set + 8;
    if (!m_bytes.has(m_at, length)) {
      return false;
    }
    m_at += std::min(padded(length), m_bytes.size() - m_at);
    return true;
  }

  bool sized_value(uint16_t id, uint16_t type) {
    if (!m_bytes.has(m_at, 4)) {
      return false;
    }
    const size_t length = m_bytes.u32(m_at);
    m_at += 4;
    const bool whole = m_bytes.has(m_at, length);
    m_out.add(id, type, std::string(m_bytes.bytes(m_at, length)));
    m_at += std::min(padded(length), m_bytes.size() - m_at);
    return whole;
  }

  bool fixed_value(uint16_t id, uint16_t type, uint16_t single) {
    const size_t length = size_of(single);
    if (length == 0 || !m_bytes.has(m_at, length)) {
      return false;
    }
    m_out.add(id, type, std::string(m_bytes.bytes(m_at, length)));
    m_at += length;
    return true;
  }

  // [MS-OXTNEF] 2.1.3.4: shorter ones are padded to four bytes. 0: not known.
  static size_t size_of(uint16_t type) {
    switch (type) {
    case mapi::k_int16:
    case mapi::k_int32:
    case mapi::k_bool:
    case 0x0001: // null
    case 0x0004: // float
    case 0x000A: // error
      return 4;
    case 0x0005: // double
    case 0x0006: // currency
    case 0x0007: // application time
    case 0x0014: // int64
    case mapi::k_time:
      return 8;
    case mapi::k_guid:
      return 16;
    default:
      return 0;
    }
  }

  const LittleEndian m_bytes;
  size_t& m_at;
  MapiProperties& m_out;
};

} // namespace

bool parse_tnef_properties(std::string_view bytes, size_t& at,
                           MapiProperties& out) {
  return PropertyList(bytes, at, out).run();
}

} // namespace readers
