// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "worker/readers/reader.hpp"

#include <memory>

namespace readers {

// Output of reservoir simulators of the ECLIPSE family: .EGRID, .GRID, .INIT,
// .UNRST, .X0001, .SMSPEC, .UNSMRY, .RFT and their formatted kind.
std::unique_ptr<Reader> make_eclipse_output_reader();

} // namespace readers
