// SPDX-License-Identifier: Apache-2.0
//
// What a search found, for people and for programs.
#pragma once

#include "query/search/search.hpp"

#include <string>

namespace cli {

std::string path_text(const query::HitPath& path); // "root:path"
// To stdout; `explain` adds the plan and its stages.
void print_text(const query::SearchResult& result, bool explain);
void print_json(const query::SearchResult& result, bool explain);

} // namespace cli
