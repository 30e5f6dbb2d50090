// SPDX-License-Identifier: Apache-2.0
//
// What docs/formats.md says of the seismic and navigation formats.
#pragma once

#include "worker/readers/reader.hpp"

#include <vector>

namespace readers {

std::vector<FormatNote> segy_notes();
std::vector<FormatNote> su_notes();
std::vector<FormatNote> segd_notes();
std::vector<FormatNote> nav_notes();

} // namespace readers
