// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "worker/readers/reader.hpp"

#include <memory>

namespace readers {

// 3D grids and parameters of Roxar RMS.
std::unique_ptr<Reader> make_roff_reader();

} // namespace readers
