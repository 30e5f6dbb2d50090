// SPDX-License-Identifier: Apache-2.0
//
// Well logs in LAS 1.2, 2.0 and 3.0 (CWLS). Samples are described, not kept;
// a file of any size takes a few megabytes of memory. Of LAS 3.0 the sections
// behind the log (tops, cores, lithology) are kept as text. LiDAR point
// clouds, which have the same suffix, are named and refused.
#pragma once

#include "worker/readers/reader.hpp"

#include <memory>

namespace readers {

std::unique_ptr<Reader> make_las_reader();

} // namespace readers
