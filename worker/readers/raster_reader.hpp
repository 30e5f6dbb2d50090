// SPDX-License-Identifier: Apache-2.0
//
// Every raster format of core/geodata/raster.hpp, virtual rasters, and
// pictures that are no maps, as one document: size, bands, place, coordinate
// system and what the file says of itself. No pixel is read.
#pragma once

#include "worker/readers/reader.hpp"

namespace readers {

std::unique_ptr<Reader> make_raster_reader();

} // namespace readers
