// SPDX-License-Identifier: Apache-2.0
//
// What people are told of archives.
#pragma once

#include "worker/readers/reader.hpp"

namespace readers {

std::vector<FormatNote> archive_notes();

} // namespace readers
