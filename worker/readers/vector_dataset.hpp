// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "worker/readers/vector_formats.hpp"

namespace readers {

// Any data set that GDAL reads, layer by layer.
base::Result<void> read_dataset(const Input& input, const VectorFormat& format,
                                domain::DocumentSink& sink);

} // namespace readers
