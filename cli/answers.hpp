// SPDX-License-Identifier: Apache-2.0
//
// Answers of commands about an opened archive: the same in the process of a
// command and in a resident node (query/node). They print (outcome.hpp).
#pragma once

#include "cli/command.hpp"
#include "cli/query_log.hpp"
#include "core/embed/embedder.hpp"
#include "query/core/archive_view.hpp"
#include "query/node/request.hpp"
#include "query/search/search.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace cli {

struct Means {
  const query::ArchiveView& view;
  std::string archive; // as the user wrote it
  // Of each identifier or question that was answered; may be empty.
  std::function<base::Result<void>(const LoggedQuery&)> log;
  std::optional<base::Nanoseconds> deadline = std::nullopt;
};

struct SearchMeans {
  embed::Embedder* embedder = nullptr; // null: words and keys rank
  query::MachineCosts costs;
  std::shared_ptr<query::GraphShelf> graphs = nullptr;
  unsigned threads = 1;
  std::string how; // who answers, for --explain
};

// What a search is to use.
void take_means(const Means& means, const SearchMeans& search,
                query::SearchOptions& options);

base::Result<Exit> answer_search(const node::Search& asked, const Means& means,
                                 const SearchMeans& search);
// Without a model.
base::Result<Exit> answer_ask(const node::Ask& asked, const Means& means,
                              const SearchMeans& search);
// `words` gives the view that has the family terms.
base::Result<Exit> answer_lookup(
    const node::Lookup& asked, const Means& means,
    const std::function<base::Result<const query::ArchiveView*>()>& words);
base::Result<Exit> answer_facts(const node::Facts& asked, const Means& means);
base::Result<Exit> answer_stats(const node::Stats& asked, const Means& means);

// What they read of each shard.
std::vector<store::Family> answer_families();

} // namespace cli
