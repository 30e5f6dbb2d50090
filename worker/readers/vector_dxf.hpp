// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/document.hpp"
#include "worker/readers/dxf_drawing.hpp"

namespace readers {

// Layers, blocks, properties and every text of a drawing, between begin() and
// end() of its document.
base::Result<void> put_drawing(const DxfDrawing& drawing,
                               domain::DocumentSink& sink);

// A drawing that GDAL does not open. `why` becomes a reject.
base::Result<void> read_drawing_alone(const DxfDrawing& drawing,
                                      const std::string& why,
                                      domain::DocumentSink& sink);

} // namespace readers
