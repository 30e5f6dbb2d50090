// SPDX-License-Identifier: Apache-2.0
#include "query/search/filter.hpp"

#include "query/core/companies.hpp"

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
    ConditionCount one{condition.display(), 0, keys.contains(condition.key)};
    const auto alone = group_conditions({condition});
    for (const auto& shard : view.shards()) {
      TRY_ASSIGN(const Allowed allowed, allowed_documents(shard, alone));
      one.paths += allowed.paths.size();
    }
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

} // namespace query
