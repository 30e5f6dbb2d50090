// SPDX-License-Identifier: Apache-2.0
#include "cli/eval.hpp"

#include "cli/commands.hpp"
#include "cli/embedder_options.hpp"
#include "cli/outcome.hpp"
#include "cli/render.hpp"
#include "cli/weight_options.hpp"
#include "core/base/fd.hpp"
#include "core/base/stop.hpp"
#include "query/eval/generate.hpp"
#include "query/search/search.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <thread>

namespace cli {
namespace {

std::string last_part(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

// What the set has that cannot be asked, on stderr.
void tell_bad(const std::string& path, const eval::QuestionSet& set) {
  constexpr size_t k_shown = 5;
  for (size_t i = 0; i < std::min(k_shown, set.bad.size()); ++i) {
    std::fprintf(stderr, "keybed: %s: line %zu left out: %s\n", path.c_str(),
                 set.bad[i].line, set.bad[i].reason.c_str());
  }
  if (set.bad.size() > k_shown) {
    std::fprintf(stderr, "keybed: %s: and %zu more lines\n", path.c_str(),
                 set.bad.size() - k_shown);
  }
}

void tell_missing(const std::vector<eval::Outcome>& outcomes) {
  constexpr size_t k_shown = 5;
  size_t missing = 0;
  for (const eval::Outcome& outcome : outcomes) {
    for (const std::string& path : outcome.missing) {
      if (++missing <= k_shown) {
        std::fprintf(stderr,
                     "keybed: question %s: not in the archive, counted as not "
                     "found: %s\n",
                     printable(outcome.item.id).c_str(),
                     printable(path).c_str());
      }
    }
  }
  if (missing > k_shown) {
    std::fprintf(stderr, "keybed: and %zu more paths\n", missing - k_shown);
  }
}

base::Result<eval::Results> ask(const EvalOptions& options,
                                const eval::QuestionSet& set) {
  TRY_ASSIGN(const auto view, query::ArchiveView::open(
                                  options.archive, query::search_families()));
  TRY_ASSIGN(const auto embedder,
             question_embedder(view.archive(), options.embedder));
  eval::AskOptions ask;
  ask.limit = options.limit;
  ask.threads = std::max(1U, std::thread::hardware_concurrency());
  ask.arm = *arm_named(options.arm);
  ask.weights = options.weights;
  TRY_ASSIGN(const query::Weights weights,
             query::weights_for(view.archive().config(), options.weights));
  eval::Results out;
  out.head = {last_part(options.questions),
              embedder ? embedder->space().id() : "none",
              std::string(eval::name_of(ask.arm)), options.limit,
              query::shown(weights)};
  TRY_ASSIGN(
      out.outcomes,
      eval::ask_all(view, set.items, embedder.get(), ask, [&](size_t done) {
        return show_asked(done, set.items.size());
      }));
  return out;
}

void print_tally(const EvalOptions& options, const eval::Results& results) {
  const eval::Tally tally = eval::tally(results.outcomes);
  if (options.json) {
    Json out = eval::json_of(results.head);
    out.update(eval::json_of(tally));
    print(out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
    return;
  }
  print(fmt::format("{} questions of {}, embedder {}, ranked by {}\n\n",
                    grouped(tally.questions), printable(results.head.set),
                    printable(results.head.embedder),
                    results.head.arm == "both" ? "words and meaning"
                                               : results.head.arm));
  print(text_of(tally, options.per_class));
}

Exit run_set(const EvalOptions& options) {
  const auto set = eval::read_question_set(options.questions);
  if (!set) {
    return report(set.error());
  }
  tell_bad(options.questions, *set);
  if (options.answers) {
    return eval_answers(options, *set);
  }
  const auto results = ask(options, *set);
  if (!results) {
    return report(results.error());
  }
  tell_missing(results->outcomes);
  if (const auto saved = save_results(options, *results); !saved) {
    return report(saved.error());
  }
  print_tally(options, *results);
  const bool missing =
      std::any_of(results->outcomes.begin(), results->outcomes.end(),
                  [](const auto& one) { return !one.missing.empty(); });
  return !set->bad.empty() || missing ? Exit::rejects : Exit::done;
}

Exit run_compare(const EvalOptions& options) {
  const auto first = eval::read_results(options.compare[0]);
  if (!first) {
    return report(first.error());
  }
  const auto second = eval::read_results(options.compare[1]);
  if (!second) {
    return report(second.error());
  }
  const eval::Comparison comparison = eval::compare(*first, *second);
  print(options.json ? json_text(comparison, *first, *second)
                     : text_of(comparison, *first, *second));
  return comparison.paired == 0 ? Exit::rejects : Exit::done;
}

Exit run_generate(const EvalOptions& options) {
  const auto view =
      query::ArchiveView::open(options.archive, query::search_families());
  if (!view) {
    return report(view.error());
  }
  const auto made = eval::generate(*view, {options.generate, options.seed});
  if (!made) {
    return report(made.error());
  }
  for (const eval::Item& item : made->items) {
    print(eval::json_line(item) + "\n");
  }
  for (const auto& [gate, count] : made->refused) {
    if (count > 0) {
      std::fprintf(stderr, "%8s refused: %s\n", grouped(count).c_str(),
                   gate.c_str());
    }
  }
  if (made->items.size() < options.generate) {
    std::fprintf(stderr, "keybed: the archive gives %zu questions, not %zu\n",
                 made->items.size(), options.generate);
  }
  return made->items.size() < options.generate ? Exit::rejects : Exit::done;
}

// What the options ask for; "" if they fit together.
std::string misuse(const EvalOptions& options) {
  const int ways = (options.compare.empty() ? 0 : 1) +
                   (options.generate > 0 ? 1 : 0) +
                   (options.collection.empty() ? 0 : 1) +
                   (options.questions.empty() ? 0 : 1);
  const bool archive = options.generate > 0 || !options.questions.empty();
  if (ways != 1 || archive == options.archive.empty()) {
    return "say one of ARCHIVE QUESTIONS, ARCHIVE --generate N, --collection "
           "DIR and --compare A B";
  }
  if (options.answers && (options.questions.empty() || !options.save.empty() ||
                          !options.arm.empty())) {
    return "--answers is about QUESTIONS; it goes without --save and --arm";
  }
  if (!options.answers && (options.model.wanted() || options.most > 0)) {
    return "--endpoint, --model and --most go with --answers";
  }
  if (!options.save.empty() && options.questions.empty() &&
      (options.collection.empty() || options.arm.empty())) {
    return "--save keeps one run: of QUESTIONS, or of a --collection with one "
           "--arm";
  }
  return "";
}

Exit run(const EvalOptions& options) {
  const std::string problem = misuse(options);
  if (!problem.empty()) {
    return report({base::Errc::invalid, problem});
  }
  if (!options.compare.empty()) {
    return run_compare(options);
  }
  if (options.generate > 0) {
    return run_generate(options);
  }
  return options.collection.empty() ? run_set(options)
                                    : eval_collection(options);
}

void add_ways(CLI::App& app, EvalOptions& options) {
  app.add_option("ARCHIVE", options.archive, "asked, or made questions of");
  app.add_option("QUESTIONS", options.questions,
                 "set of questions: lines of JSON, or a table (.tsv)");
  app.add_option("--compare", options.compare,
                 "two files of --save, question by question")
      ->expected(2);
  app.add_option("--generate", options.generate,
                 "make so many questions of what ARCHIVE holds, to stdout")
      ->check(CLI::Range(1, 1000000));
  app.add_option("--seed", options.seed, "of --generate (1)");
  app.add_option("--collection", options.collection,
                 "public collection in BEIR's layout: made into an archive "
                 "and asked");
  app.add_option("--into", options.into,
                 "keep that archive here, with its vectors, for further runs");
}

void add_how(CLI::App& app, EvalOptions& options) {
  app.add_option("--limit", options.limit, "documents looked at (10)")
      ->check(CLI::Range(10, 1000));
  app.add_option("--arm", options.arm,
                 "rank by words, by meaning or by both (both; of a collection "
                 "each by itself)")
      ->check(CLI::IsMember({"both", "words", "meaning"}));
  add_weight_options(app, options.weights);
  add_question_embedder_options(app, options.embedder);
  app.add_option("--embed-model", options.embedder.model,
                 "for http and --collection: model that is asked for");
  app.add_option("--embed-model-dir", options.embedder.model_dir,
                 "folder of the local model");
  app.add_flag("--answers", options.answers,
               "answer each question as `keybed ask` does: refusals, questions "
               "back, citations");
  app.add_option("--most", options.most,
                 "with --answers: ask no more than the first so many questions")
      ->check(CLI::Range(1, 1000000));
  add_model_options(app, options.model);
  app.add_flag("--per-class", options.per_class,
               "also by class and by format of what is right");
  app.add_option("--save", options.save,
                 "write the outcome of every question to this file");
  app.add_flag("--overwrite", options.overwrite, "replace that file");
  app.add_flag("--json", options.json, "as JSON");
}

} // namespace

std::optional<eval::Arm> arm_named(const std::string& name) {
  for (const eval::Arm arm :
       {eval::Arm::both, eval::Arm::words, eval::Arm::meaning}) {
    if (name == eval::name_of(arm) ||
        (name.empty() && arm == eval::Arm::both)) {
      return arm;
    }
  }
  return std::nullopt;
}

base::Result<void> show_asked(size_t done, size_t all) {
  static const bool terminal = isatty(STDERR_FILENO) == 1;
  if (terminal) {
    std::fprintf(stderr, "\r%zu of %zu%s", done, all, done == all ? "\n" : "");
  }
  return base::stops_asked() > 0 ? base::fail(base::Errc::cancelled, "stopped")
                                 : base::Result<void>();
}

base::Result<void> save_results(const EvalOptions& options,
                                const eval::Results& results) {
  if (options.save.empty()) {
    return {};
  }
  if (!options.overwrite && access(options.save.c_str(), F_OK) == 0) {
    return base::fail(base::Errc::conflict,
                      options.save + " is there already; --overwrite replaces "
                                     "it");
  }
  return base::write_file_atomic(options.save, eval::saved_text(results));
}

Command eval_command() {
  auto options = std::make_shared<EvalOptions>();
  return {"eval", "Measure how well questions are answered.",
          [options](CLI::App& app) {
            add_ways(app, *options);
            add_how(app, *options);
            app.footer("docs/eval.md describes the files and the figures. Exit "
                       "3 if a question could not be asked or a right path is "
                       "not in the archive.\n"
                       "Example: keybed eval arch questions.jsonl --per-class "
                       "--save today.jsonl");
          },
          [options] { return run(*options); }};
}

} // namespace cli
