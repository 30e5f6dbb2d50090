// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/image_info.hpp"

#include "core/base/bytes.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_most_chunks = 5000;
constexpr size_t k_longest_text = 4000;
constexpr size_t k_most_exif = 64 * 1024;
constexpr double k_meters_of_inch = 0.0254;

// What is there of the `count` bytes at `at`; a file may end anywhere.
std::string_view part(std::string_view bytes, size_t at, size_t count) {
  return at < bytes.size() ? bytes.substr(at, count) : std::string_view();
}

void add_text(ImageInfo& info, const std::string& name, std::string_view text) {
  if (!name.empty() && info.texts.size() < 200) {
    info.texts.emplace(name, clip(clean_utf8(text), k_longest_text));
  }
}

void add_exif(ImageInfo& info, std::string bytes) {
  read_tiff(
      [&bytes](uint64_t offset, size_t size) {
        return offset < bytes.size()
                   ? bytes.substr(static_cast<size_t>(offset), size)
                   : std::string();
      },
      true, info);
}

void set_density(ImagePage& page, double x, double y, double per_inch) {
  if (x > 0 && y > 0 && x * per_inch < 1e6 && y * per_inch < 1e6) {
    page.dots_x = x * per_inch;
    page.dots_y = y * per_inch;
  }
}

// By the type of its colours; a palette is one.
uint64_t png_bands(uint64_t color) {
  return color == 2 ? 3 : color == 4 ? 2 : color == 6 ? 4 : 1;
}

void read_png(const ReadBytes& read, ImageInfo& info) {
  ImagePage page;
  uint64_t at = 8;
  for (size_t i = 0; i < k_most_chunks; ++i) {
    const auto head = read(at, 8);
    if (head.size() < 8) {
      info.damage = "it breaks off before its end";
      break;
    }
    const uint64_t length = base::load_be(head, 0, 4);
    const std::string type = head.substr(4);
    const auto body = [&](size_t most) {
      return read(at + 8, std::min<uint64_t>(length, most));
    };
    if (type == "IHDR") {
      const auto data = body(13);
      page.width = base::load_be(data, 0, 4);
      page.height = base::load_be(data, 4, 4);
      page.bits = base::load_be(data, 8, 1);
      page.bands = png_bands(base::load_be(data, 9, 1));
    } else if (type == "pHYs") {
      const auto data = body(9);
      if (data.size() == 9 && data[8] == 1) {
        set_density(page, static_cast<double>(base::load_be(data, 0, 4)),
                    static_cast<double>(base::load_be(data, 4, 4)),
                    k_meters_of_inch);
      }
    } else if (type == "tEXt") {
      const auto data = body(k_longest_text);
      const auto end = data.find('\0');
      if (end != std::string::npos && end <= 79) {
        add_text(info, data.substr(0, end), data.substr(end + 1));
      }
    } else if (type == "eXIf") {
      add_exif(info, body(k_most_exif));
    } else if (type == "IEND") {
      break;
    }
    at += length + 12;
  }
  info.pages.push_back(page);
}

bool is_frame(unsigned marker) {
  return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 &&
         marker != 0xCC;
}

// One marker segment of a JPEG without its length.
void take_segment(unsigned marker, const std::string& data, ImagePage& page,
                  ImageInfo& info) {
  if (is_frame(marker) && page.width == 0) {
    page.bits = base::load_be(data, 0, 1);
    page.height = base::load_be(data, 1, 2);
    page.width = base::load_be(data, 3, 2);
    page.bands = base::load_be(data, 5, 1);
  } else if (marker == 0xE0 && data.starts_with(std::string("JFIF\0", 5))) {
    const double inch = base::load_be(data, 7, 1) == 1   ? 1
                        : base::load_be(data, 7, 1) == 2 ? 2.54
                                                         : 0;
    set_density(page, static_cast<double>(base::load_be(data, 8, 2)),
                static_cast<double>(base::load_be(data, 10, 2)), inch);
  } else if (marker == 0xE1 && data.starts_with(std::string("Exif\0\0", 6))) {
    add_exif(info, data.substr(6));
  } else if (marker == 0xFE) {
    add_text(info, "Comment", std::string_view(data).substr(0, k_longest_text));
  }
}

void read_jpeg(const ReadBytes& read, ImageInfo& info) {
  ImagePage page;
  uint64_t at = 2;
  for (size_t i = 0; i < k_most_chunks; ++i) {
    const auto head = read(at, 4);
    if (head.size() < 4 || static_cast<uint8_t>(head[0]) != 0xFF) {
      info.damage = page.width == 0 ? "no frame header" : "";
      break;
    }
    const auto marker = static_cast<unsigned>(static_cast<uint8_t>(head[1]));
    if (marker == 0xFF || marker == 0x01 ||
        (marker >= 0xD0 && marker <= 0xD8)) {
      at += marker == 0xFF ? 1 : 2; // fill bytes, markers without a segment
      continue;
    }
    const uint64_t length = base::load_be(head, 2, 2);
    if (marker == 0xDA || marker == 0xD9 || length < 2) {
      break; // pixels
    }
    take_segment(marker, read(at + 4, static_cast<size_t>(length) - 2), page,
                 info);
    at += 2 + length;
  }
  info.pages.push_back(page);
}

void read_gif(const ReadBytes& read, ImageInfo& info) {
  const auto head = read(0, 10);
  ImagePage page;
  page.width = base::load_le(head, 6, 2);
  page.height = base::load_le(head, 8, 2);
  page.bands = 1;
  page.bits = 8;
  info.pages.push_back(page);
}

void read_bmp(const ReadBytes& read, ImageInfo& info) {
  const auto head = read(0, 54);
  ImagePage page;
  const bool old = base::load_le(head, 14, 4) == 12;
  page.width = base::load_le(head, 18, old ? 2 : 4);
  const auto height = static_cast<int32_t>(base::load_le(head, 22, 4));
  page.height = old ? base::load_le(head, 20, 2)
                    : static_cast<uint64_t>(height < 0 ? -int64_t{height}
                                                       : int64_t{height});
  page.bands = base::load_le(head, old ? 24 : 28, 2) > 8 ? 3 : 1;
  page.bits = 8;
  if (!old) {
    set_density(page, static_cast<double>(base::load_le(head, 38, 4)),
                static_cast<double>(base::load_le(head, 42, 4)),
                k_meters_of_inch);
  }
  info.pages.push_back(page);
}

void read_webp(const ReadBytes& read, ImageInfo& info) {
  const auto head = read(0, 30);
  ImagePage page;
  page.bands = 3;
  page.bits = 8;
  const auto type = part(head, 12, 4);
  if (type == "VP8X") {
    page.bands += base::load_le(head, 20, 1) >> 4 & 1; // alpha
    page.width = base::load_le(head, 24, 3) + 1;
    page.height = base::load_le(head, 27, 3) + 1;
  } else if (type == "VP8 ") {
    page.width = base::load_le(head, 26, 2) & 0x3FFF;
    page.height = base::load_le(head, 28, 2) & 0x3FFF;
  } else if (type == "VP8L") {
    const uint64_t bits = base::load_le(head, 21, 4);
    page.width = (bits & 0x3FFF) + 1;
    page.height = ((bits >> 14) & 0x3FFF) + 1;
    page.bands += bits >> 28 & 1; // alpha
  }
  info.pages.push_back(page);
}

// Bits of a sample less one, the highest bit: they are signed; 255: each of the
// components has its own.
void set_depth(ImagePage& page, uint64_t depth) {
  page.bits = depth == 255 ? 0 : (depth & 127) + 1;
  page.is_signed = depth != 255 && depth > 127;
}

// The image header box within the first KiB, or the SIZ of a bare codestream.
void read_jp2(const ReadBytes& read, ImageInfo& info) {
  const auto head = read(0, 4096);
  ImagePage page;
  if (const auto at = head.find("ihdr"); at != std::string::npos) {
    page.height = base::load_be(head, at + 4, 4);
    page.width = base::load_be(head, at + 8, 4);
    page.bands = base::load_be(head, at + 12, 2);
    set_depth(page, base::load_be(head, at + 14, 1));
  } else if (const auto siz = head.find("\xFF\x51"); siz != std::string::npos) {
    page.width = base::load_be(head, siz + 6, 4) -
                 std::min(base::load_be(head, siz + 14, 4),
                          base::load_be(head, siz + 6, 4));
    page.height = base::load_be(head, siz + 10, 4) -
                  std::min(base::load_be(head, siz + 18, 4),
                           base::load_be(head, siz + 10, 4));
    page.bands = base::load_be(head, siz + 38, 2);
    set_depth(page, base::load_be(head, siz + 40, 1));
  }
  info.pages.push_back(page);
}

// Pages of a bundled document; each form has an INFO chunk.
void read_djvu(const ReadBytes& read, ImageInfo& info) {
  const auto take_info = [&](const std::string& chunk, size_t at) {
    ImagePage page;
    page.width = base::load_be(chunk, at, 2);
    page.height = base::load_be(chunk, at + 2, 2);
    const auto dots = static_cast<double>(base::load_le(chunk, at + 6, 2));
    set_density(page, dots, dots, 1);
    info.pages.push_back(page);
  };
  const auto head = read(0, 64);
  if (part(head, 12, 4) == "DJVU") {
    take_info(head, 24);
    return;
  }
  uint64_t at = 16;
  for (size_t i = 0; i < k_most_chunks; ++i) {
    const auto chunk = read(at, 40);
    if (chunk.size() < 12) {
      break;
    }
    if (chunk.starts_with("FORM") && part(chunk, 8, 4) == "DJVU") {
      take_info(chunk, 20);
    }
    const uint64_t length = base::load_be(chunk, 4, 4);
    at += 8 + length + (length & 1);
  }
}

} // namespace

ImageKind image_kind(std::string_view head) {
  using namespace std::literals;
  if (head.starts_with("\x89PNG\r\n\x1A\n"sv)) {
    return ImageKind::png;
  }
  if (head.starts_with("\xFF\xD8\xFF"sv)) {
    return ImageKind::jpeg;
  }
  if (is_tiff(head)) {
    return ImageKind::tiff;
  }
  if (head.starts_with("GIF87a") || head.starts_with("GIF89a")) {
    return ImageKind::gif;
  }
  if (head.starts_with("RIFF") && part(head, 8, 4) == "WEBP") {
    return ImageKind::webp;
  }
  if (head.starts_with("\0\0\0\x0CjP  \r\n\x87\n"sv) ||
      head.starts_with("\xFF\x4F\xFF\x51"sv)) {
    return ImageKind::jp2;
  }
  if (head.starts_with("AT&TFORM")) {
    return ImageKind::djvu;
  }
  const uint64_t header = base::load_le(head, 14, 4);
  const bool bmp =
      head.starts_with("BM") && head.size() >= 26 &&
      base::load_le(head, 6, 4) == 0 &&
      (header == 12 || header == 40 || header == 52 || header == 56 ||
       header == 64 || header == 108 || header == 124);
  return bmp ? ImageKind::bmp : ImageKind::none;
}

std::string_view name_of(ImageKind kind) {
  static constexpr std::array<std::string_view, 9> k_names = {
      "", "png", "jpeg", "tiff", "gif", "bmp", "webp", "jp2", "djvu"};
  return k_names[static_cast<size_t>(kind)];
}

std::string data_type(const ImagePage& page) {
  if (page.bits == 0 || page.bits > 32) {
    return "";
  }
  const auto width = page.bits <= 8 ? "8" : page.bits <= 16 ? "16" : "32";
  return page.is_signed   ? std::string("Int") + width
         : page.bits <= 8 ? "Byte"
                          : std::string("UInt") + width;
}

ImageInfo image_info(const ReadBytes& read) {
  ImageInfo info;
  info.kind = image_kind(read(0, 64));
  switch (info.kind) {
  case ImageKind::png:
    read_png(read, info);
    break;
  case ImageKind::jpeg:
    read_jpeg(read, info);
    break;
  case ImageKind::tiff:
    read_tiff(read, false, info);
    break;
  case ImageKind::gif:
    read_gif(read, info);
    break;
  case ImageKind::bmp:
    read_bmp(read, info);
    break;
  case ImageKind::webp:
    read_webp(read, info);
    break;
  case ImageKind::jp2:
    read_jp2(read, info);
    break;
  case ImageKind::djvu:
    read_djvu(read, info);
    break;
  case ImageKind::none:
    break;
  }
  return info;
}

} // namespace readers
