// SPDX-License-Identifier: Apache-2.0
//
// How a data set is opened, and what is done with one that GDAL refuses.
#pragma once

#include "core/geodata/dataset.hpp"
#include "worker/readers/vector_formats.hpp"

#include <optional>
#include <string>

namespace readers {

// `damage`: of what was read in another way than the usual; else nothing.
base::Result<geodata::Dataset>
open_dataset(const Input& input, const VectorFormat& format,
             std::optional<domain::Reject>& damage);

// What GDAL does not open may still say something. `error`: what it said.
base::Result<void> read_otherwise(const Input& input,
                                  const VectorFormat& format, base::Error error,
                                  domain::DocumentSink& sink);

// What GDAL says of a file, without where the file or its link is and how to
// switch the warning off: the same on every machine.
std::string tidy_complaint(std::string text, const std::string& path);

// A table that a database keeps for itself.
bool is_system_table(const geodata::Dataset& dataset, std::string_view name);

// Layers and tables but for those.
size_t count_own_layers(const geodata::Dataset& dataset);

// Relationship classes and domains, which belong to no layer.
base::Result<void> put_schema(const geodata::Dataset& dataset,
                              domain::DocumentSink& sink);

// The tables of tiles in a GeoPackage as rasters; true if there is one.
base::Result<bool> put_tiles(const Input& input, domain::DocumentSink& sink);

// Layers behind are not read.
inline constexpr size_t k_most_dataset_layers = 2000;

} // namespace readers
