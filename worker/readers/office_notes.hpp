// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "worker/readers/reader.hpp"

#include <vector>

namespace readers {

// Of all formats of the office reader.
std::vector<FormatNote> office_notes();

} // namespace readers
