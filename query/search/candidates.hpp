// SPDX-License-Identifier: Apache-2.0
//
// Passages that the arms propose, and their fusion. Private to the room.
#pragma once

#include "query/lexical/bm25.hpp"
#include "query/search/weights.hpp"

#include <optional>
#include <string>
#include <vector>

namespace query {

struct Candidate {
  PassageRef passage;
  double score = 0;
  std::optional<double> cosine;
  std::optional<double> words;
  std::vector<std::string> matched; // words of the question that it holds
};

// "words: sonic, casper", "meaning: 0.812": by what it was proposed.
std::vector<std::string> reasons_of(const Candidate& candidate);

struct DenseScore {
  PassageRef passage;
  double cosine = 0;
};

// Both arms brought to 0…1 and summed, words with `weight` (0…1); one arm alone
// ranks as it is, by its scores. Best first, equal scores by document and
// ordinal. REQUIRES: both best first.
std::vector<Candidate> fuse(const std::vector<WordScore>& words,
                            const std::vector<DenseScore>& dense, double weight,
                            Fusion fusion);

} // namespace query
