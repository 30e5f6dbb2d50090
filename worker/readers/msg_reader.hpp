// SPDX-License-Identifier: Apache-2.0
//
// Outlook's single messages (.msg, [MS-OXMSG]): properties in a compound file.
#pragma once

#include "worker/readers/reader.hpp"

namespace readers {

std::unique_ptr<Reader> make_msg_reader();

} // namespace readers
