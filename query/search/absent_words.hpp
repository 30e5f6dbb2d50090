// SPDX-License-Identifier: Apache-2.0
//
// Words of a question that no file has. Private to the room.
#pragma once

#include "query/search/question.hpp"

#include <string>
#include <vector>

namespace query {

// Words of `text` that no text of the archive has, in no form that would rank,
// as they are typed, in order, each once. A word has a letter and asks for
// something: "please" does not. What else was made something of is left out:
// identifiers, names, facts and kinds, of which SearchResult says by itself
// whether they are there. Filters do not count. Of the first k_words_looked_up
// words.
inline constexpr size_t k_words_looked_up = 64;
base::Result<std::vector<std::string>> absent_words(const ArchiveView& view,
                                                    const std::string& text,
                                                    const Question& question);

} // namespace query
