// SPDX-License-Identifier: Apache-2.0
//
// What `search` and `ask` share: the options of a question, and what has to be
// open to put it.
#pragma once

#include "cli/query_log.hpp"
#include "core/base/result.hpp"
#include "core/embed/embedder.hpp"
#include "query/search/search.hpp"

#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace cli {

struct QuestionOptions {
  std::string archive;
  std::string question;
  std::vector<std::string> where;
  embed::Config embedder; // no provider: as the archive was ingested
  std::string query_log;  // "" = none
  query::SearchOptions search;
  bool json = false;
};

// `limit` says what --limit counts.
void add_question_options(CLI::App& app, QuestionOptions& options,
                          const std::string& limit);

struct OpenedQuestion {
  query::ArchiveView view;
  std::unique_ptr<embed::Embedder> embedder; // null: words and keys rank
};

// Also fills what `options.search` has of the filters, the threads and, where
// vectors rank or `explain`, of the costs of this machine; where those cannot
// be kept it says so on stderr.
base::Result<OpenedQuestion> open_question(QuestionOptions& options,
                                           bool explain);

// For the query log.
LoggedQuery entry_of(const std::string& command, const std::string& question,
                     const query::SearchResult& result);

} // namespace cli
