// SPDX-License-Identifier: Apache-2.0
//
// Seismic navigation: SEG-P1; UKOOA P1/84 and P1/90, P2/86, P2/91, P2/94,
// P6/98; OGP/IOGP P1/11, P2/11, P6/11. Lines with their points, extent, geodesy
// and header cards; not single positions.
#pragma once

#include "worker/readers/reader.hpp"

#include <memory>

namespace readers {

std::unique_ptr<Reader> make_nav_reader();

} // namespace readers
