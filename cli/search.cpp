// SPDX-License-Identifier: Apache-2.0
#include "query/search/search.hpp"

#include "cli/commands.hpp"
#include "cli/embedder_options.hpp"
#include "cli/machine_costs.hpp"
#include "cli/outcome.hpp"
#include "cli/query_log.hpp"
#include "cli/search_text.hpp"
#include "cli/weight_options.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <thread>

namespace cli {
namespace {

struct Options {
  std::string archive;
  std::string question;
  std::vector<std::string> where;
  embed::Config embedder; // no provider: as the archive was ingested
  std::string query_log;  // "" = none
  query::SearchOptions search;
  bool json = false;
  bool explain = false;
};

LoggedQuery entry_of(const std::string& question,
                     const query::SearchResult& result) {
  LoggedQuery out{"search", question, {}, {}};
  for (const query::Lookup& found : result.identifiers) {
    out.identifiers.push_back({found.typed, found.paths});
  }
  for (const query::Hit& hit : result.hits) {
    out.paths.push_back(path_text(hit.paths.front()));
  }
  return out;
}

Exit run(Options& options) {
  for (const std::string& where : options.where) {
    auto condition = query::parse_condition(where);
    if (!condition) {
      return report(std::move(condition.error()).within("--where"));
    }
    options.search.where.push_back(std::move(*condition));
  }
  options.search.threads = std::max(1U, std::thread::hardware_concurrency());
  const auto view =
      query::ArchiveView::open(options.archive, query::search_families());
  if (!view) {
    return report(view.error());
  }
  const auto embedder = question_embedder(view->archive(), options.embedder);
  if (!embedder) {
    return report(embedder.error());
  }
  if (*embedder || options.explain) {
    const auto kept = machine_costs(false);
    if (kept) {
      options.search.costs = kept->costs;
    } else {
      std::fprintf(stderr, "keybed: %s; planning with nominal costs\n",
                   kept.error().message.c_str());
    }
  }
  const auto result =
      query::search(*view, options.question, embedder->get(), options.search);
  if (!result) {
    return report(result.error());
  }
  if (const auto logged =
          log_query(options.query_log, entry_of(options.question, *result));
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
            app.add_option("ARCHIVE", options->archive)->required();
            app.add_option("QUESTION", options->question)->required();
            app.add_option("--where", options->where,
                           "only what has this fact: state=WY, "
                           "'depth_stop_m>1500', 'spud_date<1980-06-01'; may "
                           "be repeated: the same key "
                           "with = means or, different keys mean and")
                ->expected(1)
                ->take_all();
            app.add_option("--limit", options->search.limit, "hits (10)");
            app.add_option("--per-document", options->search.per_document,
                           "passages of one document (2)");
            add_weight_options(app, options->search.weights);
            add_question_embedder_options(app, options->embedder);
            add_query_log_option(app, options->query_log);
            app.add_option("--hnsw", options->search.hnsw,
                           "graphs of large segments (keybed index build): "
                           "off, auto where that is predicted to be faster, "
                           "on (off)")
                ->transform(CLI::CheckedTransformer(
                    std::map<std::string, query::HnswMode>{
                        {"off", query::HnswMode::off},
                        {"auto", query::HnswMode::automatic},
                        {"on", query::HnswMode::on}}))
                ->option_text("off|auto|on");
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
