// SPDX-License-Identifier: Apache-2.0
//
// What is said of one raster: as facts whose locators name it, and as lines
// for people.
#pragma once

#include "core/geodata/raster.hpp"
#include "worker/readers/vector_facts.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace readers {

// Size, bands, place and metadata. `map`: false for a picture, of which no
// coordinate system is expected. Lines are added to `lines`.
base::Result<void> put_raster(const LayerFacts& facts,
                              const geodata::Raster& raster, bool map,
                              std::vector<std::string>& lines);

// Metadata items, those of the bands behind them: facts for what has a name of
// its own among them (software, description, dates …), text for all.
base::Result<void> put_raster_metadata(const LayerFacts& facts,
                                       const geodata::Raster& raster);

// Rows of the attribute tables of all bands.
base::Result<void> put_raster_tables(const LayerFacts& facts,
                                     const geodata::Raster& raster);

} // namespace readers
