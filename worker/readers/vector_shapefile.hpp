// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "worker/readers/reader.hpp"

namespace readers {

// A shapefile with what stands beside it. Its .dbf alone is enough if the .shp
// is damaged, and the other way round.
base::Result<void> read_shapefile(const Input& input,
                                  domain::DocumentSink& sink);

// A dBASE table on its own.
base::Result<void> read_dbf(const Input& input, domain::DocumentSink& sink);

} // namespace readers
