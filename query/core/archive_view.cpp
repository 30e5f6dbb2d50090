// SPDX-License-Identifier: Apache-2.0
#include "query/core/archive_view.hpp"

#include <future>

namespace query {

base::Result<ArchiveView>
ArchiveView::open(const std::string& path,
                  const std::vector<store::Family>& families) {
  TRY_ASSIGN(store::Archive archive, store::Archive::open(path));
  std::vector<std::future<base::Result<store::Generation>>> opening;
  for (uint32_t shard = 0; shard < archive.shards(); ++shard) {
    opening.push_back(std::async(std::launch::async, [&, shard] {
      return store::Generation::open(archive.shard_path(shard), families);
    }));
  }
  std::vector<store::Generation> shards;
  base::Result<void> failed;
  for (auto& one : opening) {
    auto shard = one.get();
    if (shard) {
      shards.push_back(std::move(*shard));
    } else if (shard.error().code != base::Errc::not_found && failed) {
      failed = base::fail(std::move(shard.error()));
    }
  }
  TRY(failed);
  if (shards.empty()) {
    return base::fail(base::Errc::not_found,
                      path + ": nothing is published yet; an ingest publishes "
                             "at its end and every ten minutes");
  }
  ArchiveView view(std::move(archive), std::move(shards));
  TRY_ASSIGN(view.m_families, view.m_archive.key_families());
  std::vector<domain::CurveProblem> problems; // ingest shows them
  TRY_ASSIGN(view.m_curves, view.m_archive.curves(problems));
  return view;
}

pb::Counters ArchiveView::counters() const {
  pb::Counters sum;
  for (const store::Generation& shard : m_shards) {
    const pb::Counters& c = shard.info().counters();
    sum.set_changes(sum.changes() + c.changes());
    sum.set_documents(sum.documents() + c.documents());
    sum.set_paths(sum.paths() + c.paths());
    sum.set_passages(sum.passages() + c.passages());
    sum.set_facts(sum.facts() + c.facts());
    sum.set_keys(sum.keys() + c.keys());
    sum.set_tokens(sum.tokens() + c.tokens());
  }
  return sum;
}

std::map<std::string, uint64_t> ArchiveView::format_paths() const {
  std::map<std::string, uint64_t> sum;
  for (const store::Generation& shard : m_shards) {
    const pb::Counters& counters = shard.info().counters();
    if (!store::counts_by_format(counters)) {
      return {};
    }
    for (const pb::FormatPaths& one : counters.formats()) {
      sum[one.format()] += one.paths();
    }
  }
  return sum;
}

} // namespace query
