// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "worker/readers/reader.hpp"

#include <memory>

namespace readers {

// Shapes and scans: STL, OBJ, PLY, PCD, E57.
std::unique_ptr<Reader> make_mesh_reader();

} // namespace readers
