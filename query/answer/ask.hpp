// SPDX-License-Identifier: Apache-2.0
//
// A question answered without a model: from what was looked up and counted, and
// from passages, quoted. docs/answers.md says what a reader may rely on.
#pragma once

#include "query/answer/answer.hpp"
#include "query/answer/relevance.hpp"

#include <string>

namespace query {

inline constexpr size_t k_passages_quoted = 4; // where nobody says how many

// `search.limit` counts the passages that a question in prose is answered with.
struct AskOptions {
  SearchOptions search;
};

struct Asked {
  Answer answer;
  SearchResult found; // what it was composed of; empty where the question is
                      // about the archive itself
  Relevance best;     // of any passage that was found
};

// `embedder` may be null: then words and keys rank. Errc::invalid for a
// question without a word, or of more than k_longest_question bytes; bytes that
// are not UTF-8 count as U+FFFD. Errors of search() else. The same archive and
// question give the same answer. REQUIRES: search_families() are open.
base::Result<Asked> ask(const ArchiveView& view, const std::string& question,
                        embed::Embedder* embedder, const AskOptions& options);

inline constexpr size_t k_longest_question = 16384;

} // namespace query
