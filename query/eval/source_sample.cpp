// SPDX-License-Identifier: Apache-2.0
#include "query/eval/source_sample.hpp"

#include "core/base/hash.hpp"
#include "proto/document_codec.hpp"

#include <algorithm>
#include <set>

namespace eval {
namespace {

constexpr size_t k_passages = 24;
constexpr size_t k_facts = 400;

base::Hash128 order_of(uint64_t seed, const store::DocumentId& id) {
  return base::Hasher().field(std::to_string(seed)).field(id.view()).finish();
}

// Ordinals to read, ascending.
std::set<uint32_t> some_of(uint32_t passages, std::mt19937_64& random) {
  std::set<uint32_t> out;
  if (passages <= k_passages) {
    for (uint32_t i = 0; i < passages; ++i) {
      out.insert(i);
    }
    return out;
  }
  while (out.size() < k_passages) {
    out.insert(static_cast<uint32_t>(random() % passages));
  }
  return out;
}

} // namespace

base::Result<std::vector<SourceRef>>
sample_order(const query::ArchiveView& view, uint64_t seed) {
  std::vector<SourceRef> out;
  for (uint32_t shard = 0; shard < view.shards().size(); ++shard) {
    TRY(view.shards()[shard].scan_documents(
        [&](const store::DocumentId& id, const pb::Document& document) {
          if (document.kind() == pb::DOCUMENT_KIND_CONTENT &&
              document.passages() > 0 && document.paths_size() > 0) {
            out.push_back({order_of(seed, id),
                           shard,
                           {id, document.version()},
                           document.passages()});
          }
          return true;
        }));
  }
  std::stable_sort(
      out.begin(), out.end(),
      [](const SourceRef& a, const SourceRef& b) { return a.order < b.order; });
  out.erase(std::unique(out.begin(), out.end(),
                        [](const SourceRef& a, const SourceRef& b) {
                          return a.order == b.order;
                        }),
            out.end());
  return out;
}

base::Result<Source> read_source(const query::ArchiveView& view,
                                 const SourceRef& ref) {
  Source out;
  out.random.seed(ref.order.prefix64());
  std::set<query::HitPath> paths;
  for (const auto& shard : view.shards()) {
    TRY_ASSIGN(const auto document, shard.document(ref.version.id));
    if (document) {
      for (const pb::PathRef& path : document->paths()) {
        paths.insert({path.root(), path.path()});
      }
    }
  }
  if (paths.empty()) {
    return base::fail(base::Errc::corrupt, "a document that stands nowhere");
  }
  out.path = *paths.begin();
  const auto& shard = view.shards()[ref.shard];
  for (const uint32_t ordinal : some_of(ref.passages, out.random)) {
    TRY_ASSIGN(const auto passage, shard.passage(ref.version, ordinal));
    if (passage) {
      out.passages.push_back(proto::decode(*passage));
    }
  }
  TRY_ASSIGN(out.facts, shard.facts(ref.version));
  out.facts.resize(std::min(out.facts.size(), k_facts));
  return out;
}

} // namespace eval
