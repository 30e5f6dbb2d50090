// SPDX-License-Identifier: Apache-2.0
//
// Outlook's stores (.pst, .ost): each message is a nested document, named by
// its folder and its subject.
#pragma once

#include "worker/readers/reader.hpp"

namespace readers {

std::unique_ptr<Reader> make_pst_reader();

} // namespace readers
