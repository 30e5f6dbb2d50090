// SPDX-License-Identifier: Apache-2.0
//
// Rasters of the formats that raster_drivers() lists: size, bands, place,
// coordinate system and metadata. No pixel is read, nothing is computed from
// pixels and nothing is written; only the files that are named as siblings are
// there for a driver. Text may not be UTF-8. Thread-safe.
#pragma once

#include "core/base/result.hpp"
#include "core/geodata/box.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace geodata {

// Names of the GDAL drivers that may run on rasters. None that fetches,
// mosaics other files or runs code (VRT, WMS, WCS, HTTP, Zarr …).
const std::vector<std::string>& raster_drivers();

using Items = std::vector<std::pair<std::string, std::string>>;

// x = t[0] + column · t[1] + row · t[2]; y = t[3] + column · t[4] + row · t[5];
// columns and rows from the upper left corner of the first cell.
using Transform = std::array<double, 6>;

// What `width` × `height` cells cover; nothing if a number is not finite.
std::optional<Box> extent_of(const Transform& transform, int64_t width,
                             int64_t height);

struct RasterTable { // a raster attribute table
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows; // at most 5,000
  uint64_t row_count = 0;
};

struct RasterBand {
  std::string type;  // "Byte", "Float32"
  std::string color; // "Gray", "Red"; "" if undefined
  std::string description;
  std::string unit;
  std::optional<double> nodata;
  double scale = 1, offset = 0; // value = cell · scale + offset
  uint64_t overviews = 0;
  uint64_t palette = 0; // entries of its colour table
  std::vector<std::string> categories;
  Items metadata;
  RasterTable table;
};

struct Raster {
  std::string driver;      // "GTiff"
  std::string name;        // of a subdataset: ":tmin", "//grid/depth"
  std::string description; // of a subdataset
  int64_t width = 0, height = 0;
  uint64_t band_count = 0;
  std::vector<RasterBand> bands; // at most 256
  std::optional<Transform> transform;
  uint64_t control_points = 0;
  std::string crs;           // WKT; "" if unknown; of the control points too
  Items metadata, structure; // structure: COMPRESSION, INTERLEAVE …
  std::vector<std::pair<std::string, std::string>> subdatasets;
  std::vector<Raster> parts; // those of the subdatasets that were looked at
  std::vector<std::string> complaints;
};

struct RasterOptions {
  std::vector<std::string> drivers;  // of raster_drivers(); must not be empty
  std::vector<std::string> siblings; // absolute paths in the same folder
  size_t parts = 0;                  // subdatasets to look at
  // Called before each part; its error ends the reading.
  std::function<base::Result<void>()> progress;
};

// Errc::corrupt if no driver can read it (with what they say).
base::Result<Raster> read_raster(const std::string& path,
                                 const RasterOptions& options);

} // namespace geodata
