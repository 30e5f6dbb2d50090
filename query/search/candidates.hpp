// SPDX-License-Identifier: Apache-2.0
//
// Passages that the arms propose, and their fusion. Private to the room.
#pragma once

#include "query/lexical/bm25.hpp"

#include <map>
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
  std::vector<std::string> why;
};

struct DenseScore {
  PassageRef passage;
  double cosine = 0;
};

// Both arms brought to 0…1 by their best and worst and summed with fixed
// weights; one arm alone ranks as it is. Best first, equal scores by document
// and ordinal.
std::vector<Candidate> fuse(const std::vector<WordScore>& words,
                            const std::vector<DenseScore>& dense);

} // namespace query
