// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "worker/readers/reader.hpp"

#include <vector>

namespace readers {

// Of the formats that ole_reader.cpp reads.
std::vector<FormatNote> ole_notes();

} // namespace readers
