// SPDX-License-Identifier: Apache-2.0
#include "query/answer/ask.hpp"

#include "cli/ask_model.hpp"
#include "cli/ask_text.hpp"
#include "cli/commands.hpp"
#include "cli/outcome.hpp"
#include "cli/question_options.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <memory>

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

Exit run(Options& options) {
  const auto opened = open_question(options);
  if (!opened) {
    return report(opened.error());
  }
  const auto asked = query::ask(opened->view, options.asked.question,
                                opened->embedder.get(), {opened->search});
  if (!asked) {
    return report(asked.error());
  }
  if (const auto logged = append_log(
          options.query_log,
          log_line(entry_of("ask", options.asked.question, asked->found)));
      !logged) {
    return report(logged.error());
  }
  if (options.model.wanted() && query::is_for_model(*asked)) {
    return run_model(options, opened->view, *asked);
  }
  const query::Answer& answer = asked->answer;
  print(options.asked.json
            ? answer_json(options.asked.question, answer).dump(2) + "\n"
            : answer_text(answer, options.context));
  return exit_of(answer);
}

} // namespace

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
            app.footer("docs/answers.md says what an answer guarantees. Exit 3 "
                       "where the archive does not hold the answer, or the "
                       "question fits several things and is asked back.\n"
                       "Example: keybed ask arch \"Who operates licence "
                       "PEDL243?\"");
          },
          [options] { return run(*options); }};
}

} // namespace cli
