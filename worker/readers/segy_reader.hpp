// SPDX-License-Identifier: Apache-2.0
//
// SEG-Y revisions 0, 1, 2.0 and 2.1 in either byte order, textual headers in
// EBCDIC or ASCII. Reads headers only, never samples; a file of any size takes
// a few megabytes of memory. Seismic Unix files have no reel headers and are
// not SEG-Y.
#pragma once

#include "worker/readers/reader.hpp"

#include <memory>

namespace readers {

std::unique_ptr<Reader> make_segy_reader();

} // namespace readers
