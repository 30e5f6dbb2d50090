// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "worker/readers/reader.hpp"

#include <memory>

namespace readers {

// XML, JSON and JSON Lines that no other reader knows, WITSML and PRODML among
// them. From a damaged place on a file is read as text; so is one of more than
// k_largest_tree bytes as a whole, by the text reader.
std::unique_ptr<Reader> make_structured_reader();

inline constexpr uint64_t k_largest_tree = uint64_t{256} << 20;

// "xml" or "json" by the start of the file and its name, else "".
std::string tree_format(const Input& input);

} // namespace readers
