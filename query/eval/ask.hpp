// SPDX-License-Identifier: Apache-2.0
//
// A set of questions asked of an archive, as a person would with `keybed
// search`.
#pragma once

#include "core/embed/embedder.hpp"
#include "query/core/archive_view.hpp"
#include "query/eval/question_set.hpp"
#include "query/search/weights.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace eval {

// What ranks besides keys, facts and kinds.
enum class Arm {
  both = 1,    // as search does
  words = 2,   // BM25 alone
  meaning = 3, // vectors alone
};
std::string_view name_of(Arm arm); // "both", "words", "meaning"

// A document among the hits. Hits of one document are one rank, that of the
// first of them; contents that stand at several paths are one document.
struct Ranked {
  std::string path; // the first of its paths, "root:path"
  double gain = 0;  // the best grade of what is right here for the first time
  size_t found = 0; // right documents that stand here for the first time
};

struct Outcome {
  Item item;
  size_t relevant = 0;              // right documents
  std::vector<double> judged;       // their grades; of several that one hit
                                    // shows together the best alone
  std::vector<std::string> formats; // of them, each once
  std::vector<std::string> missing; // right paths that the archive lacks
  std::vector<Ranked> ranked;       // best first, at most the limit
  // Rank of the first passage of something right that holds a text wanted.
  std::optional<size_t> passage_rank;
  bool said_absent = false; // it says that something is not there, or no hits
  bool asked_back = false;
  bool disagree = false; // it shows sources that have different values
};

struct AskOptions {
  size_t limit = 10; // documents; at least 10
  size_t per_document = 2;
  unsigned threads = 1;
  Arm arm = Arm::both;
  query::WeightsAsked weights;
};

// In the set's order. `embedder` may be null where the arm is not `meaning`.
// `asked` is told how many are done; a failed Result stops. An error of one
// question is that of the whole, with its id. A right path is one below any
// root; "a.zip!b" is also "a.zip!/b". REQUIRES: search_families() are open.
base::Result<std::vector<Outcome>>
ask_all(const query::ArchiveView& view, const std::vector<Item>& items,
        embed::Embedder* embedder, const AskOptions& options,
        const std::function<base::Result<void>(size_t)>& asked);

} // namespace eval
