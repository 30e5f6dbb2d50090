// SPDX-License-Identifier: Apache-2.0
#include "query/search/search.hpp"

#include "cli/commands.hpp"
#include "cli/outcome.hpp"
#include "cli/question_options.hpp"
#include "cli/search_text.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace cli {
namespace {

struct Options : QuestionOptions {
  bool explain = false;
};

Exit run(Options& options) {
  const auto opened = open_question(options, options.explain);
  if (!opened) {
    return report(opened.error());
  }
  const auto result = query::search(opened->view, options.question,
                                    opened->embedder.get(), options.search);
  if (!result) {
    return report(result.error());
  }
  if (const auto logged = log_query(
          options.query_log, entry_of("search", options.question, *result));
      !logged) {
    return report(logged.error());
  }
  if (options.json) {
    print_json(*result, options.explain);
  } else {
    print_text(*result, options.explain);
  }
  const bool lacking = !result->absent.empty() || !result->unmet.empty() ||
                       !result->asks.empty() || !result->absent_clauses.empty();
  return result->hits.empty() || lacking ? Exit::rejects : Exit::done;
}

} // namespace

Command search_command() {
  auto options = std::make_shared<Options>();
  return {"search", "Search by identifiers, facts, words and meaning.",
          [options](CLI::App& app) {
            add_question_options(app, *options, "hits (10)");
            app.add_flag("--explain", options->explain,
                         "print the plan and what each stage kept");
            app.add_flag("--json", options->json, "as JSON, plan included");
            app.footer("keybed facts ARCHIVE lists the keys for --where.\n"
                       "Example: keybed search arch \"sonic logs near Casper\" "
                       "--where state=WY");
          },
          [options] { return run(*options); }};
}

} // namespace cli
