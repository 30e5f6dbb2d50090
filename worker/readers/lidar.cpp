// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/lidar.hpp"

#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>

namespace readers::lidar {
namespace {

constexpr auto k_order = Endian::little;
constexpr size_t k_oldest = 227; // bytes of the header of 1.0
constexpr size_t k_newest = 375; // of 1.4
constexpr size_t k_record = 54, k_extended = 60;
constexpr size_t k_most_records = 1000;
constexpr size_t k_most_text = 64 * 1024; // of a definition

std::string field(std::string_view bytes, size_t at, size_t size) {
  const auto text = bytes.substr(at, size);
  return clean_utf8(trim(text.substr(0, text.find('\0'))));
}

void parse_counts(std::string_view head, Header& out) {
  const bool wide = out.minor >= 4 && head.size() >= k_newest;
  out.points = load_u32(head, 107, k_order);
  if (wide && load_u64(head, 247, k_order) > 0) {
    out.points = load_u64(head, 247, k_order);
  }
  for (size_t i = 0; i < (wide ? 15 : 5); ++i) {
    out.returns.push_back(wide ? load_u64(head, 255 + i * 8, k_order)
                               : load_u32(head, 111 + i * 4, k_order));
  }
  if (wide) {
    out.extended_at = load_u64(head, 235, k_order);
    out.extended_records = load_u32(head, 243, k_order);
  }
}

} // namespace

base::Result<Header> parse_header(BinaryFile& file) {
  TRY_ASSIGN(const auto head, file.at(0, k_newest));
  if (head.size() < k_oldest) {
    return base::fail(base::Errc::corrupt,
                      "ends at byte " + std::to_string(head.size()) +
                          ", within the header of 227 bytes or more");
  }
  Header out;
  out.major = static_cast<uint8_t>(head[24]);
  out.minor = static_cast<uint8_t>(head[25]);
  out.system = field(head, 26, 32);
  out.software = field(head, 58, 32);
  out.day = load_u16(head, 90, k_order);
  out.year = load_u16(head, 92, k_order);
  out.header_bytes = load_u16(head, 94, k_order);
  out.points_at = load_u32(head, 96, k_order);
  out.records = load_u32(head, 100, k_order);
  const auto format = static_cast<uint8_t>(head[104]);
  out.compressed = (format & 0xC0) != 0;
  out.format = format & 0x3F;
  out.point_bytes = load_u16(head, 105, k_order);
  for (size_t i = 0; i < 3; ++i) {
    out.scale[i] = load_f64(head, 131 + i * 8, k_order);
    out.offset[i] = load_f64(head, 155 + i * 8, k_order);
    out.most[i] = load_f64(head, 179 + i * 16, k_order);
    out.least[i] = load_f64(head, 187 + i * 16, k_order);
  }
  parse_counts(head, out);
  return out;
}

namespace {

// One record: who made it, its number, its bytes and where they stand.
struct Record {
  std::string user, description;
  unsigned id = 0;
  uint64_t at = 0, bytes = 0;
};

class RecordPass {
public:
  RecordPass(BinaryFile& file, Records& out) : m_file(file), m_out(out) {}

  base::Result<void> run(uint64_t at, uint64_t count, bool extended) {
    const size_t head = extended ? k_extended : k_record;
    for (uint64_t i = 0; i < count; ++i) {
      TRY_ASSIGN(const auto bytes, m_file.at(at, head));
      if (bytes.size() < head || m_out.names.size() >= k_most_records) {
        refuse("only " + std::to_string(i) + " of " + std::to_string(count) +
                   " variable length records are read",
               at);
        return {};
      }
      Record one{field(bytes, 2, 16), field(bytes, extended ? 28 : 22, 32),
                 load_u16(bytes, 18, k_order), at + head,
                 extended ? load_u64(bytes, 20, k_order)
                          : load_u16(bytes, 20, k_order)};
      if (one.bytes > m_file.size() - std::min(one.at, m_file.size())) {
        refuse("a variable length record that goes beyond the file", at);
        return {};
      }
      at = one.at + one.bytes;
      TRY(take(one));
    }
    return {};
  }

private:
  void refuse(std::string reason, uint64_t at) {
    m_out.rejects.push_back({at_byte(at), "records", "", std::move(reason)});
  }

  base::Result<void> take(const Record& one) {
    m_out.names.push_back(
        one.user + " " + std::to_string(one.id) +
        (one.description.empty() ? "" : ": " + one.description));
    if (one.user != "LASF_Projection") {
      return {};
    }
    TRY_ASSIGN(const auto bytes,
               m_file.at(one.at, static_cast<size_t>(std::min<uint64_t>(
                                     one.bytes, k_most_text))));
    if (one.id == 2112) {
      m_out.wkt = bytes.substr(0, bytes.find('\0'));
    } else if (one.id == 34735) {
      m_keys = bytes;
    } else if (one.id == 34737) {
      m_texts = bytes;
    }
    resolve();
    return {};
  }

  // A directory of keys: each with where its value is, or the value itself.
  void resolve() {
    if (m_keys.size() < 8) {
      return;
    }
    const size_t count =
        std::min<size_t>(load_u16(m_keys, 6, k_order), m_keys.size() / 8 - 1);
    for (size_t i = 1; i <= count; ++i) {
      const auto key = load_u16(m_keys, i * 8, k_order);
      const auto tag = load_u16(m_keys, i * 8 + 2, k_order);
      const size_t size = load_u16(m_keys, i * 8 + 4, k_order);
      const size_t value = load_u16(m_keys, i * 8 + 6, k_order);
      if (tag == 0) {
        m_out.keys[key] = static_cast<unsigned>(value);
      } else if (tag == 34737 && value < m_texts.size()) {
        auto text = std::string_view(m_texts).substr(value, size);
        text = text.substr(0, text.find_first_of(std::string_view("|\0", 2)));
        m_out.citations[key] = clip(clean_utf8(trim(text)), 300);
      }
    }
  }

  BinaryFile& m_file;
  Records& m_out;
  std::string m_keys, m_texts;
};

} // namespace

base::Result<Records> parse_records(BinaryFile& file, const Header& header) {
  Records out;
  RecordPass pass(file, out);
  TRY(pass.run(header.header_bytes, header.records, false));
  if (header.extended_records > 0) {
    TRY(pass.run(header.extended_at, header.extended_records, true));
  }
  return out;
}

} // namespace readers::lidar
