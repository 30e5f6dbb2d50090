// SPDX-License-Identifier: Apache-2.0
//
// Directories of TIFF 6.0, BigTIFF and Exif 2.3.
#include "worker/readers/image_info.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <set>

namespace readers {
namespace {

constexpr uint64_t k_most_entries = 500; // of a directory
constexpr size_t k_longest_text = 4000;

struct Tag {
  uint16_t id = 0;
  uint16_t type = 0;
  uint64_t count = 0;
  uint64_t at = 0; // of its first value
};

size_t size_of(uint16_t type) {
  switch (type) {
  case 1:
  case 2:
  case 6:
  case 7:
    return 1;
  case 3:
  case 8:
    return 2;
  case 4:
  case 9:
  case 11:
  case 13:
    return 4;
  case 5:
  case 10:
  case 12:
  case 16:
  case 17:
  case 18:
    return 8;
  default:
    return 0;
  }
}

class Tiff {
public:
  Tiff(const ReadBytes& read, bool as_exif, ImageInfo& info)
      : m_read(read), m_exif(as_exif), m_info(info) {}

  void run() {
    const auto head = m_read(0, 16);
    m_little = head.starts_with("II");
    m_big = number(head, 2, 2) == 43;
    uint64_t next = m_big ? number(head, 8, 8) : number(head, 4, 4);
    while (next != 0) {
      if (!m_seen.insert(next).second) {
        m_info.damage = "its directories form a loop";
        return;
      }
      if (m_info.pages.size() >= k_most_image_pages) {
        m_info.more_pages = true;
        return;
      }
      next = directory(next);
      if (m_exif) {
        return; // the second is that of a thumbnail
      }
    }
  }

private:
  uint64_t number(std::string_view bytes, size_t at, size_t size) const {
    uint64_t value = 0;
    for (size_t i = 0; i < size; ++i) {
      const size_t from = m_little ? at + size - 1 - i : at + i;
      value = value << 8 |
              (from < bytes.size() ? static_cast<uint8_t>(bytes[from]) : 0U);
    }
    return value;
  }

  // The value with that index as a whole number; rationals by real().
  uint64_t whole(const Tag& tag, uint64_t index = 0) const {
    const size_t size = size_of(tag.type);
    return index < tag.count && size > 0
               ? number(m_read(tag.at + index * size, size), 0, size)
               : 0;
  }
  std::optional<double> real(const Tag& tag, uint64_t index = 0) const {
    if (tag.type != 5 && tag.type != 10) {
      return index < tag.count
                 ? std::optional(static_cast<double>(whole(tag, index)))
                 : std::nullopt;
    }
    const auto bytes =
        index < tag.count ? m_read(tag.at + index * 8, 8) : std::string();
    const uint64_t below = number(bytes, 4, 4);
    return bytes.size() < 8 || below == 0
               ? std::nullopt
               : std::optional(static_cast<double>(number(bytes, 0, 4)) /
                               static_cast<double>(below));
  }
  std::string text(const Tag& tag) const {
    const auto bytes = m_read(tag.at, static_cast<size_t>(std::min<uint64_t>(
                                          tag.count, k_longest_text)));
    return squeeze(clean_utf8(bytes.substr(0, bytes.find('\0'))));
  }

  std::vector<Tag> tags(uint64_t at, uint64_t& next) {
    next = 0;
    const size_t wide = m_big ? 20 : 12, lead = m_big ? 8 : 2;
    const uint64_t count = number(m_read(at, lead), 0, lead);
    const auto bytes =
        m_read(at + lead,
               static_cast<size_t>(std::min(count, k_most_entries) * wide + 8));
    if (count == 0 || count > k_most_entries || bytes.size() < count * wide) {
      m_info.damage =
          "a directory at byte " + std::to_string(at) + " cannot be read";
      return {};
    }
    std::vector<Tag> out;
    for (uint64_t i = 0; i < count; ++i) {
      const size_t from = static_cast<size_t>(i) * wide;
      Tag tag;
      tag.id = static_cast<uint16_t>(number(bytes, from, 2));
      tag.type = static_cast<uint16_t>(number(bytes, from + 2, 2));
      tag.count = number(bytes, from + 4, m_big ? 8 : 4);
      const size_t value = from + (m_big ? 12 : 8), room = m_big ? 8 : 4;
      const bool inside =
          tag.count <= room && tag.count * size_of(tag.type) <= room;
      tag.at = inside ? at + lead + value : number(bytes, value, room);
      out.push_back(tag);
    }
    const auto end = static_cast<size_t>(count) * wide;
    next = number(bytes, end, m_big ? 8 : 4);
    return out;
  }

  uint64_t directory(uint64_t at) {
    uint64_t next = 0;
    ImagePage page;
    double unit = 1; // inches
    std::optional<double> x, y;
    bool reduced = false;
    for (const Tag& tag : tags(at, next)) {
      switch (tag.id) {
      case 254:
        reduced = (whole(tag) & 1) != 0;
        break;
      case 256:
        page.width = whole(tag);
        break;
      case 257:
        page.height = whole(tag);
        break;
      case 282:
        x = real(tag);
        break;
      case 283:
        y = real(tag);
        break;
      case 296:
        unit = whole(tag) == 3 ? 2.54 : whole(tag) == 2 ? 1 : 0;
        break;
      default:
        common(tag);
      }
    }
    if (x && y && unit > 0 && *x > 0 && *y > 0 && *x < 1e5 && *y < 1e5) {
      page.dots_x = *x * unit;
      page.dots_y = *y * unit;
    }
    if (!m_exif && page.width > 0 && page.height > 0 && !reduced) {
      m_info.pages.push_back(page);
    }
    return next;
  }

  void common(const Tag& tag) {
    static const std::map<uint16_t, const char*> k_texts{
        {270, "ImageDescription"},
        {271, "Make"},
        {272, "Model"},
        {285, "PageName"},
        {305, "Software"},
        {306, "DateTime"},
        {315, "Artist"},
        {33432, "Copyright"},
        {269, "DocumentName"},
        {36867, "DateTimeOriginal"},
        {36868, "DateTimeDigitized"}};
    if (const auto known = k_texts.find(tag.id); known != k_texts.end()) {
      if (auto value = text(tag); tag.type == 2 && !value.empty()) {
        m_info.texts.emplace(known->second, std::move(value));
      }
      return;
    }
    switch (tag.id) {
    case 34665:
      below(whole(tag), false);
      break;
    case 34853:
      below(whole(tag), true);
      break;
    default:
      break;
    }
  }

  // The Exif or the GPS directory.
  void below(uint64_t at, bool gps) {
    if (!m_seen.insert(at).second) {
      return;
    }
    uint64_t next = 0;
    const std::string before = m_info.damage;
    const auto all = tags(at, next);
    m_info.damage = before; // the picture is whole without it
    if (gps) {
      place(all);
      return;
    }
    for (const Tag& tag : all) {
      if (tag.id == 36867 || tag.id == 36868) {
        common(tag);
      }
    }
  }

  std::optional<double> degrees(const Tag& tag, char reference, char negative,
                                double most) const {
    const auto d = real(tag, 0), m = real(tag, 1), s = real(tag, 2);
    if (!d || !m || reference == 0) {
      return std::nullopt;
    }
    const double value = *d + *m / 60 + s.value_or(0) / 3600;
    return value > most ? std::nullopt
                        : std::optional(reference == negative ? -value : value);
  }

  void place(const std::vector<Tag>& all) {
    std::map<uint16_t, Tag> by_id;
    for (const Tag& tag : all) {
      by_id.emplace(tag.id, tag);
    }
    const auto letter = [&](uint16_t id) {
      const auto found = by_id.find(id);
      const auto value =
          found == by_id.end() ? std::string() : text(found->second);
      return value.empty() ? '\0' : value.front();
    };
    if (by_id.contains(2) && by_id.contains(4)) {
      m_info.latitude = degrees(by_id[2], letter(1), 'S', 90);
      m_info.longitude = degrees(by_id[4], letter(3), 'W', 180);
    }
    if (by_id.contains(6)) {
      m_info.altitude = real(by_id[6]);
      const bool below_sea = by_id.contains(5) && whole(by_id[5]) == 1;
      if (m_info.altitude && below_sea) {
        m_info.altitude = -*m_info.altitude;
      }
    }
    if (!m_info.latitude || !m_info.longitude) {
      m_info.latitude.reset();
      m_info.longitude.reset();
    }
  }

  const ReadBytes& m_read;
  const bool m_exif;
  ImageInfo& m_info;
  bool m_little = false, m_big = false;
  std::set<uint64_t> m_seen;
};

} // namespace

void read_tiff(const ReadBytes& read, bool as_exif, ImageInfo& info) {
  Tiff(read, as_exif, info).run();
}

} // namespace readers
