// SPDX-License-Identifier: Apache-2.0
#include "query/core/allowed.hpp"

#include "query/core/extent.hpp"
#include "query/core/path_pattern.hpp"
#include "query/core/value_ranges.hpp"

namespace query {
namespace {

using bitmap::Bitmap;
using store::Generation;

base::Result<Bitmap> paths_with(const Generation& shard, const std::string& key,
                                const std::vector<ValueRange>& ranges) {
  Bitmap documents;
  for (const ValueRange& range : ranges) {
    TRY_ASSIGN(const Bitmap found,
               shard.documents_with(key, range.from, range.to));
    documents |= found;
  }
  TRY_ASSIGN(const store::DocumentTable* table, shard.table());
  return table->paths_of(documents);
}

base::Result<Bitmap> paths_like(const Generation& shard,
                                const std::string& pattern) {
  TRY_ASSIGN(const store::DocumentTable* table, shard.table());
  const PathPattern wanted(pattern);
  bitmap::Bits out(table->paths());
  for (uint32_t path = 0; path < table->paths(); ++path) {
    const std::string_view text = table->path_text(path);
    const size_t nul = text.find('\0');
    if (nul != std::string_view::npos && wanted.matches(text.substr(nul + 1))) {
      out.add(path);
    }
  }
  return out.finish();
}

base::Result<Bitmap> paths_inside(const Generation& shard,
                                  const std::string& text) {
  TRY_ASSIGN(const Extent extent, parse_extent(text));
  TRY_ASSIGN(const Bitmap documents, documents_in(shard, extent));
  TRY_ASSIGN(const store::DocumentTable* table, shard.table());
  return table->paths_of(documents);
}

// Where the value is, whether it is wanted or not.
base::Result<Bitmap> paths_meeting(const Generation& shard,
                                   const Condition& condition) {
  if (condition.key == k_path_key) {
    return paths_like(shard, condition.text);
  }
  return condition.key == k_extent_key
             ? paths_inside(shard, condition.text)
             : paths_with(shard, condition.key, value_ranges(condition));
}

base::Result<Bitmap> paths_of_group(const Generation& shard,
                                    const ConditionGroup& group) {
  Bitmap out;
  for (const Condition& condition : group.any_of) {
    TRY_ASSIGN(Bitmap found, paths_meeting(shard, condition));
    if (condition.comparison == Comparison::not_equal) {
      TRY_ASSIGN(const store::DocumentTable* table, shard.table());
      Bitmap rest = table->known_paths();
      rest -= found;
      found = std::move(rest);
    }
    out |= found;
  }
  return out;
}

} // namespace

bool Allowed::has(const store::DocumentId& document) const {
  const auto number = table->number_of(document);
  return number && documents.contains(*number);
}

bool Allowed::has(const store::BundleId& path) const {
  const auto number = table->number_of(path);
  return number && paths.contains(*number);
}

base::Result<Bitmap> paths_passing(const Generation& shard,
                                   const std::vector<ConditionGroup>& groups) {
  Bitmap out;
  for (const ConditionGroup& group : groups) {
    TRY_ASSIGN(Bitmap paths, paths_of_group(shard, group));
    if (&group == &groups.front()) {
      out = std::move(paths);
    } else {
      out &= paths;
    }
  }
  return out;
}

base::Result<Allowed> allow_paths(const Generation& shard, Bitmap paths) {
  Allowed out;
  TRY_ASSIGN(out.table, shard.table());
  out.documents = out.table->documents_at(paths);
  out.paths = std::move(paths);
  return out;
}

base::Result<Allowed>
allowed_documents(const Generation& shard,
                  const std::vector<ConditionGroup>& groups) {
  TRY_ASSIGN(Bitmap paths, paths_passing(shard, groups));
  return allow_paths(shard, std::move(paths));
}

base::Result<PathSet> paths_passing(const ArchiveView& view,
                                    const std::vector<ConditionGroup>& groups) {
  PathSet out;
  for (const Generation& shard : view.shards()) {
    TRY_ASSIGN(Bitmap paths, paths_passing(shard, groups));
    TRY_ASSIGN(const store::DocumentTable* table, shard.table());
    out.add_shard(*table, std::move(paths));
  }
  return out;
}

base::Result<PathSet>
paths_with_other_text(const ArchiveView& view, const std::string& key,
                      const std::vector<std::string>& forms) {
  const auto other = other_texts(forms);
  PathSet out;
  for (const Generation& shard : view.shards()) {
    TRY_ASSIGN(Bitmap paths, paths_with(shard, key, other));
    TRY_ASSIGN(const store::DocumentTable* table, shard.table());
    out.add_shard(*table, std::move(paths));
  }
  return out;
}

base::Result<PathSet> paths_without_other(const ArchiveView& view,
                                          const std::string& key,
                                          const std::string& text) {
  TRY_ASSIGN(PathSet out,
             paths_passing(
                 view, group_conditions({{key, Comparison::equal, text, {}}})));
  TRY_ASSIGN(const PathSet other,
             paths_with_other_text(view, key, value_forms(key, text)));
  out -= other;
  return out;
}

} // namespace query
