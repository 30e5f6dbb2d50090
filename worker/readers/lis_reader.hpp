// SPDX-License-Identifier: Apache-2.0
//
// Well logs in LIS 79 (Log Information Standard): logical files with data
// formats, tables of constants and comments. The samples are counted, not kept.
#pragma once

#include "worker/readers/reader.hpp"

#include <memory>

namespace readers {

std::unique_ptr<Reader> make_lis_reader();

} // namespace readers
