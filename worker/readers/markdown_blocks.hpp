// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/document.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace readers {

// "key: value" lines between two lines of dashes at the very start.
struct FrontMatter {
  std::vector<std::pair<std::string, std::string>> values;
  size_t size = 0;    // bytes it takes
  uint64_t lines = 0; // lines it takes
};
FrontMatter split_front_matter(std::string_view text);

// A table with bars: the first row names the columns. Empty if `text` (one
// paragraph) is none.
std::vector<std::vector<std::string>> split_pipe_table(std::string_view text);

// The passages of `text`, of the document `title`; `lines_before` stand before
// it in the file.
base::Result<void> put_markdown(std::string_view text, std::string_view title,
                                uint64_t lines_before,
                                domain::DocumentSink& sink);

} // namespace readers
