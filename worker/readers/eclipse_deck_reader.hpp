// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "worker/readers/reader.hpp"

#include <memory>

namespace readers {

// Input decks of reservoir simulators of the ECLIPSE family.
std::unique_ptr<Reader> make_eclipse_deck_reader();

} // namespace readers
