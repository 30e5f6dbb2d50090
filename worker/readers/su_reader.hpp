// SPDX-License-Identifier: Apache-2.0
//
// Seismic Unix (.su): the traces of SEG-Y with their 240-byte headers and
// 32-bit IEEE samples in either byte order, without the headers of the reel.
// There is no signature: trace headers that agree with each other where the
// size of the file says they stand. Reads headers only, never samples.
#pragma once

#include "worker/readers/reader.hpp"

#include <memory>

namespace readers {

std::unique_ptr<Reader> make_su_reader();

} // namespace readers
