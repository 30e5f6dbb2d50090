// SPDX-License-Identifier: Apache-2.0
//
// Markdown (CommonMark, with pipe tables and front matter). Numbered lists
// within numbered lists are clauses: "12.6" is put in front of the sixth item
// of the twelfth, since no such text stands in the file.
#pragma once

#include "worker/readers/reader.hpp"

namespace readers {

// A longer file is read up to here; a reject says so.
inline constexpr uint64_t k_most_markdown = uint64_t{8} << 20;

std::unique_ptr<Reader> make_markdown_reader();

} // namespace readers
