// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/segy_header.hpp"

#include <array>
#include <bit>

namespace readers::segy {
namespace {

constexpr std::array<SampleFormat, 14> k_formats{{
    {1, 4, "IBM float32"},
    {2, 4, "int32"},
    {3, 2, "int16"},
    {4, 4, "fixed point with gain, 32 bit"},
    {5, 4, "IEEE float32"},
    {6, 8, "IEEE float64"},
    {7, 3, "int24"},
    {8, 1, "int8"},
    {9, 8, "int64"},
    {10, 4, "uint32"},
    {11, 2, "uint16"},
    {12, 8, "uint64"},
    {15, 3, "uint24"},
    {16, 1, "uint8"},
}};

bool is_revision(uint8_t major, uint8_t minor) {
  return (major == 0 && minor == 0) || (major == 1 && minor == 0) ||
         (major == 2 && minor <= 1);
}

// Revision 1 makes it one number with the point between the bytes, so that a
// little-endian writer swaps them; revision 2 makes it two bytes. Either way
// round is read in a little-endian file, where no valid pair is ambiguous.
std::optional<Revision> revision_of(std::string_view raw, Order order) {
  const auto a = static_cast<uint8_t>(raw[0]);
  const auto b = static_cast<uint8_t>(raw[1]);
  if (is_revision(a, b)) {
    return Revision{a, b};
  }
  if (order == Order::little && is_revision(b, a)) {
    return Revision{b, a};
  }
  return std::nullopt;
}

void parse_revision2(const Fields& at, BinaryHeader& head) {
  head.extended_traces_per_ensemble = at.signed_at(3261, 4);
  head.extended_samples = at.unsigned_at(3269, 4);
  head.extended_interval = at.double_at(3273);
  // Four bytes in 2.0; 2.1 takes the last two for the survey type.
  head.extra_trace_headers = at.signed_at(3507, 2);
  if (head.extra_trace_headers == 0 && head.revision->minor == 0) {
    head.extra_trace_headers = at.signed_at(3507, 4);
  }
  head.survey_type =
      head.revision->minor >= 1 ? at.signed_at(3509, 2) : int64_t{0};
  head.time_basis = at.signed_at(3511, 2);
  head.trace_count = at.unsigned_at(3513, 8);
  head.first_trace = at.unsigned_at(3521, 8);
  head.trailers = at.signed_at(3529, 4);
}

} // namespace

std::string_view name_of(Order order) {
  return order == Order::big ? "big" : "little";
}

uint64_t Fields::other_width(const char* raw, size_t width) const {
  uint64_t value = 0;
  for (size_t i = 0; i < width; ++i) {
    const size_t from = m_order == Order::big ? i : width - 1 - i;
    value = value << 8 | static_cast<uint8_t>(raw[from]);
  }
  return value;
}

double Fields::double_at(size_t position) const {
  return std::bit_cast<double>(unsigned_at(position, 8));
}

uint64_t BinaryHeader::declared_samples() const {
  return at_least(2) && extended_samples != 0 ? extended_samples : samples;
}

double BinaryHeader::declared_interval() const {
  const bool extended = at_least(2) && extended_interval > 0;
  return extended ? extended_interval : static_cast<double>(interval);
}

BinaryHeader parse_binary_header(std::string_view reel, Order order) {
  const Fields at(reel, 1, order);
  BinaryHeader head;
  head.order = order;
  head.job = at.signed_at(3201, 4);
  head.line = at.signed_at(3205, 4);
  head.reel = at.signed_at(3209, 4);
  head.traces_per_ensemble = at.signed_at(3213, 2);
  head.auxiliary_traces = at.signed_at(3215, 2);
  head.interval = at.unsigned_at(3217, 2);
  head.samples = at.unsigned_at(3221, 2);
  head.format = at.signed_at(3225, 2);
  head.fold = at.signed_at(3227, 2);
  head.sorting = at.signed_at(3229, 2);
  head.measurement = at.signed_at(3255, 2);
  head.revision_raw = reel.substr(3500, 2);
  head.revision = revision_of(head.revision_raw, order);
  head.fixed_length = at.signed_at(3503, 2);
  head.extended_texts = at.signed_at(3505, 2);
  if (head.at_least(2)) {
    parse_revision2(at, head);
  }
  return head;
}

OrderMark order_mark(std::string_view reel) {
  switch (Fields(reel, 1, Order::big).unsigned_at(3297, 4)) {
  case 0:
    return OrderMark::none;
  case 0x01020304:
    return OrderMark::big;
  case 0x04030201:
    return OrderMark::little;
  case 0x02010403:
    return OrderMark::pairwise;
  default:
    return OrderMark::other;
  }
}

TraceHeader parse_trace_header(std::string_view bytes, Order order) {
  const Fields at(bytes, 1, order);
  TraceHeader head;
  head.line_sequence = at.signed_at(1, 4);
  head.file_sequence = at.signed_at(5, 4);
  head.field_record = at.signed_at(9, 4);
  head.field_trace = at.signed_at(13, 4);
  head.shot_point = at.signed_at(17, 4);
  head.ensemble = at.signed_at(21, 4);
  head.ensemble_trace = at.signed_at(25, 4);
  head.identification = at.signed_at(29, 2);
  head.offset = at.signed_at(37, 4);
  head.scalar = at.signed_at(71, 2);
  head.source_x = at.signed_at(73, 4);
  head.source_y = at.signed_at(77, 4);
  head.group_x = at.signed_at(81, 4);
  head.group_y = at.signed_at(85, 4);
  head.coordinate_units = at.signed_at(89, 2);
  head.delay_ms = at.signed_at(109, 2);
  head.samples = at.unsigned_at(115, 2);
  head.interval = at.unsigned_at(117, 2);
  head.cdp_x = at.signed_at(181, 4);
  head.cdp_y = at.signed_at(185, 4);
  head.inline_number = at.signed_at(189, 4);
  head.crossline_number = at.signed_at(193, 4);
  return head;
}

int64_t trace_field(std::string_view bytes, size_t position, size_t width,
                    Order order) {
  return Fields(bytes, 1, order).signed_at(position, width);
}

const SampleFormat* sample_format(int64_t code) {
  for (const auto& format : k_formats) {
    if (format.code == code) {
      return &format;
    }
  }
  return nullptr;
}

const char* sorting_name(int64_t code) {
  static constexpr std::array<const char*, 11> k_names{
      "other",
      nullptr, // 0: unknown, which is no fact
      "as recorded",
      "CDP ensemble",
      "single fold continuous profile",
      "horizontally stacked",
      "common source point",
      "common receiver point",
      "common offset point",
      "common mid-point",
      "common conversion point",
  };
  const auto at = static_cast<uint64_t>(code + 1);
  return at < k_names.size() ? k_names[at] : nullptr;
}

} // namespace readers::segy
