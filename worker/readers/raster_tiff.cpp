// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/raster_tiff.hpp"

#include <array>
#include <set>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_longest_text = 16 * 1024;

struct TextTag {
  uint16_t tag;
  std::string_view name;
};
// As the readers of pictures and of GDAL's metadata call them.
constexpr std::array<TextTag, 8> k_texts = {{{269, "title"},
                                             {270, "description"},
                                             {271, "camera"},
                                             {272, "camera"},
                                             {285, "page_name"},
                                             {305, "software"},
                                             {315, "author"},
                                             {33432, "copyright"}}};

class Directories {
public:
  explicit Directories(const ReadBytes& read) : m_file(read) {}

  std::optional<TiffSummary> run(uint64_t most_pages) {
    m_out.big_endian = !m_file.little();
    m_out.big = m_file.big();
    std::set<uint64_t> seen;
    uint64_t at = m_file.first();
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

  // Gives the offset of the next one; 0 if there is none.
  uint64_t directory(uint64_t at, bool first) {
    const auto found = m_file.directory(at);
    if (!found) {
      damaged(at, "no directory at this offset");
      return 0;
    }
    TiffPage page;
    page.offset = at;
    for (const auto& entry : found->entries) {
      take(entry, first, page);
    }
    settle(std::move(page), first);
    if (!found->whole) {
      damaged(at, "the file ends within a directory");
    }
    return found->next;
  }

  uint64_t whole(const TiffEntry& entry) const { return m_file.whole(entry); }

  void take(const TiffEntry& entry, bool first, TiffPage& page) {
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

  void take_more(const TiffEntry& entry, TiffPage& page) {
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

  void take_text(const TiffEntry& entry, TiffPage& page) const {
    for (const auto& [tag, name] : k_texts) {
      if (entry.tag == tag && entry.type == 2) {
        const auto text = m_file.text(entry, k_longest_text);
        auto& texts = page.texts;
        if (!texts.empty() && texts.back().first == name) {
          texts.back().second += " " + text; // maker and model
        } else {
          texts.emplace_back(name, text);
        }
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

  TiffFile m_file;
  TiffSummary m_out;
};

} // namespace

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
