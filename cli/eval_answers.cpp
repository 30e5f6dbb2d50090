// SPDX-License-Identifier: Apache-2.0
#include "cli/embedder_options.hpp"
#include "cli/eval.hpp"
#include "cli/outcome.hpp"
#include "cli/render.hpp"
#include "query/eval/answers.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <thread>
#include <utility>

namespace cli {
namespace {

std::string row_text(const char* what, const eval::Share& share) {
  if (share.of == 0) {
    return "";
  }
  const auto interval = share.interval();
  return fmt::format("{:<58} {:>5} of {:<5} {:>5.1f} ({:.0f}-{:.0f}) %\n", what,
                     grouped(share.count), grouped(share.of),
                     100 * static_cast<double>(share.count) /
                         static_cast<double>(share.of),
                     100 * interval.low, 100 * interval.high);
}

std::string text_of(const eval::AnswerTally& tally) {
  return row_text("absent, refused", tally.absent_refused) +
         row_text("refused, and absent", tally.refused_rightly) +
         row_text("present, refused", tally.present_refused) +
         row_text("ambiguous, asked back", tally.ambiguous_asked) +
         row_text("ambiguous, asked back or differing sources shown",
                  tally.ambiguous_shown) +
         row_text("asked back, and ambiguous", tally.asked_rightly) +
         row_text("present, asked back", tally.present_asked) +
         row_text("documents cited, that are right", tally.citations) +
         row_text("right documents, that are cited", tally.cited) +
         row_text("identifiers stated, that stand in a cited source",
                  tally.identifiers) +
         row_text("sentences that pass the checks of a model's",
                  tally.sentences);
}

base::Result<std::vector<eval::AnswerOutcome>>
answer(const EvalOptions& options, const eval::QuestionSet& set) {
  TRY_ASSIGN(const auto view, query::ArchiveView::open(
                                  options.archive, query::search_families()));
  TRY_ASSIGN(const auto embedder,
             question_embedder(view.archive(), options.embedder));
  query::AskOptions ask;
  ask.search.limit = query::k_passages_quoted;
  ask.search.threads = std::max(1U, std::thread::hardware_concurrency());
  return eval::answer_all(
      view, set.items, embedder.get(), ask,
      [&](size_t done) { return show_asked(done, set.items.size()); });
}

} // namespace

Exit eval_answers(const EvalOptions& options, const eval::QuestionSet& set) {
  const auto outcomes = answer(options, set);
  if (!outcomes) {
    return report(outcomes.error());
  }
  const eval::AnswerTally tally = eval::tally(*outcomes);
  if (options.json) {
    Json out = eval::json_of(tally);
    out["outcomes"] = Json::array();
    for (const eval::AnswerOutcome& one : *outcomes) {
      out["outcomes"].push_back(eval::json_of(one));
    }
    print(out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  } else {
    print(fmt::format("{} questions, answered without a model\n\n",
                      grouped(tally.questions)) +
          text_of(tally));
  }
  const bool missing =
      std::any_of(outcomes->begin(), outcomes->end(),
                  [](const auto& one) { return !one.missing.empty(); });
  return !set.bad.empty() || missing ? Exit::rejects : Exit::done;
}

} // namespace cli
