// SPDX-License-Identifier: Apache-2.0
//
// Words: BM25 over passages (Robertson & Zaragoza, "The Probabilistic Relevance
// Framework", 2009, with k1 0.9 and b 0.4), with statistics of all shards.
#pragma once

#include "core/base/result.hpp"
#include "query/core/allowed.hpp"
#include "query/core/archive_view.hpp"

#include <string>
#include <vector>

namespace query {

struct WordScore {
  PassageRef passage;
  double score = 0;
  std::vector<std::string> words; // of the question, that it holds
};

// The best `k` passages, best first; equal scores by document and ordinal.
// `allowed` has one entry a shard, or is empty for no filter.
base::Result<std::vector<WordScore>>
bm25_top(const ArchiveView& view, const std::vector<std::string>& words,
         const std::vector<Allowed>& allowed, size_t k);

// About how many bytes of postings it reads.
uint64_t bm25_bytes(const ArchiveView& view,
                    const std::vector<std::string>& words);

} // namespace query
