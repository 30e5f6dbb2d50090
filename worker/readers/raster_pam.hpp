// SPDX-License-Identifier: Apache-2.0
//
// GDAL's XML of rasters: virtual rasters (.vrt), which are described and never
// followed to what they are made of, and what stands beside other rasters
// (.aux.xml). Never fails: what can be read is taken. No network, no entities.
#pragma once

#include "core/geodata/raster.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace readers {

struct PamContent {
  geodata::Raster raster; // bands by their number, as far as they are told of
  std::vector<std::string> sources; // files a virtual raster names; ≤ 1,000
  uint64_t source_count = 0;        // different ones or not
  std::string damage; // why it is not read to its end; "" if it is
};

PamContent parse_pam(std::string_view xml);

} // namespace readers
