// SPDX-License-Identifier: Apache-2.0
//
// The directories of a TIFF file: enough to tell a map from a picture without
// decoding anything, and what it says of itself. Sources: TIFF 6.0 (Adobe,
// 1992), BigTIFF, OGC GeoTIFF 1.1 (tags), GDAL's tags 42112 and 42113.
#pragma once

#include "worker/readers/tiff_directory.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace readers {

struct TiffPage {
  uint64_t offset = 0; // of its directory
  uint64_t width = 0, height = 0;
  uint64_t bits = 1;          // of a sample
  uint64_t samples = 1;       // of a pixel
  uint64_t sample_format = 1; // 1 unsigned, 2 signed, 3 float, 5 and 6 complex
  uint64_t subfile = 0;       // bit 0: a smaller copy, bit 2: a mask
  bool has_place = false;     // tags of GeoTIFF that place it
  bool has_crs = false;
  bool of_gdal = false; // metadata or a no-data value as GDAL writes them
  // Name of the fact ("software", "description" …) and its text.
  std::vector<std::pair<std::string, std::string>> texts;
};

struct TiffSummary {
  bool big = false; // BigTIFF
  bool big_endian = false;
  TiffPage first;
  uint64_t pages = 0;     // without smaller copies and masks
  uint64_t overviews = 0; // smaller copies of the first page
  std::string damage;     // "" if the chain of directories is whole
  uint64_t damaged_at = 0;
};

// Nothing if there is no first directory.
std::optional<TiffSummary> summarize_tiff(const ReadBytes& read,
                                          uint64_t most_pages = 10'000);

// Numbers no picture of paper has: signed, real or complex, 32 bits or more,
// more than four bands, or marked so by GDAL.
bool is_scientific(const TiffPage& page);

} // namespace readers
