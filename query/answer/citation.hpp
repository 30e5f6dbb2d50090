// SPDX-License-Identifier: Apache-2.0
//
// "[2]", "[1, 3]", "[1-3]", "[Source 2]"; for sentences.cpp, for nobody else.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace query {

inline constexpr size_t k_longest_citation = 60; // bytes

struct Citation {
  size_t size = 0; // bytes from "[" on; 0: none
  std::vector<unsigned> ids;
  bool malformed = false; // it begins as one and goes on otherwise
};

// The one that `text` begins with.
Citation citation_at(std::string_view text);

} // namespace query
