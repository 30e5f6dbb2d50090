// SPDX-License-Identifier: Apache-2.0
//
// What image files say of themselves before their pixels: PNG (ISO 15948),
// JPEG (ISO 10918, JFIF, Exif 2.3), TIFF 6.0 and BigTIFF, GIF 89a, BMP, WebP
// (RFC 9649), JPEG 2000 (ISO 15444-1), DjVu. Pure but for `read`; bounded
// whatever the headers claim.
#pragma once

#include "worker/readers/tiff_directory.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

enum class ImageKind { none, png, jpeg, tiff, gif, bmp, webp, jp2, djvu };

// By its first bytes.
ImageKind image_kind(std::string_view head);
std::string_view name_of(ImageKind kind); // "png"; "" for none

struct ImagePage {
  uint64_t width = 0, height = 0;       // pixels; 0: unknown
  std::optional<double> dots_x, dots_y; // an inch
  uint64_t bands = 0;                   // samples of a pixel; 0: unknown
  uint64_t bits = 0;                    // of a sample
  bool is_signed = false;               // samples
};

// "Byte", "UInt16" …: what GDAL calls numbers of so many bits; "" if unknown.
std::string data_type(const ImagePage& page);

struct ImageInfo {
  ImageKind kind = ImageKind::none;
  std::vector<ImagePage> pages; // at most k_most_image_pages
  bool more_pages = false;
  // Exif and the like by their common names: "DateTimeOriginal", "Make",
  // "Model", "ImageDescription", "Artist", "Software", "Copyright"; of PNG
  // what its texts are called.
  std::map<std::string, std::string> texts;
  std::optional<double> latitude, longitude; // degrees
  std::optional<double> altitude;            // m above the sea
  std::string damage; // what could not be read, "" if nothing
};

inline constexpr size_t k_most_image_pages = 5000;

ImageInfo image_info(const ReadBytes& read);

// One TIFF structure, as a file or as Exif data have it.
void read_tiff(const ReadBytes& read, bool as_exif, ImageInfo& info);

} // namespace readers
