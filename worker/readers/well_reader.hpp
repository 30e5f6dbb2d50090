// SPDX-License-Identifier: Apache-2.0
//
// RMS well files, Petrel well paths and tops, tables of a well's path or tops
// (well_files.hpp).
#pragma once

#include "worker/readers/reader.hpp"

#include <memory>

namespace readers {

std::unique_ptr<Reader> make_well_reader();

} // namespace readers
