// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "worker/readers/reader.hpp"

#include <memory>

namespace readers {

// Point clouds: .las with the signature LASF (never a well log) and .laz.
std::unique_ptr<Reader> make_lidar_reader();

} // namespace readers
