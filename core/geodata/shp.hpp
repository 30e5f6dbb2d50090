// SPDX-License-Identifier: Apache-2.0
//
// What a .shp file holds, without its geometry. Source: ESRI Shapefile
// Technical Description (July 1998). Needs no .shx and writes none.
#pragma once

#include "core/base/result.hpp"
#include "core/geodata/box.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace geodata {

struct ShpDamage {
  uint64_t byte = 0; // offset in the file
  std::string reason;
};

struct ShpSummary {
  int32_t type = 0;                 // of the header; shape_type_name()
  std::optional<Box> header_extent; // if its numbers are finite and in order
  std::optional<Box> extent;        // of the records that were read
  uint64_t records = 0;             // whole ones, null shapes too
  uint64_t null_shapes = 0;
  uint64_t strangers = 0; // records of another type than the header's
  uint64_t bytes = 0;     // size of the file
  // At most one: what stands behind the first damage cannot be found again
  // without an index.
  std::optional<ShpDamage> damage;
};

// "PointZ"; "" if there is no such type.
std::string_view shape_type_name(int32_t type);

// True if `head` begins as a .shp file does: file code, version, a type that
// exists and a first record (which a .shx lacks), unless it has none.
bool is_shp_header(std::string_view head);

// Errc::corrupt if there is no header. `tick` is called about every 4,096
// records; its error is passed on.
base::Result<ShpSummary>
scan_shp(const std::string& path,
         const std::function<base::Result<void>()>& tick);

// Records that a .shx lists.
base::Result<uint64_t> count_shx(const std::string& path);

} // namespace geodata
