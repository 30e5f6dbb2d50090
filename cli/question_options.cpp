// SPDX-License-Identifier: Apache-2.0
#include "cli/question_options.hpp"

#include "cli/embedder_options.hpp"
#include "cli/late_embedder.hpp"
#include "cli/machine_costs.hpp"
#include "cli/outcome.hpp"
#include "cli/search_text.hpp"
#include "cli/weight_options.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>
#include <thread>
#include <utility>

namespace cli {

void add_question_options(CLI::App& app, QuestionOptions& options,
                          const std::string& limit) {
  app.add_option("ARCHIVE", options.archive)->required();
  app.add_option("QUESTION", options.asked.question)->required();
  app.add_option("--where", options.asked.where,
                 "only what has this fact: state=WY, "
                 "'depth_stop_m>1500', 'spud_date<1980-06-01'; may "
                 "be repeated: the same key "
                 "with = means or, different keys mean and")
      ->expected(1)
      ->take_all();
  app.add_option("--limit", options.asked.limit, limit);
  app.add_option("--per-document", options.asked.per_document,
                 "passages of one document (2)");
  add_weight_options(app, options.weights);
  add_question_embedder_options(app, options.embedder);
  add_query_log_option(app, options.query_log);
  app.add_option("--hnsw", options.asked.hnsw,
                 "graphs of large segments (keybed index build): "
                 "off, auto where that is predicted to be faster, "
                 "on (off)")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, node::Hnsw>{{"off", node::Hnsw::off},
                                            {"auto", node::Hnsw::automatic},
                                            {"on", node::Hnsw::on}}))
      ->option_text("off|auto|on");
}

std::string why_here(const QuestionOptions& options) {
  const embed::Config& embedder = options.embedder;
  const bool own =
      (!embedder.provider.empty() && embedder.provider != "none") ||
      !embedder.url.empty() || !embedder.key_file.empty();
  return options.local ? "this process (--local)"
         : own         ? "this process (an embedder was named)"
         : options.weights.words || options.weights.fusion
             ? "this process (weights were given)"
             : "";
}

base::Result<query::SearchOptions> options_of(const node::Search& asked) {
  query::SearchOptions out;
  for (const std::string& where : asked.where) {
    auto condition = query::parse_condition(where);
    if (!condition) {
      return base::fail(std::move(condition.error()).within("--where"));
    }
    out.where.push_back(std::move(*condition));
  }
  out.limit = asked.limit;
  out.per_document = asked.per_document;
  out.hnsw = asked.hnsw == node::Hnsw::on          ? query::HnswMode::on
             : asked.hnsw == node::Hnsw::automatic ? query::HnswMode::automatic
                                                   : query::HnswMode::off;
  return out;
}

base::Result<OpenedQuestion> open_question(const QuestionOptions& options) {
  TRY_ASSIGN(auto search, options_of(options.asked));
  search.weights = options.weights;
  search.threads = std::max(1U, std::thread::hardware_concurrency());
  TRY_ASSIGN(const auto archive, store::Archive::open(options.archive));
  TRY_ASSIGN(auto embedder,
             LateEmbedder::open(question_config(archive, options.embedder)));
  TRY_ASSIGN(auto view, query::ArchiveView::open(options.archive,
                                                 query::search_families()));
  if (embedder || options.asked.explain) {
    const auto kept = machine_costs(false);
    if (kept) {
      search.costs = kept->costs;
    } else {
      complain("keybed: " + kept.error().message +
               "; planning with nominal costs\n");
    }
  }
  return OpenedQuestion{std::move(view), std::move(embedder),
                        std::move(search)};
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
