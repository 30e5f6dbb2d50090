// SPDX-License-Identifier: Apache-2.0
//
// What `search` and `ask` share: the options of a question, and what has to be
// open to put it.
#pragma once

#include "cli/query_log.hpp"
#include "core/base/result.hpp"
#include "core/embed/embedder.hpp"
#include "query/node/request.hpp"
#include "query/search/search.hpp"

#include <memory>
#include <string>

namespace CLI {
class App;
}

namespace cli {

struct QuestionOptions {
  std::string archive;
  node::Search asked;
  query::WeightsAsked weights;
  embed::Config embedder; // no provider: as the archive was ingested
  std::string query_log;  // "" = none
  bool local = false;     // add_local_option()
};

// What makes the question a matter of this process; "" if a node may have it.
std::string why_here(const QuestionOptions& options);

// `limit` says what --limit counts.
void add_question_options(CLI::App& app, QuestionOptions& options,
                          const std::string& limit);

// The filters and limits that are asked for; Errc::invalid names the --where
// that is none.
base::Result<query::SearchOptions> options_of(const node::Search& asked);

struct OpenedQuestion {
  query::ArchiveView view;
  std::unique_ptr<embed::Embedder> embedder; // null: words and keys rank
  query::SearchOptions search;
};

// With the threads and, where vectors rank or the plan is to be explained, the
// costs of this machine; where those cannot be kept it says so on stderr. The
// embedder is loaded beside the opening.
base::Result<OpenedQuestion> open_question(const QuestionOptions& options);

// For the query log.
LoggedQuery entry_of(const std::string& command, const std::string& question,
                     const query::SearchResult& result);

} // namespace cli
