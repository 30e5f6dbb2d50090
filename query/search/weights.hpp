// SPDX-License-Identifier: Apache-2.0
//
// What counts how much in the order of hits: every weight in one place, each
// with the figure that chose it. docs/search.md tells users of them.
#pragma once

#include "core/base/result.hpp"
#include "proto/archive.pb.h"

#include <optional>
#include <string>

namespace query {

enum class Fusion {
  scores = 1, // both arms brought to 0…1 by their best and worst
  ranks = 2, // by 1 / (60 + rank) (Cormack, Clarke, Büttcher: "Reciprocal rank
             // fusion", SIGIR 2009)
};

// Words beside meaning, which has the rest, 0…1, with vectors that were fitted
// on the archive. nDCG@10 on scifact / cranfield, by words alone .669 / .329:
// .673 / .391 at 0.5, .681 / .371 at 0.7, .681 / .360 at 0.8; questions.py
// 141/198, 147/204 and, at 0.85, 146/206 (docs/embedding.md).
inline constexpr double k_words_fast = 0.7;

// The same with a model. A question in the words of the file is best answered
// by words, one in other words by meaning; which it is, is told by what the
// best passage by words has of it (WordScore::share). Up to k_half of that
// meaning leads, with all of it, and where the file holds an identifier of the
// question, words do. docs/results/README.md has the figures: no fixed weight
// does as well on both.
struct WordWeights {
  double least = 0.2;
  double most = 0.9;
};
inline constexpr double k_half = 0.5;

struct Weights {
  Fusion fusion = Fusion::scores;
  std::optional<double> words; // for every question; nothing: by the question
  WordWeights by_question;
  // The weights below were set with tests/truth/questions.py over a mixed
  // archive, by words and keys: of 208 questions 142 had a right file first
  // with `identifier` alone, 155 with roles, 161 with kinds, 165 with all, 170
  // since kind words do not rank, all within ten since names find numbers.
  double identifier = 1.0; // held by the file: above any fused score
  // A file of a well before one that lists it, and that before one that
  // mentions it: more than words and meaning can turn between two holders
  // alike.
  double subject = 0.6;
  double row = 0.2;
  double focus = 0.1; // the passage itself holds it
  // What is of a kind that the question names ("map layer", "log"), and what
  // has a fact that it names ("18000 ms records").
  double kind = 0.3;
  double fact = 0.8;
};

// What a person sets for one search, above what the archive has.
struct WeightsAsked {
  std::optional<double> words;
  std::optional<Fusion> fusion;
};

// Of an archive's own, else those above for its embedder. Errc::invalid names
// the weight that is none: one that is not finite, below 0, above 10, or of
// `word_weight` above 1.
base::Result<Weights> weights_for(const pb::ArchiveConfig& config,
                                  const WeightsAsked& asked);

// What words count for one question: `share` as above; `named` if files hold an
// identifier of it.
double word_weight(const Weights& weights, double share, bool named);

// How both arms are weighed: "words 0.2 to 0.9 by scores".
std::string shown(const Weights& weights);

} // namespace query
