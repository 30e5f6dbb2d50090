// SPDX-License-Identifier: Apache-2.0
#include "query/search/filter.hpp"

#include "query/core/companies.hpp"
#include "query/core/value_ranges.hpp"

#include <algorithm>
#include <set>

namespace query {
namespace {

base::Result<std::vector<ConditionCount>>
count_each(const ArchiveView& view, const std::vector<Condition>& where) {
  std::set<std::string> keys;
  for (const auto& shard : view.shards()) {
    TRY_ASSIGN(const auto here, shard.fact_keys());
    keys.insert(here.begin(), here.end());
  }
  std::vector<ConditionCount> out;
  for (const Condition& condition : where) {
    ConditionCount one{condition.display(), 0,
                       is_place_key(condition.key) ||
                           keys.contains(condition.key)};
    const auto alone = group_conditions({condition});
    TRY_ASSIGN(const PathSet paths, paths_passing(view, alone));
    one.paths = paths.size();
    out.push_back(std::move(one));
  }
  return out;
}

// "curve=sonic" asks for a family, whose curves nobody calls so.
std::vector<Condition> meant(const ArchiveView& view,
                             std::vector<Condition> where) {
  for (Condition& condition : where) {
    const bool equality = condition.comparison == Comparison::equal ||
                          condition.comparison == Comparison::not_equal;
    if (condition.key == "curve" && equality &&
        view.curves().is_family(condition.text)) {
      condition.key = "curve_family";
    }
  }
  return where;
}

} // namespace

base::Result<Filtered> filter(const ArchiveView& view,
                              const std::vector<Condition>& asked) {
  Filtered out;
  if (asked.empty()) {
    return out;
  }
  const std::vector<Condition> where = meant(view, asked);
  std::vector<Condition> spelled = where;
  TRY_ASSIGN(out.notes, spell_companies(view, spelled));
  const auto groups = group_conditions(spelled);
  for (const auto& shard : view.shards()) {
    TRY_ASSIGN(Allowed allowed, allowed_documents(shard, groups));
    out.paths += allowed.paths.size();
    out.shards.push_back(std::move(allowed));
  }
  if (out.paths == 0) {
    TRY_ASSIGN(out.counts, count_each(view, spelled));
  }
  return out;
}

base::Result<std::vector<Allowed>>
without_contradictions(const ArchiveView& view,
                       const std::vector<Allowed>& shards,
                       const std::vector<AskedMatch>& asked,
                       const std::vector<store::BundleId>& kept) {
  PathSet excluded;
  for (const AskedMatch& match : asked) {
    excluded |= match.excluded;
  }
  if (excluded.empty()) {
    return shards;
  }
  std::vector<Allowed> out;
  for (size_t i = 0; i < view.shards().size(); ++i) {
    const store::Generation& shard = view.shards()[i];
    TRY_ASSIGN(const store::DocumentTable* table, shard.table());
    bitmap::Bitmap paths = shards.empty()
                               ? bitmap::Bitmap::range(0, table->paths())
                               : shards[i].paths;
    const bitmap::Bitmap before = paths;
    paths -= excluded.shard(i);
    for (const store::BundleId& path : kept) {
      const auto number = table->number_of(path);
      if (number && before.contains(*number)) {
        paths.add(*number);
      }
    }
    TRY_ASSIGN(Allowed left, allow_paths(shard, std::move(paths)));
    out.push_back(std::move(left));
  }
  return out;
}

base::Result<uint64_t> filter_bytes(const ArchiveView& view,
                                    const std::vector<Condition>& asked) {
  uint64_t out = 0;
  for (const Condition& condition : meant(view, asked)) {
    if (is_place_key(condition.key)) {
      continue;
    }
    for (const ValueRange& range : value_ranges(condition)) {
      for (const store::Generation& shard : view.shards()) {
        TRY_ASSIGN(const uint64_t bytes,
                   shard.fact_bytes(condition.key, range.from, range.to));
        out += bytes;
      }
    }
  }
  return out;
}

} // namespace query
