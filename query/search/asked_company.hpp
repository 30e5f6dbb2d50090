// SPDX-License-Identifier: Apache-2.0
//
// Companies that a question names, against the archive.
#pragma once

#include "query/search/asked.hpp"

#include <string>
#include <vector>

namespace query {

// A name counts if the archive holds a company that it means (the same by rule,
// or by the authority file), or a verb says that it is one ("operated by Foo
// Ltd"): then `missing`. "X or Y" is one match. Behind "of" or "by" alone a
// name needs two words, or to be known to the authority file and to end there.
base::Result<std::vector<AskedMatch>>
match_companies(const ArchiveView& view, const std::string& question);

} // namespace query
