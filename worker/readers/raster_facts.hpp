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

// Bands behind are counted only.
inline constexpr size_t k_most_raster_bands = 64;

// Facts of one band, counted from 0: its section says which, unless it is the
// only one.
LayerFacts facts_of_band(const LayerFacts& facts, const geodata::Raster& raster,
                         size_t band);

// Size, bands and place. Lines are added to `lines`.
base::Result<void> put_raster(const LayerFacts& facts,
                              const geodata::Raster& raster,
                              std::vector<std::string>& lines);

// Metadata items, those of the bands behind them: facts for what has a name of
// its own among them (software, description, dates …), text for all.
base::Result<void> put_raster_metadata(const LayerFacts& facts,
                                       const geodata::Raster& raster);

// "Raster map (geotiff), 40 x 30 cells, 1 band".
std::string what_raster(const geodata::Raster& raster, std::string_view format);

// Those of its parts that were looked at, each a section of its own.
base::Result<void> put_raster_parts(const geodata::Raster& whole,
                                    std::string_view format,
                                    domain::DocumentSink& sink);

// Rows of the attribute tables of all bands.
base::Result<void> put_raster_tables(const LayerFacts& facts,
                                     const geodata::Raster& raster);

} // namespace readers
