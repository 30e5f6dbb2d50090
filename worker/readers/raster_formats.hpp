// SPDX-License-Identifier: Apache-2.0
//
// Which raster format a file is, by its first bytes, and whether a picture is
// a map. Looks at no more than the head, the directories of a TIFF and the
// small files beside.
#pragma once

#include "worker/readers/raster_tiff.hpp"
#include "worker/readers/reader.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

struct RasterFormat {
  std::string_view name;
  std::string_view shown;           // DocumentHead::format
  std::vector<std::string> drivers; // of GDAL; empty: read without it
  bool picture = false; // TIFF, PNG, JPEG …: a map only if it says where
};

// REQUIRES: a name that detect_raster() gives in `format`.
const RasterFormat& raster_format(std::string_view name);

// A picture that is no map is found with Match::content only, so that a reader
// that recognizes its text can have it with Match::magic.
Detection detect_raster(const Input& input);

std::vector<FormatNote> raster_notes();

// A picture (TIFF, PNG, JPEG, GIF, BMP …) that says where on earth it lies: by
// its own tags or boxes, a world file or a .aux.xml beside it; or a TIFF of
// measured numbers (real, signed, many bands), which no camera and no scanner
// makes.
bool is_georeferenced(const Input& input);

// The directories of a TIFF; reads the file where the head is not enough.
std::optional<TiffSummary> tiff_of(const Input& input);

// In whatever case.
bool ends_folded(std::string_view path, std::string_view ending);
// The member whose path ends so, in whatever case; "" if there is none.
std::string member_ending(const Input& input, std::string_view ending);
// A world file beside; "" if there is none.
std::string world_file_of(const Input& input);

} // namespace readers
