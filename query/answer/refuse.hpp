// SPDX-License-Identifier: Apache-2.0
//
// What the archive does not hold, said so, with what is near and is not it.
// Private to the room.
#pragma once

#include "query/answer/draft.hpp"

#include <string>

namespace query {

// Identifiers, clauses, quantities or companies of the question that are not
// there, each with a remark; true if nothing else of the question can be
// answered. Several identifiers are answered one by one.
base::Result<bool> refuse_absent(Draft& draft, embed::Embedder* embedder,
                                 const SearchOptions& options);

// Nothing is about the question: what was searched, which of its words no
// passage has, and the passages nearest to it.
base::Result<void> refuse_nothing(Draft& draft, const SearchOptions& options,
                                  bool meaning);

// What cannot be answered from passages, however many are found: a count, a
// distance between features, a comparison with a number that no column or fact
// was held against. "" if the question asks for none of these.
std::string out_of_reach(const Draft& draft);

// Whether names in the question (capitals within a sentence, or throughout)
// that no passage has are what it is about: then what is said of others answers
// nothing. Of a long question they are a part, which a scan may have misread.
bool asks_of_names_nowhere(const Draft& draft);

// Words as the question writes them, for words_of() of it.
std::vector<std::string> as_typed(const std::string& question,
                                  const std::vector<std::string>& words);

} // namespace query
