// SPDX-License-Identifier: Apache-2.0
//
// What a shapefile's files say beside what GDAL reads: record counts of each
// part, declared encodings, side files, and metadata text. ESRI Shapefile
// Technical Description (1998).
#pragma once

#include "core/domain/document.hpp"
#include "worker/readers/reader.hpp"

#include <string>

namespace readers {

struct ShapefileParts {
  std::string declared_encoding; // by .cpg, else by the .dbf; "" for none
};

// Puts facts and rejects. `input.path` is a .shp or a lone .dbf.
base::Result<ShapefileParts> put_shapefile_parts(const Input& input,
                                                 domain::DocumentSink& sink);

} // namespace readers
