// SPDX-License-Identifier: Apache-2.0
//
// What a search found, for people and for programs.
#pragma once

#include "query/search/search.hpp"

#include <string>

namespace cli {

std::string path_text(const query::HitPath& path); // "root:path"
// `how` tells who answered, and brings the plan and its stages along; "" unless
// that is to be explained.
void print_text(const query::SearchResult& result, const std::string& how);
void print_json(const query::SearchResult& result, const std::string& how);

} // namespace cli
