// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "worker/readers/reader.hpp"

#include <memory>

namespace readers {

// Surfaces, points and lines of interpretation programs (surface.hpp).
std::unique_ptr<Reader> make_surface_reader();

} // namespace readers
