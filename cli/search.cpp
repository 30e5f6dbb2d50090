// SPDX-License-Identifier: Apache-2.0
#include "query/search/search.hpp"

#include "cli/answers.hpp"
#include "cli/by_node.hpp"
#include "cli/commands.hpp"
#include "cli/outcome.hpp"
#include "cli/question_options.hpp"
#include "cli/search_text.hpp"

#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <utility>

namespace cli {
namespace {

base::Result<Exit> put(const query::SearchResult& result,
                       const node::Search& asked, const Means& means,
                       const std::string& how) {
  if (means.log) {
    TRY(means.log(entry_of("search", asked.question, result)));
  }
  const std::string said = asked.explain ? how : "";
  asked.json ? print_json(result, said) : print_text(result, said);
  const bool lacking = !result.absent.empty() || !result.unmet.empty() ||
                       !result.asks.empty() || !result.absent_clauses.empty();
  return result.hits.empty() || lacking ? Exit::rejects : Exit::done;
}

base::Result<Exit> answer_here(const QuestionOptions& options,
                               const std::string& how) {
  TRY_ASSIGN(const auto opened, open_question(options));
  TRY_ASSIGN(const auto result,
             query::search(opened.view, options.asked.question,
                           opened.embedder.get(), opened.search));
  const auto log = [&](const LoggedQuery& query) {
    return append_log(options.query_log, log_line(query));
  };
  return put(result, options.asked, {opened.view, options.archive, log}, how);
}

Exit run(QuestionOptions& options) {
  options.asked.no_embedder = options.embedder.provider == "none";
  if (const auto valid = options_of(options.asked); !valid) {
    return report(valid.error());
  }
  std::string how = why_here(options);
  if (how.empty()) {
    const auto answered = answered_by_node(
        {options.archive, options.asked, options.query_log}, how);
    if (answered) {
      return *answered;
    }
  }
  const auto done = answer_here(options, how);
  return done ? *done : report(done.error());
}

} // namespace

void take_means(const Means& means, const SearchMeans& search,
                query::SearchOptions& options) {
  options.threads = search.threads;
  options.costs = search.costs;
  options.graphs = search.graphs;
  options.deadline = means.deadline;
}

base::Result<Exit> answer_search(const node::Search& asked, const Means& means,
                                 const SearchMeans& search) {
  TRY_ASSIGN(query::SearchOptions options, options_of(asked));
  take_means(means, search, options);
  TRY_ASSIGN(const auto result, query::search(means.view, asked.question,
                                              search.embedder, options));
  return put(result, asked, means, search.how);
}

Command search_command() {
  auto options = std::make_shared<QuestionOptions>();
  return {"search", "Search by identifiers, facts, words and meaning.",
          [options](CLI::App& app) {
            add_question_options(app, *options, "hits (10)");
            add_local_option(app, options->local);
            app.add_flag("--explain", options->asked.explain,
                         "print the plan, what each stage kept and who "
                         "answered");
            app.add_flag("--json", options->asked.json,
                         "as JSON, plan included");
            app.footer("keybed facts ARCHIVE lists the keys for --where.\n"
                       "Example: keybed search arch \"sonic logs near Casper\" "
                       "--where state=WY");
          },
          [options] { return run(*options); }};
}

} // namespace cli
