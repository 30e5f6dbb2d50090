// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "worker/readers/reader.hpp"

#include <memory>

namespace readers {

// Vector data sets: shapefile and lone .dbf, GeoPackage, GeoJSON, KML and KMZ,
// file geodatabase, GPX, MapInfo, DXF, DGN, GML, FlatGeobuf. Facts of every
// layer, keys of every row; rows as text up to k_most_row_passages a layer.
std::unique_ptr<Reader> make_vector_reader();

inline constexpr uint64_t k_most_row_passages = 2000;

} // namespace readers
