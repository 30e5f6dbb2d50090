// SPDX-License-Identifier: Apache-2.0
//
// Every vector format that GDAL opens, as one document a data set: layers,
// fields, coordinate systems and extents as facts, rows as records, what names
// things as keys. Shapefiles and dBASE tables are read without GDAL, because
// it skips deleted rows, believes declared code pages and needs a .shx.
// Streams; no layer is held in memory.
#pragma once

#include "worker/readers/reader.hpp"

namespace readers {

std::unique_ptr<Reader> make_vector_reader();

} // namespace readers
