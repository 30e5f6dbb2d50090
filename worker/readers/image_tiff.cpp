// SPDX-License-Identifier: Apache-2.0
//
// Pages of TIFF 6.0 and BigTIFF, what Exif 2.3 says of a picture.
#include "worker/readers/image_info.hpp"

#include <set>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_longest_text = 4000;

class Tiff {
public:
  Tiff(const ReadBytes& read, bool as_exif, ImageInfo& info)
      : m_file(read), m_exif(as_exif), m_info(info) {}

  void run() {
    uint64_t next = m_file.first();
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
  using Tag = TiffEntry;

  uint64_t whole(const Tag& tag) const { return m_file.whole(tag); }
  std::string text(const Tag& tag) const {
    return m_file.text(tag, k_longest_text);
  }

  std::vector<Tag> tags(uint64_t at, uint64_t& next) {
    auto found = m_file.directory(at);
    if (!found || !found->whole) {
      m_info.damage =
          "a directory at byte " + std::to_string(at) + " cannot be read";
    }
    next = found ? found->next : 0;
    return found ? std::move(found->entries) : std::vector<Tag>();
  }

  uint64_t directory(uint64_t at) {
    uint64_t next = 0;
    ImagePage page;
    page.bands = page.bits = 1; // where no tag says more
    double unit = 1;            // inches
    std::optional<double> x, y;
    bool reduced = false;
    for (const Tag& tag : tags(at, next)) {
      switch (tag.tag) {
      case 254:
        reduced = (whole(tag) & 1) != 0;
        break;
      case 256:
        page.width = whole(tag);
        break;
      case 257:
        page.height = whole(tag);
        break;
      case 258:
        page.bits = whole(tag);
        break;
      case 277:
        page.bands = whole(tag);
        break;
      case 282:
        x = m_file.real(tag);
        break;
      case 283:
        y = m_file.real(tag);
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
    if (const auto known = k_texts.find(tag.tag); known != k_texts.end()) {
      if (auto value = text(tag); tag.type == 2 && !value.empty()) {
        m_info.texts.emplace(known->second, std::move(value));
      }
      return;
    }
    switch (tag.tag) {
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
      if (tag.tag == 36867 || tag.tag == 36868) {
        common(tag);
      }
    }
  }

  std::optional<double> degrees(const Tag& tag, char reference, char negative,
                                double most) const {
    const auto d = m_file.real(tag, 0), m = m_file.real(tag, 1),
               s = m_file.real(tag, 2);
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
      by_id.emplace(tag.tag, tag);
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
      m_info.altitude = m_file.real(by_id[6]);
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

  TiffFile m_file;
  const bool m_exif;
  ImageInfo& m_info;
  std::set<uint64_t> m_seen;
};

} // namespace

void read_tiff(const ReadBytes& read, bool as_exif, ImageInfo& info) {
  Tiff(read, as_exif, info).run();
}

} // namespace readers
