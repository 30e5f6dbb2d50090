// SPDX-License-Identifier: Apache-2.0
#include "query/answer/ask.hpp"

#include "cli/answers.hpp"
#include "cli/ask_model.hpp"
#include "cli/ask_text.hpp"
#include "cli/by_node.hpp"
#include "cli/commands.hpp"
#include "cli/outcome.hpp"
#include "cli/question_options.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <memory>
#include <string>

namespace cli {
namespace {

struct Options : QuestionOptions {
  Options() { asked.limit = query::k_passages_quoted; }
  bool context = false;
  ModelSettings model;
};

Exit exit_of(const query::Answer& answer) {
  return answer.kind == query::AnswerKind::answered ? Exit::done
                                                    : Exit::rejects;
}

Exit run_model(const Options& options, const query::ArchiveView& view,
               const query::Asked& asked) {
  const bool stream = !options.asked.json && isatty(STDOUT_FILENO) == 1;
  const auto made = answer_with_model(view, options.asked.question, asked,
                                      options.model, stream);
  if (!made) {
    return report(made.error());
  }
  const query::Answer& answer = made->answer;
  if (made->failed) { // what was shown keeps its sources
    if (stream && answer.kind == query::AnswerKind::answered) {
      print(answer_rest(answer, options.context));
    }
    return report(*made->failed);
  }
  if (options.asked.json) {
    auto out = answer_json(options.asked.question, answer);
    out["with_model"] = made->about;
    print(out.dump(2) + "\n");
  } else if (stream && answer.kind == query::AnswerKind::answered) {
    print(answer_rest(answer, options.context));
  } else {
    print(answer_text(answer, options.context));
  }
  complain("keybed: " + made->line + "\n");
  return exit_of(answer);
}

// Prints what was composed without a model.
base::Result<Exit> put(const query::Asked& answered, const node::Ask& asked,
                       const Means& means) {
  if (means.log) {
    TRY(means.log(entry_of("ask", asked.question.question, answered.found)));
  }
  const query::Answer& answer = answered.answer;
  print(asked.question.json
            ? answer_json(asked.question.question, answer).dump(2) + "\n"
            : answer_text(answer, asked.context));
  return exit_of(answer);
}

base::Result<Exit> answer_here(const Options& options) {
  TRY_ASSIGN(const auto opened, open_question(options));
  TRY_ASSIGN(const auto answered,
             query::ask(opened.view, options.asked.question,
                        opened.embedder.get(), {opened.search}));
  const auto log = [&](const LoggedQuery& query) {
    return append_log(options.query_log, log_line(query));
  };
  if (options.model.wanted() && query::is_for_model(answered)) {
    TRY(log(entry_of("ask", options.asked.question, answered.found)));
    return run_model(options, opened.view, answered);
  }
  return put(answered, {options.asked, options.context},
             {opened.view, options.archive, log});
}

Exit run(Options& options) {
  options.asked.no_embedder = options.embedder.provider == "none";
  if (const auto valid = options_of(options.asked); !valid) {
    return report(valid.error());
  }
  if (!options.model.wanted() && why_here(options).empty()) {
    std::string how;
    const auto answered = answered_by_node(
        {options.archive, node::Ask{options.asked, options.context},
         options.query_log},
        how);
    if (answered) {
      return *answered;
    }
  }
  const auto done = answer_here(options);
  return done ? *done : report(done.error());
}

} // namespace

base::Result<Exit> answer_ask(const node::Ask& asked, const Means& means,
                              const SearchMeans& search) {
  TRY_ASSIGN(query::SearchOptions options, options_of(asked.question));
  take_means(means, search, options);
  TRY_ASSIGN(const auto answered,
             query::ask(means.view, asked.question.question, search.embedder,
                        {options}));
  return put(answered, asked, means);
}

Command ask_command() {
  auto options = std::make_shared<Options>();
  return {"ask", "Answer a question in sentences that cite their sources.",
          [options](CLI::App& app) {
            add_question_options(app, *options,
                                 "passages that are quoted for a question in "
                                 "prose (4)");
            app.add_flag("--show-context", options->context,
                         "print the text of every source");
            app.add_flag("--json", options->asked.json,
                         "as JSON, with the text of "
                         "every source");
            add_model_options(app, options->model);
            add_local_option(app, options->local);
            app.footer("docs/answers.md says what an answer guarantees. Exit 3 "
                       "where the archive does not hold the answer, or the "
                       "question fits several things and is asked back.\n"
                       "Example: keybed ask arch \"Who operates licence "
                       "PEDL243?\"");
          },
          [options] { return run(*options); }};
}

} // namespace cli
