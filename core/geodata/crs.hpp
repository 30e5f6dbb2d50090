// SPDX-License-Identifier: Apache-2.0
//
// Coordinate reference systems: what a definition says, and which EPSG code
// it can be trusted to be. x is east and y north throughout (traditional
// axis order). Thread-safe.
#pragma once

#include "core/base/result.hpp"
#include "core/geodata/box.hpp"

#include <memory>
#include <optional>
#include <string>

namespace geodata {

struct Crs {
  std::string name;     // "NAD83 / UTM zone 14N"
  std::string datum;    // "North American Datum 1983"
  std::string unit;     // "degree", "metre", "US survey foot" …
  double unit_size = 0; // metres, or radians if geographic; 0 if not known
  bool geographic = false;
  std::string wkt; // as given if it cannot be read, else WKT 1

  // Only if one entry of the EPSG registry matches with at least 90 %, agrees
  // in its unit, and some of the data lie in its area of use.
  std::optional<int> epsg;
  std::string doubt;  // why there is none; "" if there is
  int candidate = 0;  // the nearest entry, for people; 0 if none
  int confidence = 0; // of the candidate, percent
  // The extent of the data in longitude and latitude, where that was asked for
  // to find the code.
  std::optional<Box> place;
};

// `definition`: the text of a .prj (ESRI's or OGC's WKT), or any WKT.
// `extent`: of the data, in its own units. Errc::corrupt if it cannot be read.
base::Result<Crs> identify_crs(const std::string& definition,
                               const std::optional<Box>& extent);

// The definition of an entry of the EPSG registry as WKT; nothing if it has none
// of that code.
std::optional<std::string> wkt_of_epsg(int code);

// `box` in longitude and latitude of WGS 84; nothing if it cannot be
// transformed.
std::optional<Box> to_lon_lat(const std::string& wkt, const Box& box);

} // namespace geodata
