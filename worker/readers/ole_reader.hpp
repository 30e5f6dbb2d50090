// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "worker/readers/reader.hpp"

#include <memory>

namespace readers {

// Word, Excel and PowerPoint before 2007 and what else comes in compound
// files, but messages; and the files of Excel 2 to 4, which stand alone.
std::unique_ptr<Reader> make_ole_reader();

} // namespace readers
