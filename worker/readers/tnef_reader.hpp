// SPDX-License-Identifier: Apache-2.0
//
// "winmail.dat" (TNEF) as a message with attachments.
#pragma once

#include "worker/readers/reader.hpp"

namespace readers {

std::unique_ptr<Reader> make_tnef_reader();

} // namespace readers
