// SPDX-License-Identifier: Apache-2.0
#include "cli/question_options.hpp"

#include "cli/embedder_options.hpp"
#include "cli/machine_costs.hpp"
#include "cli/search_text.hpp"
#include "cli/weight_options.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <map>
#include <thread>
#include <utility>

namespace cli {

void add_question_options(CLI::App& app, QuestionOptions& options,
                          const std::string& limit) {
  app.add_option("ARCHIVE", options.archive)->required();
  app.add_option("QUESTION", options.question)->required();
  app.add_option("--where", options.where,
                 "only what has this fact: state=WY, "
                 "'depth_stop_m>1500', 'spud_date<1980-06-01'; may "
                 "be repeated: the same key "
                 "with = means or, different keys mean and")
      ->expected(1)
      ->take_all();
  app.add_option("--limit", options.search.limit, limit);
  app.add_option("--per-document", options.search.per_document,
                 "passages of one document (2)");
  add_weight_options(app, options.search.weights);
  add_question_embedder_options(app, options.embedder);
  add_query_log_option(app, options.query_log);
  app.add_option("--hnsw", options.search.hnsw,
                 "graphs of large segments (keybed index build): "
                 "off, auto where that is predicted to be faster, "
                 "on (off)")
      ->transform(
          CLI::CheckedTransformer(std::map<std::string, query::HnswMode>{
              {"off", query::HnswMode::off},
              {"auto", query::HnswMode::automatic},
              {"on", query::HnswMode::on}}))
      ->option_text("off|auto|on");
}

base::Result<OpenedQuestion> open_question(QuestionOptions& options,
                                           bool explain) {
  for (const std::string& where : options.where) {
    auto condition = query::parse_condition(where);
    if (!condition) {
      return base::fail(std::move(condition.error()).within("--where"));
    }
    options.search.where.push_back(std::move(*condition));
  }
  options.search.threads = std::max(1U, std::thread::hardware_concurrency());
  TRY_ASSIGN(auto view, query::ArchiveView::open(options.archive,
                                                 query::search_families()));
  TRY_ASSIGN(auto embedder,
             question_embedder(view.archive(), options.embedder));
  if (embedder || explain) {
    const auto kept = machine_costs(false);
    if (kept) {
      options.search.costs = kept->costs;
    } else {
      std::fprintf(stderr, "keybed: %s; planning with nominal costs\n",
                   kept.error().message.c_str());
    }
  }
  return OpenedQuestion{std::move(view), std::move(embedder)};
}

LoggedQuery entry_of(const std::string& command, const std::string& question,
                     const query::SearchResult& result) {
  LoggedQuery out{command, question, {}, {}};
  for (const query::Lookup& found : result.identifiers) {
    out.identifiers.push_back({found.typed, found.paths});
  }
  for (const query::Hit& hit : result.hits) {
    out.paths.push_back(path_text(hit.paths.front()));
  }
  return out;
}

} // namespace cli
