// SPDX-License-Identifier: Apache-2.0
//
// Whether passages are about a question at all. Pure.
#pragma once

#include "query/answer/telling.hpp"
#include "query/search/search.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace query {

// What a passage is measured by. The weight of a word is that of its rarity in
// the archive (telling.hpp); a word that no passage has weighs most.
struct Relevance {
  double share = 0;             // of the weight of the question's words
  std::optional<double> cosine; // of the best by meaning, if vectors ranked
};
Relevance relevance_of(const Hit& hit, const TellingWords& words);
// Of the best hit by each.
Relevance best_relevance(const SearchResult& found, const TellingWords& words);

// The share that a passage has to have of a question of so many words: a long
// question need not find all of them in one passage, of two words one is not
// enough. Of 208 present questions 1 is refused, of 50 absent ones on wrong
// topics 41; docs/answers.md has more.
double least_share(size_t words);
// Where vectors ranked, a passage also has to be as near as this by meaning,
inline constexpr double k_least_cosine = 0.6;
// and one that is as near as this needs none of the words.
inline constexpr double k_near_cosine = 0.72;

bool is_relevant(const Relevance& relevance, size_t words);

// Hits that are about the question, or have every fact that it names; best
// first.
std::vector<const Hit*> relevant(const SearchResult& found,
                                 const TellingWords& words);

} // namespace query
