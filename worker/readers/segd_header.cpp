// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/segd_header.hpp"

#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <array>
#include <cstdio>
#include <utility>

namespace readers::segd {
namespace {

constexpr uint64_t k_label_bytes = 128;
constexpr size_t k_descriptor3_bytes = 96; // of a channel set in revision 3

// Fields of one block of 32 bytes.
class Block {
public:
  explicit Block(std::string_view bytes) : m_bytes(bytes) {}

  uint8_t byte(size_t position) const {
    return static_cast<uint8_t>(m_bytes[position - 1]);
  }
  int high(size_t position) const { return byte(position) >> 4; }
  int low(size_t position) const { return byte(position) & 15; }

  uint64_t binary(size_t position, size_t width) const {
    uint64_t value = 0;
    for (size_t i = 0; i < width; ++i) {
      value = value << 8 | byte(position + i);
    }
    return value;
  }

  // Two digits in each byte; nothing if one is above 9.
  std::optional<int64_t> digits(size_t position, size_t width) const {
    int64_t value = 0;
    for (size_t i = position; i < position + width; ++i) {
      if (high(i) > 9 || low(i) > 9) {
        return std::nullopt;
      }
      value = value * 100 + high(i) * 10 + low(i);
    }
    return value;
  }

private:
  std::string_view m_bytes;
};

constexpr std::array<std::pair<std::string_view, const char*>, 20> k_formats{{
    {"0015", "20 bit binary, multiplexed"},
    {"0022", "8 bit quaternary, multiplexed"},
    {"0024", "16 bit quaternary, multiplexed"},
    {"0036", "24 bit 2's complement, multiplexed"},
    {"0038", "32 bit 2's complement, multiplexed"},
    {"0042", "8 bit hexadecimal, multiplexed"},
    {"0044", "16 bit hexadecimal, multiplexed"},
    {"0048", "32 bit hexadecimal, multiplexed"},
    {"0058", "32 bit IEEE, multiplexed"},
    {"8015", "20 bit binary, demultiplexed"},
    {"8022", "8 bit quaternary, demultiplexed"},
    {"8024", "16 bit quaternary, demultiplexed"},
    {"8036", "24 bit 2's complement, demultiplexed"},
    {"8038", "32 bit 2's complement, demultiplexed"},
    {"8042", "8 bit hexadecimal, demultiplexed"},
    {"8044", "16 bit hexadecimal, demultiplexed"},
    {"8048", "32 bit hexadecimal, demultiplexed"},
    {"8058", "32 bit IEEE, demultiplexed"},
    {"8080", "64 bit IEEE, demultiplexed"},
    {"9036", "24 bit 2's complement, demultiplexed, little-endian"},
}};

std::string format_code_of(const Block& block) {
  std::array<char, 8> text{};
  std::snprintf(text.data(), text.size(), "%02X%02X", block.byte(3),
                block.byte(4));
  return text.data();
}

// Whether the block is a general header: its numbers are digits and its date
// and time exist.
bool is_general(const Block& block) {
  const auto hour = block.digits(14, 1), minute = block.digits(15, 1),
             second = block.digits(16, 1), low_day = block.digits(13, 1);
  const bool digits = hour && minute && second && low_day &&
                      block.digits(11, 1) && block.low(12) <= 9;
  const int64_t day = digits ? block.low(12) * 100 + *low_day : 0;
  return format_name(format_code_of(block)) != nullptr && digits && day >= 1 &&
         day <= 366 && *hour < 24 && *minute < 60 && *second < 60 &&
         (block.digits(28, 1) || block.byte(28) == 0xFF) &&
         (block.digits(29, 1) || block.byte(29) == 0xFF);
}

void take_first(const Block& block, Header& out) {
  out.file_number = static_cast<uint64_t>(block.digits(1, 2).value_or(0));
  out.format_code = format_code_of(block);
  out.year = static_cast<int>(*block.digits(11, 1));
  out.additional_blocks = static_cast<uint64_t>(block.high(12));
  out.day = static_cast<int>(block.low(12) * 100 + *block.digits(13, 1));
  std::array<char, 16> time{};
  std::snprintf(time.data(), time.size(), "%02X:%02X:%02X", block.byte(14),
                block.byte(15), block.byte(16));
  out.time = time.data();
  out.manufacturer = static_cast<int>(block.digits(17, 1).value_or(-1));
  out.serial = static_cast<int>(block.digits(18, 2).value_or(-1));
  out.interval_us = block.byte(23) * 1000.0 / 16;
  out.record_type = block.high(26);
  const auto low = block.digits(27, 1);
  if (low && block.low(26) <= 9) {
    const auto halves = block.low(26) * 100 + *low;
    if (halves > 0) {
      out.record_length_ms = static_cast<double>(halves) * 512;
    }
  }
  out.scan_types = static_cast<uint64_t>(block.digits(28, 1).value_or(0));
  out.channel_sets = static_cast<uint64_t>(block.digits(29, 1).value_or(0));
  out.extended_blocks = static_cast<uint64_t>(block.digits(31, 1).value_or(0));
  out.external_blocks = static_cast<uint64_t>(block.digits(32, 1).value_or(0));
}

// Revision 3 counts in microseconds and has wider fields.
void take_second3(const Block& first, const Block& block, Header& out) {
  if (first.byte(31) == 0xFF) {
    out.extended_blocks = block.binary(6, 3);
  }
  const auto length = block.binary(17, 4);
  const auto interval = block.binary(23, 4);
  if (length > 0) {
    out.record_length_ms = static_cast<double>(length) / 1000;
  }
  if (interval > 0) {
    out.interval_us = static_cast<double>(interval);
  }
  if (first.byte(32) == 0xFF) {
    out.external_blocks = block.binary(27, 3);
  }
}

// What does not fit into the first block (F in all digits) stands here.
void take_second(const Block& first, const Block& block, Header& out) {
  out.revision_major = block.byte(11);
  out.revision_minor = block.byte(12);
  if (first.binary(1, 2) == 0xFFFF) {
    out.file_number = block.binary(1, 3);
  }
  if (first.byte(29) == 0xFF) {
    out.channel_sets = block.binary(4, 2);
  }
  if (out.is_revision3()) {
    return take_second3(first, block, out);
  }
  if (first.byte(31) == 0xFF) {
    out.extended_blocks = block.binary(6, 2);
  }
  if (first.byte(32) == 0xFF) {
    out.external_blocks = block.binary(8, 2);
  }
  const bool extended = first.low(26) == 15 && first.byte(27) == 0xFF;
  if (extended && block.binary(15, 3) > 0) {
    out.record_length_ms = static_cast<double>(block.binary(15, 3));
  }
}

ChannelSet channel_set(const Block& block) {
  ChannelSet set;
  set.scan_type = block.digits(1, 1).value_or(-1);
  set.number = block.digits(2, 1).value_or(-1);
  if (block.byte(2) == 0xFF) {
    set.number = static_cast<int64_t>(block.binary(29, 2));
  }
  set.start_ms = static_cast<double>(block.binary(3, 2)) * 2;
  set.end_ms = static_cast<double>(block.binary(5, 2)) * 2;
  set.channels = static_cast<uint64_t>(block.digits(9, 2).value_or(0));
  set.type = block.high(11);
  set.alias_hz = block.digits(13, 2);
  return set;
}

ChannelSet channel_set3(const Block& block) {
  ChannelSet set;
  set.scan_type = block.digits(1, 1).value_or(-1);
  set.number = static_cast<int64_t>(block.binary(2, 2));
  set.type = block.byte(4);
  set.start_ms = static_cast<double>(block.binary(5, 4)) / 1000;
  set.end_ms = static_cast<double>(block.binary(9, 4)) / 1000;
  set.channels = block.binary(21, 3);
  set.interval_us = static_cast<double>(block.binary(24, 3));
  return set;
}

} // namespace

std::optional<Header> parse_header(std::string_view head) {
  Header out;
  // Storage unit label: "SD1.0", "SD2.1" … in bytes 5-9, "RECORD" behind it.
  const auto label = head.substr(0, k_label_bytes);
  if (label.size() == k_label_bytes && label.substr(4, 2) == "SD" &&
      label.substr(9, 6) == "RECORD") {
    out.start = k_label_bytes;
    out.label = squeeze(clean_utf8(label));
    head.remove_prefix(k_label_bytes);
  }
  if (head.size() < 2 * k_block_bytes) {
    return std::nullopt;
  }
  const Block first(head.substr(0, k_block_bytes));
  if (!is_general(first)) {
    return std::nullopt;
  }
  take_first(first, out);
  if (out.additional_blocks > 0) {
    take_second(first, Block(head.substr(k_block_bytes, k_block_bytes)), out);
  }
  return out;
}

std::vector<ChannelSet> parse_channel_sets(const Header& header,
                                           std::string_view bytes,
                                           uint64_t offset, size_t most) {
  const size_t width =
      header.is_revision3() ? k_descriptor3_bytes : k_block_bytes;
  const uint64_t declared = header.scan_types * header.channel_sets;
  std::vector<ChannelSet> sets;
  for (size_t at = 0; at + width <= bytes.size() && sets.size() < most &&
                      sets.size() < declared;
       at += width) {
    const Block block(bytes.substr(at, k_block_bytes));
    auto set = header.is_revision3() ? channel_set3(block) : channel_set(block);
    set.offset = offset + at;
    sets.push_back(set);
  }
  return sets;
}

const char* format_name(std::string_view code) {
  for (const auto& [known, name] : k_formats) {
    if (known == code) {
      return name;
    }
  }
  return nullptr;
}

const char* record_type_name(int type) {
  switch (type) {
  case 1:
    return "test record";
  case 2:
    return "parallel channel test";
  case 4:
    return "direct channel test";
  case 6:
    return "test record";
  case 8:
    return "normal record";
  default:
    return nullptr;
  }
}

const char* channel_type_name(int type, bool revision3) {
  if (revision3) {
    type = type == 0x10 ? 1 : type == 0x20 ? 2 : type == 0x30 ? 3 : 0;
  }
  switch (type) {
  case 1:
    return "seismic";
  case 2:
    return "time break";
  case 3:
    return "up hole";
  case 4:
    return "water break";
  case 5:
    return "time counter";
  case 6:
    return "external data";
  case 9:
    return "other";
  default:
    return nullptr;
  }
}

} // namespace readers::segd
