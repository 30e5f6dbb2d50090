// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"
#include "query/core/archive_view.hpp"
#include "query/core/condition.hpp"
#include "store/generation.hpp"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace query {

// What a filter leaves of one shard: paths, and the documents that stand there.
// Content documents and path documents both count, so that a hit of either can
// be checked.
struct Allowed {
  std::set<store::BundleId> paths;
  std::set<store::DocumentId> documents;
};

// A path passes if, for every group, one of its conditions holds for a fact of
// the path or of the content there. `!=` holds for paths without that value.
// Exact: reads the fact index.
base::Result<Allowed>
allowed_documents(const store::Generation& shard,
                  const std::vector<ConditionGroup>& groups);

// Paths, over all shards, whose every value of a key is `text` (in any of its
// forms): what "not in Wyoming" leaves out, while a layer of several states
// stays.
base::Result<std::set<store::BundleId>>
paths_without_other(const ArchiveView& view, const std::string& key,
                    const std::string& text);

// Other ways in which the archive may hold a value: a state's name and its
// postal letters, the names of a country
// or a datum. The value itself comes first.
std::vector<std::string> value_forms(const std::string& key,
                                     const std::string& value);

} // namespace query
