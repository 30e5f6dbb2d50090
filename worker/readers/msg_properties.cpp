// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/msg_properties.hpp"

#include "worker/readers/little_endian.hpp"
#include "worker/readers/text.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace readers {
namespace {

constexpr std::string_view k_stream = "__substg1.0_";
constexpr size_t k_row = 16;

// "__substg1.0_0037001F": the property's id and type.
std::optional<uint32_t> tag_of(std::string_view name) {
  uint32_t tag = 0;
  if (!name.starts_with(k_stream) || name.size() < k_stream.size() + 8) {
    return std::nullopt;
  }
  const auto* from = name.data() + k_stream.size();
  const auto [end, error] = std::from_chars(from, from + 8, tag, 16);
  return error == std::errc() && end == from + 8 ? std::optional(tag)
                                                 : std::nullopt;
}

bool is_sized(uint16_t type) {
  return type == mapi::k_string8 || type == mapi::k_unicode ||
         type == mapi::k_binary || type == mapi::k_object;
}

// Text and bytes, but not the data of attachments, nor the lengths of
// multiple values (which stand in streams "-00000000" each).
bool is_kept(uint32_t tag, std::string_view name) {
  const auto id = static_cast<uint16_t>(tag >> 16);
  const auto type = static_cast<uint16_t>(tag);
  const auto single = static_cast<uint16_t>(type & ~mapi::k_multiple);
  const bool multiple = type != single;
  const bool a_value = name.size() > k_stream.size() + 8;
  return id != mapi::k_attach_data && is_sized(single) && multiple == a_value &&
         single != mapi::k_object;
}

} // namespace

void parse_msg_table(std::string_view stream, MapiProperties& out) {
  // 32 bytes before the rows of a message, 24 of one inside, 8 of the others.
  const LittleEndian table(stream);
  size_t at = stream.size() % k_row == 0 ? 32 : 8;
  if (at == 8 && stream.size() >= 24 && table.u32(0) == 0 &&
      table.u32(4) == 0 && table.u16(8) != 0 && table.u16(10) == 0) {
    at = 24; // eight zeros and two counts, not a row
  }
  for (; table.has(at, k_row); at += k_row) {
    const auto type = table.u16(at);
    if (!is_sized(type) && (type & mapi::k_multiple) == 0) {
      out.add(table.u16(at + 2), type, std::string(table.bytes(at + 8, 8)));
    }
  }
}

MsgNames parse_msg_names(std::string_view guids, std::string_view entries,
                         std::string_view strings) {
  using std::string_view_literals::operator""sv;
  // {00062002-0000-0000-C000-000000000046}: appointments.
  constexpr auto k_appointment = "\x02\x20\x06\0\0\0\0\0\xC0\0\0\0\0\0\0\x46"sv;
  constexpr auto k_keywords = "K\0e\0y\0w\0o\0r\0d\0s\0"sv;
  constexpr uint32_t k_public_strings = 2;
  MsgNames out;
  const LittleEndian list(entries);
  for (size_t at = 0; list.has(at, 8); at += 8) {
    const uint32_t what = list.u32(at);
    const uint32_t set = list.u16(at + 4) >> 1;
    const auto id = static_cast<uint16_t>(0x8000 + list.u16(at + 6));
    if ((list.u16(at + 4) & 1) != 0) {
      const auto name = LittleEndian(strings).bytes(
          size_t{what} + 4, LittleEndian(strings).u32(what));
      out.keywords =
          set == k_public_strings && name == k_keywords ? id : out.keywords;
      continue;
    }
    const bool appointment =
        set >= 3 &&
        LittleEndian(guids).bytes(size_t{set - 3} * 16, 16) == k_appointment;
    if (appointment) {
      out.location = what == 0x8208 ? id : out.location;
      out.begins = what == 0x820D ? id : out.begins;
      out.ends = what == 0x820E ? id : out.ends;
    }
  }
  return out;
}

MapiProperties read_msg_properties(CompoundFile& file, size_t storage,
                                   std::vector<CompoundDamage>& damage) {
  MapiProperties out;
  const auto children = file.entries()[storage].children;
  size_t room = k_most_text * 3; // bytes of all values
  const auto take = [&](size_t index) {
    const auto stream = file.locate(index);
    if (stream.damage) {
      damage.push_back(*stream.damage);
    }
    auto bytes = file.read(stream, 0, std::min<size_t>(room, k_most_text));
    if (!bytes) {
      damage.push_back({0, bytes.error().message});
      return std::string();
    }
    room -= std::min(room, bytes->size());
    return std::move(*bytes);
  };
  for (const size_t index : children) {
    if (file.entries()[index].name == "__properties_version1.0") {
      parse_msg_table(take(index), out);
    }
  }
  for (const size_t index : children) {
    const auto& entry = file.entries()[index];
    const auto tag = entry.kind == CompoundEntry::Kind::stream
                         ? tag_of(entry.name)
                         : std::nullopt;
    if (tag && is_kept(*tag, entry.name)) {
      out.add(static_cast<uint16_t>(*tag >> 16), static_cast<uint16_t>(*tag),
              take(index));
    }
  }
  return out;
}

} // namespace readers
