// SPDX-License-Identifier: Apache-2.0
//
// Words: BM25 over passages (Robertson & Zaragoza, "The Probabilistic Relevance
// Framework", 2009, with k1 0.9 and b 0.4), with statistics of all shards.
#pragma once

#include "core/base/result.hpp"
#include "query/core/allowed.hpp"
#include "query/core/archive_view.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace query {

struct WordScore {
  PassageRef passage;
  double score = 0;
  std::vector<std::string> words; // of the question, that it holds
  // Of what all words of the question weigh (rarity_of()), those that it holds:
  // 0 to 1. Words that no passage has weigh most.
  double share = 0;
};

// The best `k` passages, best first; equal scores by document and ordinal.
// `allowed` has one entry a shard, or is empty for no filter.
base::Result<std::vector<WordScore>>
bm25_top(const ArchiveView& view, const std::vector<std::string>& words,
         const std::vector<Allowed>& allowed, size_t k);

// Whether any text of the archive has `word` (of words_of()), in whatever form
// bm25_top() finds it. Cheap: no postings are read.
base::Result<bool> is_in_texts(const ArchiveView& view,
                               const std::string& word);

// Passages that have `word`, in whatever form bm25_top() finds it; each once.
// Reads its postings.
base::Result<uint64_t> passages_with(const ArchiveView& view,
                                     const std::string& word);

// The weight of a word that `held` of so many passages have, whatever text it
// stands in: about 0 for a word of half of them, some 10 for one of a single
// passage among 50,000; most for a word of none. Pure.
double rarity(uint64_t held, double passages);

// The same of `word`, by its postings.
base::Result<double> rarity_of(const ArchiveView& view,
                               const std::string& word);

// What it reads, for the plan.
struct WordsToRead {
  uint64_t lookups = 0; // of a form of a word in a shard
  uint64_t bytes = 0;   // of postings, about
};
base::Result<WordsToRead> bm25_reads(const ArchiveView& view,
                                     const std::vector<std::string>& words);

} // namespace query
