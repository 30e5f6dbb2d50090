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

// Weight of the words; meaning has the rest.
// Neither arm is trusted above the other. tests/truth/questions.py with the
// local model, right file first / within ten of 208: 166/200 at 0.3, 168/203 at
// 0.5, 169/203 at 0.7, 165/204 by words alone.
inline constexpr double k_word_weight = 0.5;
// nDCG@10 on scifact / cranfield, by words alone .669 / .329: .673 / .391 at
// 0.5, .681 / .371 at 0.7, .681 / .360 at 0.8; questions.py 141/198, 147/204
// and, at 0.85, 146/206 (docs/embedding.md).
inline constexpr double k_word_weight_fast = 0.7;

// Both arms brought to 0…1 by their best and worst and summed, words with
// `weight` (0…1); one arm alone ranks as it is. Best first, equal scores by
// document and ordinal.
std::vector<Candidate> fuse(const std::vector<WordScore>& words,
                            const std::vector<DenseScore>& dense,
                            double weight);

} // namespace query
