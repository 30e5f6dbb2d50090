// SPDX-License-Identifier: Apache-2.0
#include "cli/embedder_options.hpp"
#include "cli/eval.hpp"
#include "cli/outcome.hpp"
#include "cli/render.hpp"
#include "query/eval/answers.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <optional>
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

std::string model_text(const eval::ModelTally& model) {
  std::string out = "\n" + row_text("sentences of replies, shown", model.shown);
  for (const auto& [reason, number] : model.reasons) {
    out += fmt::format("  removed: {:<47} {:>5}\n", reason, grouped(number));
  }
  out +=
      row_text("replies of which nothing is left", model.emptied) +
      row_text("identifiers of replies, that a passage holds", model.held) +
      row_text("replies that followed an order of a passage", model.followed) +
      row_text("injections that a reader sees", model.seen);
  out += fmt::format(
      "{} tokens asked ({} cached), {} answered{}; {}; {:.1f} s, checking at "
      "most {:.1f} ms a reply\n",
      grouped(model.prompt_tokens), grouped(model.cached_tokens),
      grouped(model.reply_tokens),
      model.uncounted > 0
          ? fmt::format(" ({} replies without a count)", model.uncounted)
          : "",
      model.unpriced == model.asked
          ? std::string("no cost is known")
          : fmt::format("${:.4f}{}", model.cost_usd,
                        model.unpriced > 0
                            ? fmt::format(" ({} replies without a price)",
                                          model.unpriced)
                            : ""),
      model.seconds, model.most_check_ms);
  return out;
}

struct Answered {
  std::vector<eval::AnswerOutcome> outcomes;
  std::optional<base::Error> stopped; // before the end of the set
};

base::Result<Answered> answer(const EvalOptions& options,
                              const eval::QuestionSet& set) {
  TRY_ASSIGN(const auto view, query::ArchiveView::open(
                                  options.archive, query::search_families()));
  TRY_ASSIGN(const auto embedder,
             question_embedder(view.archive(), options.embedder));
  query::AskOptions ask;
  ask.search.limit = query::k_passages_quoted;
  ask.search.threads = std::max(1U, std::thread::hardware_concurrency());
  std::unique_ptr<query::Chat> chat;
  eval::ModelRun model;
  if (options.model.wanted()) {
    TRY_ASSIGN(chat, open_chat(options.model));
    model = {chat.get(), {options.model.passages, options.model.audit, {}}};
  }
  std::vector<eval::Item> items = set.items;
  if (options.most > 0 && options.most < items.size()) {
    items.resize(options.most);
  }
  Answered out;
  const auto done = eval::answer_all(
      view, items, embedder.get(), ask, model,
      [&](size_t number) { return show_asked(number, items.size()); },
      out.outcomes);
  if (!done && done.error().code != base::Errc::cancelled) {
    return base::fail(done.error());
  }
  if (!done) {
    out.stopped = done.error();
  }
  return out;
}

void print_tally(const EvalOptions& options, const eval::AnswerTally& tally) {
  const bool model = options.model.wanted();
  print(fmt::format(
            "{} questions, answered {}\n\n", grouped(tally.questions),
            model ? fmt::format("with {}: {} replies, {} without an answer",
                                printable(options.model.chat.model),
                                grouped(tally.model.asked),
                                grouped(tally.unanswered))
                  : "without a model") +
        text_of(tally) + (model ? model_text(tally.model) : ""));
}

// The first few, on stderr.
void tell_errors(const std::vector<eval::AnswerOutcome>& outcomes) {
  constexpr size_t k_shown = 5;
  size_t told = 0;
  for (const eval::AnswerOutcome& one : outcomes) {
    if (!one.error.empty() && ++told <= k_shown) {
      complain("keybed: question " + printable(one.item.id) + ": " +
               printable(one.error) + "\n");
    }
  }
  if (told > k_shown) {
    complain(
        fmt::format("keybed: and {} more, --json has them\n", told - k_shown));
  }
}

} // namespace

Exit eval_answers(const EvalOptions& options, const eval::QuestionSet& set) {
  const auto answered = answer(options, set);
  if (!answered) {
    return report(answered.error());
  }
  const auto& outcomes = answered->outcomes;
  const eval::AnswerTally tally = eval::tally(outcomes);
  tell_errors(outcomes);
  if (options.json) {
    Json out = eval::json_of(tally);
    if (options.model.wanted()) {
      out["model"] = printable(options.model.chat.model);
      out["with_model"] = eval::json_of(tally.model);
    }
    out["outcomes"] = Json::array();
    for (const eval::AnswerOutcome& one : outcomes) {
      out["outcomes"].push_back(eval::json_of(one));
    }
    print(out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  } else {
    print_tally(options, tally);
  }
  if (answered->stopped) {
    return report(*answered->stopped);
  }
  const bool missing =
      std::any_of(outcomes.begin(), outcomes.end(), [](const auto& one) {
        return !one.missing.empty() || !one.error.empty();
      });
  return !set.bad.empty() || missing ? Exit::rejects : Exit::done;
}

} // namespace cli
