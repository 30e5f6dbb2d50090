// SPDX-License-Identifier: Apache-2.0
//
// Any file whose bytes are text and that no other reader knows: notes, logs,
// decks, code, and XML and JSON without a reader of their own. The weakest
// match, so that every other reader goes first.
#pragma once

#include "worker/readers/reader.hpp"

namespace readers {

// Text beyond this many bytes of a file is counted but not kept; a reject
// says where it was cut.
inline constexpr uint64_t k_most_text = uint64_t{16} << 20;

std::unique_ptr<Reader> make_text_reader();

} // namespace readers
