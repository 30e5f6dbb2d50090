// SPDX-License-Identifier: Apache-2.0
//
// What passes a filter, by reading every document: slow and plain, for
// comparison with the bitmaps.
#pragma once

#include "query/core/condition.hpp"
#include "query/core/content_at.hpp"
#include "query/core/value_ranges.hpp"
#include "store/generation.hpp"

#include <algorithm>
#include <set>
#include <vector>

namespace by_sets {

using store::BundleId;
using store::Generation;
using Paths = std::set<BundleId>;

struct Allowed {
  std::set<BundleId> paths;
  std::set<store::DocumentId> documents;
};

inline base::Result<void> add_paths(const Generation& shard,
                                    const store::DocumentVersion& version,
                                    Paths& paths) {
  TRY_ASSIGN(const auto document, shard.document(version.id));
  if (document) {
    for (const pb::PathRef& ref : document->paths()) {
      paths.insert({ref.root(), ref.path()});
    }
  }
  return {};
}

inline base::Result<void> add_range(const Generation& shard,
                                    const std::string& key,
                                    const query::ValueRange& range,
                                    Paths& paths) {
  base::Result<void> inner;
  TRY(shard.fact_range(key, range.from, range.to,
                       [&](const store::DocumentVersion& version) {
                         inner = add_paths(shard, version, paths);
                         return inner.has_value();
                       }));
  return inner;
}

inline base::Result<Paths> paths_with(const Generation& shard,
                                      const query::Condition& condition) {
  Paths out;
  for (const query::ValueRange& range : query::value_ranges(condition)) {
    TRY(add_range(shard, condition.key, range, out));
  }
  return out;
}

inline base::Result<Paths> all_paths(const Generation& shard) {
  Paths out;
  TRY(shard.scan_documents([&](const auto&, const pb::Document& document) {
    if (document.kind() == pb::DOCUMENT_KIND_PATH) {
      for (const pb::PathRef& ref : document.paths()) {
        out.insert({ref.root(), ref.path()});
      }
    }
    return true;
  }));
  return out;
}

inline base::Result<Paths> paths_of_group(const Generation& shard,
                                          const query::ConditionGroup& group) {
  Paths out;
  for (const query::Condition& condition : group.any_of) {
    TRY_ASSIGN(Paths found, paths_with(shard, condition));
    if (condition.comparison == query::Comparison::not_equal) {
      TRY_ASSIGN(Paths rest, all_paths(shard));
      for (const BundleId& path : found) {
        rest.erase(path);
      }
      found = std::move(rest);
    }
    out.merge(found);
  }
  return out;
}

inline base::Result<Allowed>
allowed_documents(const Generation& shard,
                  const std::vector<query::ConditionGroup>& groups) {
  Allowed out;
  bool first = true;
  for (const query::ConditionGroup& group : groups) {
    TRY_ASSIGN(Paths paths, paths_of_group(shard, group));
    if (first) {
      out.paths = std::move(paths);
    } else {
      std::erase_if(out.paths, [&](const BundleId& path) {
        return !paths.contains(path);
      });
    }
    first = false;
  }
  for (const BundleId& path : out.paths) {
    const auto id = store::path_id(path.root, path.path);
    out.documents.insert(id);
    TRY_ASSIGN(const auto document, shard.document(id));
    if (const auto content =
            document ? query::content_of(*document) : std::nullopt) {
      out.documents.insert(*content);
    }
  }
  return out;
}

} // namespace by_sets
