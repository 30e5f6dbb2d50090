// SPDX-License-Identifier: Apache-2.0
//
// Many messages in one file (RFC 4155): each is a nested document.
#pragma once

#include "worker/readers/reader.hpp"

namespace readers {

std::unique_ptr<Reader> make_mbox_reader();

} // namespace readers
