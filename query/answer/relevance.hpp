// SPDX-License-Identifier: Apache-2.0
//
// Whether passages are about a question at all. Pure.
#pragma once

#include "query/answer/telling.hpp"
#include "query/search/search.hpp"

#include <vector>

namespace query {

// A passage is about the question if it has this share of the weight of its
// words, or is as near by meaning. Set by what docs/answers.md says of both.
inline constexpr double k_least_share = 0.4;
inline constexpr double k_least_cosine = 0.5;
// And not much less than the best one of them.
inline constexpr double k_of_the_best = 0.6;

// What each passage is measured by.
struct Relevance {
  double share = 0;  // of the weight of the words
  double cosine = 0; // 0 where vectors did not rank
  bool enough() const {
    return share >= k_least_share || cosine >= k_least_cosine;
  }
};
Relevance relevance_of(const Hit& hit, const TellingWords& words);
// Of the best hit by each.
Relevance best_relevance(const SearchResult& found, const TellingWords& words);

// Hits that are about the question, best first: by the share of its words, then
// as they were ranked.
std::vector<const Hit*> relevant(const SearchResult& found,
                                 const TellingWords& words);

} // namespace query
