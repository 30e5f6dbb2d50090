// SPDX-License-Identifier: Apache-2.0
//
// A set of questions answered as `keybed ask` does, and the answers held
// against what is expected: docs/eval.md describes the figures.
#pragma once

#include "core/embed/embedder.hpp"
#include "query/answer/ask.hpp"
#include "query/eval/model_use.hpp"
#include "query/eval/question_set.hpp"
#include "query/eval/tally.hpp"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace eval {

struct AnswerOutcome {
  Item item;
  query::AnswerKind kind = query::AnswerKind::refused;
  bool disagree = false; // answered with sources that have different values
  size_t cited = 0;      // documents that sentences cite
  size_t cited_right = 0;
  size_t right = 0; // documents that are right
  size_t right_cited = 0;
  size_t identifiers = 0; // in sentences
  size_t supported = 0;   // of those, that stand in a source which is cited
  std::vector<std::string> unsupported; // the others
  size_t sentences = 0;                 // of an answer
  size_t checked = 0; // of those, that pass what a model's sentences have to
  std::vector<std::string> failed;  // the others: "reason: claim: sentence"
  query::Relevance best;            // of the passages found
  std::vector<std::string> missing; // right paths that the archive lacks
  std::vector<std::string> said;    // sentences of the answer, as shown
  std::optional<ModelUse> model;    // of a question that a model was asked
  // Why there is no answer: the request failed, or the question cannot be
  // asked. Then it counts in no figure of answers.
  std::string error;
};

struct AnswerTally {
  size_t questions = 0;
  size_t unanswered = 0; // an error each
  Share refused_rightly; // of refusals: the archive does not hold it
  Share absent_refused;  // of absent questions
  Share present_refused; // of present ones whose files the archive has
  Share asked_rightly;   // of questions back: it fits several things
  Share ambiguous_asked; // of ambiguous ones
  Share ambiguous_shown; // the same, or sources that disagree shown
  Share present_asked;   // of present ones
  Share citations;       // documents cited in answers, that are right
  Share cited;           // right documents, that are cited in answers
  Share identifiers;     // stated, that stand in a cited source
  Share sentences;       // that pass the checks of a model's (query::Checker)
  ModelTally model;
};

// A model that answers what query::is_for_model() leaves to it.
struct ModelRun {
  query::Chat* chat = nullptr; // null: no model
  query::ByModelOptions options;
};

// In the set's order; as ask_all() of ask.hpp. A request that fails is an
// outcome with an error; after k_most_failures in a row no more are made.
// Errc::cancelled is returned, with those answered in `out` as every time.
// REQUIRES: search_families() are open.
inline constexpr size_t k_most_failures = 5;
base::Result<void>
answer_all(const query::ArchiveView& view, const std::vector<Item>& items,
           embed::Embedder* embedder, const query::AskOptions& options,
           const ModelRun& model,
           const std::function<base::Result<void>(size_t)>& asked,
           std::vector<AnswerOutcome>& out);

// Pure.
AnswerTally tally(const std::vector<AnswerOutcome>& outcomes);
nlohmann::ordered_json json_of(const AnswerTally& tally);
nlohmann::ordered_json json_of(const AnswerOutcome& outcome);

// Whether every identifier of a sentence stands in a source that it cites:
// how many it has, and how many of them do. Pure.
struct Supported {
  size_t identifiers = 0;
  size_t supported = 0;
  std::vector<std::string> others; // that do not
};
Supported support_of(const query::Sentence& sentence,
                     const std::vector<query::Source>& sources,
                     const domain::KeyFamilies& families);

} // namespace eval
