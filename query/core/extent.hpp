// SPDX-License-Identifier: Apache-2.0
//
// `--where bbox=west,south,east,north`: what lies in a box of longitudes and
// latitudes, by the facts that layers, wells and pictures carry.
#pragma once

#include "core/base/result.hpp"
#include "core/bitmap/bitmap.hpp"
#include "store/generation.hpp"

#include <string_view>

namespace query {

inline constexpr std::string_view k_extent_key = "bbox";

// Degrees, as the facts have them: of whatever datum, which moves a place by
// some hundred metres at most.
struct Extent {
  double west = 0;
  double south = 0;
  double east = 0; // less than `west`: over the 180th meridian
  double north = 0;
};

// Four numbers with commas or blanks between them. Errc::invalid says what is
// wrong and shows an example.
base::Result<Extent> parse_extent(std::string_view text);

// Numbers of the documents that touch the box: by min_longitude, max_longitude,
// min_latitude, max_latitude, or by a longitude and latitude in it. Of a
// document with several extents one of them must touch it.
base::Result<bitmap::Bitmap> documents_in(const store::Generation& shard,
                                          const Extent& extent);

} // namespace query
