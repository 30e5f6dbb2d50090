// SPDX-License-Identifier: Apache-2.0
//
// SEG-D field records of revisions 0 to 3: the general header and the channel
// sets of the first record of a file. Samples and trace headers are not read.
#pragma once

#include "worker/readers/reader.hpp"

#include <memory>

namespace readers {

std::unique_ptr<Reader> make_segd_reader();

} // namespace readers
