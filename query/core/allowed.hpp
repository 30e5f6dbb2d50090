// SPDX-License-Identifier: Apache-2.0
//
// From conditions to the paths and documents of a shard that pass them, as
// bitmaps over the shard's table.
#pragma once

#include "core/base/result.hpp"
#include "query/core/archive_view.hpp"
#include "query/core/condition.hpp"
#include "query/core/path_set.hpp"
#include "store/generation.hpp"

#include <string>
#include <vector>

namespace query {

// What a filter leaves of one shard: paths, and the documents that stand there.
// Content documents and path documents both count, so that a hit of either can
// be checked.
struct Allowed {
  const store::DocumentTable* table = nullptr; // of the shard
  bitmap::Bitmap paths;
  bitmap::Bitmap documents;

  bool has(const store::DocumentId& document) const;
  bool has(const store::BundleId& path) const;
};

// A path passes if, for every group, one of its conditions holds for a fact of
// the path or of the content there. `!=` holds for paths without that value.
// `path` and `bbox` are conditions on where a file lies (path_pattern.hpp,
// extent.hpp). Exact: reads the fact index.
base::Result<Allowed>
allowed_documents(const store::Generation& shard,
                  const std::vector<ConditionGroup>& groups);

// The paths alone.
base::Result<bitmap::Bitmap>
paths_passing(const store::Generation& shard,
              const std::vector<ConditionGroup>& groups);

// Those of `paths`, and what stands there.
base::Result<Allowed> allow_paths(const store::Generation& shard,
                                  bitmap::Bitmap paths);

// Paths, over all shards, that pass.
base::Result<PathSet> paths_passing(const ArchiveView& view,
                                    const std::vector<ConditionGroup>& groups);

// Paths, over all shards, that have a text of `key` other than `forms`.
base::Result<PathSet>
paths_with_other_text(const ArchiveView& view, const std::string& key,
                      const std::vector<std::string>& forms);

// Paths, over all shards, whose every value of a key is `text` (in any of its
// forms): what "not in Wyoming" leaves out, while a layer of several states
// stays.
base::Result<PathSet> paths_without_other(const ArchiveView& view,
                                          const std::string& key,
                                          const std::string& text);

} // namespace query
