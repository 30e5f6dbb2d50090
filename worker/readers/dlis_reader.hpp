// SPDX-License-Identifier: Apache-2.0
//
// Well logs in DLIS (API RP66 version 1, 1991): logical files with origins,
// frames, channels, parameters and equipment. The samples are counted, not
// kept. Encrypted records are counted and refused.
#pragma once

#include "worker/readers/reader.hpp"

#include <memory>

namespace readers {

std::unique_ptr<Reader> make_dlis_reader();

} // namespace readers
