// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/raster_tiff.hpp"

#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <set>

namespace readers {
namespace {

constexpr uint64_t k_most_entries = 4096;        // of one directory
constexpr uint64_t k_most_all_entries = 400'000; // of all of them
constexpr size_t k_longest_text = 16 * 1024;

struct TextTag {
  uint64_t tag;
  std::string_view name;
};
constexpr std::array<TextTag, 9> k_texts = {{{269, "document_name"},
                                             {270, "description"},
                                             {271, "maker"},
                                             {272, "model"},
                                             {285, "page_name"},
                                             {305, "software"},
                                             {306, "date"},
                                             {315, "author"},
                                             {33432, "copyright"}}};

struct Entry {
  uint64_t tag = 0, type = 0, count = 0;
  std::string inline_value; // 4 or 8 bytes
};

size_t size_of(uint64_t type) {
  constexpr std::array<size_t, 19> sizes = {0, 1, 1, 2, 4, 8, 1, 1, 2, 4,
                                            8, 4, 8, 4, 0, 0, 8, 8, 8};
  return type < sizes.size() ? sizes[type] : 0;
}

class Directories {
public:
  explicit Directories(const ReadBytes& read) : m_read(read) {}

  std::optional<TiffSummary> run(uint64_t most_pages) {
    const std::string head = m_read(0, 16);
    if (!is_tiff(head)) {
      return std::nullopt;
    }
    m_out.big_endian = head[0] == 'M';
    m_out.big = number(head, 2, 2) == 43;
    uint64_t at = m_out.big ? number(head, 8, 8) : number(head, 4, 4);
    std::set<uint64_t> seen;
    while (at != 0 && m_out.damage.empty()) {
      if (!seen.insert(at).second) {
        damaged(at, "the directories go in a circle");
      } else if (seen.size() > most_pages) {
        damaged(at, "more than " + std::to_string(most_pages) +
                        " directories: the others are not counted");
      } else {
        at = directory(at, seen.size() == 1);
      }
    }
    return m_out.first.offset == 0 ? std::nullopt
                                   : std::optional(std::move(m_out));
  }

private:
  void damaged(uint64_t at, std::string why) {
    m_out.damage = std::move(why);
    m_out.damaged_at = at;
  }

  uint64_t number(std::string_view bytes, size_t at, size_t size) const {
    if (at + size > bytes.size()) {
      return 0;
    }
    uint64_t value = 0;
    for (size_t i = 0; i < size; ++i) {
      const size_t k = m_out.big_endian ? at + i : at + size - 1 - i;
      value = value << 8 | static_cast<unsigned char>(bytes[k]);
    }
    return value;
  }

  // Gives the offset of the next one; 0 if there is none.
  uint64_t directory(uint64_t at, bool first) {
    const size_t word = m_out.big ? 8 : 4;    // of an offset
    const size_t width = m_out.big ? 20 : 12; // of an entry
    const size_t head = m_out.big ? 8 : 2;
    const std::string start = m_read(at, head);
    const uint64_t count = number(start, 0, head);
    m_entries += count;
    if (start.size() < head || count == 0 || count > k_most_entries ||
        m_entries > k_most_all_entries) {
      damaged(at, "no directory at this offset");
      return 0;
    }
    const std::string body =
        m_read(at + head, static_cast<size_t>(count) * width + word);
    TiffPage page;
    page.offset = at;
    for (size_t i = 0; (i + 1) * width <= body.size() && i < count; ++i) {
      const size_t e = i * width;
      Entry entry;
      entry.tag = number(body, e, 2);
      entry.type = number(body, e + 2, 2);
      entry.count = number(body, e + 4, word);
      entry.inline_value = body.substr(e + 4 + word, word);
      take(entry, first, page);
    }
    settle(std::move(page), first);
    if (body.size() < static_cast<size_t>(count) * width) {
      damaged(at, "the file ends within a directory");
      return 0;
    }
    return number(body, static_cast<size_t>(count) * width, word);
  }

  std::string value(const Entry& entry, size_t limit) const {
    const size_t unit = size_of(entry.type);
    if (unit == 0 || entry.count == 0) {
      return "";
    }
    const uint64_t units = std::min<uint64_t>(entry.count, limit / unit);
    const size_t size = static_cast<size_t>(units) * unit;
    return size <= entry.inline_value.size() &&
                   entry.count * unit <= entry.inline_value.size()
               ? entry.inline_value.substr(0, size)
               : m_read(
                     number(entry.inline_value, 0, entry.inline_value.size()),
                     size);
  }

  uint64_t whole(const Entry& entry) const {
    const size_t unit = size_of(entry.type);
    return unit == 0 ? 0 : number(value(entry, unit), 0, unit);
  }

  void take(const Entry& entry, bool first, TiffPage& page) {
    switch (entry.tag) {
    case 254:
      page.subfile = whole(entry);
      return;
    case 256:
      page.width = whole(entry);
      return;
    case 257:
      page.height = whole(entry);
      return;
    default:
      break;
    }
    if (first) {
      take_more(entry, page);
    }
  }

  void take_more(const Entry& entry, TiffPage& page) {
    switch (entry.tag) {
    case 258:
      page.bits = whole(entry);
      break;
    case 277:
      page.samples = whole(entry);
      break;
    case 339:
      page.sample_format = whole(entry);
      break;
    case 33550: // ModelPixelScale
    case 33922: // ModelTiepoint
    case 34264: // ModelTransformation
      page.has_place = true;
      break;
    case 34735: // GeoKeyDirectory
      page.has_crs = true;
      break;
    case 42112:
    case 42113:
      page.of_gdal = true;
      break;
    default:
      take_text(entry, page);
    }
  }

  void take_text(const Entry& entry, TiffPage& page) {
    for (const auto& [tag, name] : k_texts) {
      if (entry.tag == tag && entry.type == 2) {
        std::string text = value(entry, k_longest_text);
        text.resize(std::min(text.find('\0'), text.size()));
        page.texts.emplace_back(name, trim(clean_utf8(text)));
      }
    }
  }

  void settle(TiffPage page, bool first) {
    constexpr uint64_t k_smaller = 1;
    constexpr uint64_t k_mask = 4;
    if (first) {
      m_out.pages = 1;
      m_out.first = std::move(page);
    } else if ((page.subfile & k_smaller) != 0) {
      m_out.overviews += m_out.pages == 1 && (page.subfile & k_mask) == 0;
    } else if ((page.subfile & k_mask) == 0) {
      ++m_out.pages;
    }
  }

  const ReadBytes& m_read;
  TiffSummary m_out;
  uint64_t m_entries = 0;
};

} // namespace

bool is_tiff(std::string_view head) {
  using namespace std::string_view_literals;
  return head.starts_with("II*\0"sv) || head.starts_with("MM\0*"sv) ||
         head.starts_with("II+\0\x08\0\0\0"sv) ||
         head.starts_with("MM\0+\0\x08\0\0"sv);
}

std::optional<TiffSummary> summarize_tiff(const ReadBytes& read,
                                          uint64_t most_pages) {
  return Directories(read).run(most_pages);
}

bool is_scientific(const TiffPage& page) {
  const bool odd = page.sample_format == 2 || page.sample_format == 3 ||
                   page.sample_format == 5 || page.sample_format == 6;
  return odd || page.bits >= 32 || page.samples > 4 || page.of_gdal;
}

} // namespace readers
