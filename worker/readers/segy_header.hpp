// SPDX-License-Identifier: Apache-2.0
//
// The fixed-size headers of SEG-Y as numbers: SEG Technical Standards, SEG-Y
// rev 0 (1975), rev 1 (2002), rev 2.0 (2017) and 2.1 (2023). Pure functions on
// bytes. Byte positions count from 1 as the standard prints them. A value is
// what stands there: whether it makes sense is decided elsewhere.
#pragma once

#include "core/base/assert.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace readers::segy {

inline constexpr size_t k_text_bytes = 3200;
inline constexpr size_t k_binary_bytes = 400;
inline constexpr size_t k_reel_bytes = k_text_bytes + k_binary_bytes;
inline constexpr size_t k_trace_header_bytes = 240;

enum class Order { big = 1, little = 2 };
std::string_view name_of(Order order);

// Numbers out of a block whose first byte is position `first`.
class Fields {
public:
  // REQUIRES: positions asked for lie within `bytes`.
  Fields(std::string_view bytes, size_t first, Order order)
      : m_bytes(bytes), m_first(first), m_order(order) {}
  uint64_t unsigned_at(size_t position, size_t width) const {
    ASSERT(position >= m_first && position - m_first + width <= m_bytes.size());
    const char* raw = m_bytes.data() + (position - m_first);
    if (width == 4) {
      return word<uint32_t>(raw);
    }
    return width == 2 ? word<uint16_t>(raw) : other_width(raw, width);
  }
  int64_t signed_at(size_t position, size_t width) const {
    const auto shift = static_cast<unsigned>(64 - 8 * width);
    return static_cast<int64_t>(unsigned_at(position, width) << shift) >> shift;
  }
  double double_at(size_t position) const;

private:
  template <class T>
  T word(const char* raw) const {
    T value;
    std::memcpy(&value, raw, sizeof value);
    const bool same = (m_order == Order::little) ==
                      (std::endian::native == std::endian::little);
    if constexpr (sizeof value == 4) {
      return same ? value : __builtin_bswap32(value);
    } else {
      return same ? value : __builtin_bswap16(value);
    }
  }
  uint64_t other_width(const char* raw, size_t width) const;

  std::string_view m_bytes;
  size_t m_first;
  Order m_order;
};

struct Revision {
  uint8_t major = 0;
  uint8_t minor = 0;
  friend bool operator==(const Revision&, const Revision&) = default;
};

struct BinaryHeader {
  Order order = Order::big;
  int64_t job = 0, line = 0, reel = 0;
  int64_t traces_per_ensemble = 0, auxiliary_traces = 0;
  uint64_t interval = 0; // microseconds unless the section is in depth
  uint64_t samples = 0;
  int64_t format = 0;
  int64_t fold = 0, sorting = 0, measurement = 0;
  std::string revision_raw;         // the two bytes
  std::optional<Revision> revision; // absent: no revision has that number
  int64_t fixed_length = 0;
  int64_t extended_texts = 0;
  // Revision 2 and later; 0 in others.
  int64_t extended_traces_per_ensemble = 0;
  uint64_t extended_samples = 0;
  double extended_interval = 0;
  int64_t extra_trace_headers = 0;
  uint64_t trace_count = 0;
  uint64_t first_trace = 0; // byte offset
  int64_t trailers = 0;     // 3200-byte records behind the traces; -1: some
  int64_t survey_type = 0;  // revision 2.1
  int64_t time_basis = 0;   // revision 2

  bool at_least(uint8_t major) const {
    return revision && revision->major >= major;
  }
  // The count of samples and the interval that the revision makes valid.
  uint64_t declared_samples() const;
  double declared_interval() const;
};

// REQUIRES: `reel` holds k_reel_bytes.
BinaryHeader parse_binary_header(std::string_view reel, Order order);

// The byte-order constant of revision 2 (bytes 3297-3300), if it is there.
enum class OrderMark { none, big, little, pairwise, other };
OrderMark order_mark(std::string_view reel);

struct TraceHeader {
  int64_t line_sequence = 0, file_sequence = 0;
  int64_t field_record = 0, field_trace = 0, shot_point = 0;
  int64_t ensemble = 0, ensemble_trace = 0;
  int64_t identification = 0;
  int64_t offset = 0;
  int64_t scalar = 0;
  int64_t source_x = 0, source_y = 0, group_x = 0, group_y = 0;
  int64_t coordinate_units = 0;
  int64_t delay_ms = 0;
  uint64_t samples = 0, interval = 0;
  int64_t cdp_x = 0, cdp_y = 0, inline_number = 0, crossline_number = 0;
};

// REQUIRES: `bytes` holds k_trace_header_bytes.
TraceHeader parse_trace_header(std::string_view bytes, Order order);

// A 32-bit field of a trace header, for positions that a textual header names.
int64_t trace_field(std::string_view bytes, size_t position, size_t width,
                    Order order);

struct SampleFormat {
  int64_t code;
  uint32_t bytes;
  const char* name;
};
// Null for a code that no revision defines.
const SampleFormat* sample_format(int64_t code);

// "common depth point"; null if the standard has no such code.
const char* sorting_name(int64_t code);

} // namespace readers::segy
