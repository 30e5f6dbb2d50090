// SPDX-License-Identifier: Apache-2.0
#include "core/domain/encoding.hpp"
#include "worker/readers/little_endian.hpp"
#include "worker/readers/metafile.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

namespace readers {
namespace {

enum : uint16_t {
  k_end = 0x0000,
  k_select = 0x012D,
  k_delete = 0x01F0,
  k_font = 0x02FB,
  k_text = 0x0521,
  k_ext_text = 0x0A32,
};
// Records that make an object, which gets the first number that is free.
constexpr uint16_t k_makers[] = {0x00F7, 0x01F9, 0x02FA, 0x02FB,
                                 0x02FC, 0x0142, 0x06FF};
// Those that paint a bitmap.
constexpr uint16_t k_bitmaps[] = {0x0922, 0x0940, 0x0B23,
                                  0x0B41, 0x0D33, 0x0F43};
enum : uint16_t { k_opaque = 2, k_clipped = 4, k_glyph_index = 0x10 };
constexpr size_t k_most_body = 512 * 1024;
constexpr size_t k_most_objects = 4096;

template <size_t N>
bool is_one_of(const uint16_t (&all)[N], uint16_t function) {
  return std::find(std::begin(all), std::end(all), function) != std::end(all);
}

class Wmf {
public:
  Wmf(ByteWindow& file, const MetafileTick& tick)
      : m_file(file), m_tick(tick) {}

  base::Result<Metafile> run();

private:
  struct Object {
    bool used = false;
    std::optional<uint8_t> charset; // of a font
  };

  void take(uint16_t function, const LittleEndian& record);
  void make(uint16_t function, const LittleEndian& record);
  void put(const LittleEndian& record, size_t at, size_t count, double x,
           double y);
  void take_text(const LittleEndian& record);
  void take_ext_text(const LittleEndian& record);

  ByteWindow& m_file;
  const MetafileTick& m_tick;
  Metafile m_out;
  uint64_t m_at = 0;
  std::vector<Object> m_objects;
  // Numbers that are free again, the least first.
  std::priority_queue<size_t, std::vector<size_t>, std::greater<>> m_free;
  uint8_t m_charset = 1;
  bool m_done = false;
};

void Wmf::make(uint16_t function, const LittleEndian& record) {
  constexpr size_t k_charset = 6 + 13; // in its Font
  Object made{true, std::nullopt};
  if (function == k_font) {
    made.charset = record.u8(k_charset);
  }
  if (!m_free.empty()) {
    m_objects[m_free.top()] = made;
    m_free.pop();
  } else if (m_objects.size() < k_most_objects) {
    m_objects.push_back(made);
  }
}

void Wmf::put(const LittleEndian& record, size_t at, size_t count, double x,
              double y) {
  if (!record.has(at, count)) {
    return;
  }
  if (m_charset == k_symbol_charset) {
    ++m_out.unreadable;
    return;
  }
  const auto encoding = encoding_of_charset(m_charset);
  MetafileText text;
  text.text = domain::decode_text(record.bytes(at, count), encoding).text;
  text.x = x;
  text.y = y;
  text.offset = m_at;
  add_text(std::move(text), m_out);
}

void Wmf::take_text(const LittleEndian& record) {
  const size_t count = record.u16(6);
  const size_t behind = 8 + count + count % 2;
  put(record, 8, count, record.i16(behind + 2), record.i16(behind));
}

void Wmf::take_ext_text(const LittleEndian& record) {
  const uint16_t options = record.u16(12);
  if ((options & k_glyph_index) != 0) {
    ++m_out.unreadable;
    return;
  }
  const size_t at = (options & (k_opaque | k_clipped)) != 0 ? 22 : 14;
  put(record, at, record.u16(10), record.i16(8), record.i16(6));
}

void Wmf::take(uint16_t function, const LittleEndian& record) {
  if (function == k_end) {
    m_done = true;
  } else if (function == k_text) {
    take_text(record);
  } else if (function == k_ext_text) {
    take_ext_text(record);
  } else if (is_one_of(k_makers, function)) {
    make(function, record);
  } else if (function == k_select || function == k_delete) {
    const size_t index = record.u16(6);
    if (index < m_objects.size()) {
      Object& object = m_objects[index];
      m_charset =
          function == k_select ? object.charset.value_or(m_charset) : m_charset;
      if (function == k_delete && std::exchange(object.used, false)) {
        m_free.push(index);
      }
    }
  } else {
    m_out.pictures += is_one_of(k_bitmaps, function) ? 1 : 0;
  }
}

base::Result<Metafile> Wmf::run() {
  constexpr uint64_t k_placeable = 22, k_header = 18;
  TRY_ASSIGN(const auto head, m_file.at(0, 4));
  m_at = (LittleEndian(head).u16(0) == 0xCDD7 ? k_placeable : 0) + k_header;
  while (!m_done && m_at < m_file.size()) {
    TRY_ASSIGN(const auto lead, m_file.at(m_at, 6));
    const uint64_t size = uint64_t{LittleEndian(lead).u32(0)} * 2;
    const uint16_t function = LittleEndian(lead).u16(4);
    if (lead.size() < 6 || size < 6 || size > m_file.size() - m_at) {
      m_out.damage = "a record that ends outside the file";
      m_out.damage_at = m_at;
      break;
    }
    TRY_ASSIGN(const auto body,
               m_file.at(m_at, std::min<uint64_t>(size, k_most_body)));
    take(function, LittleEndian(body));
    m_at += size;
    if (++m_out.records % 4096 == 0) {
      TRY(m_tick());
    }
  }
  return std::move(m_out);
}

} // namespace

base::Result<Metafile> read_wmf(ByteWindow& file, const MetafileTick& tick) {
  return Wmf(file, tick).run();
}

} // namespace readers
