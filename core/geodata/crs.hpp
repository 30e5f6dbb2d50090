// SPDX-License-Identifier: Apache-2.0
//
// Naming coordinate systems. Private to the room: it shows GDAL's types.
#pragma once

#include "core/geodata/dataset.hpp"

class OGRSpatialReference;

namespace geodata {

// `reference` may be null: then the name is "". An EPSG code is given where the
// definition carries it, or where exactly one registered system matches with
// at least 90 % and the same linear unit, and the extent is plausible for it.
Crs describe_crs(const OGRSpatialReference* reference,
                 const std::optional<Extent>& extent);

// The extent as longitude and latitude of WGS 84; nothing if there is no
// system or the corners cannot be transformed.
std::optional<Extent> to_degrees(const OGRSpatialReference* reference,
                                 const std::optional<Extent>& extent);

} // namespace geodata
