// SPDX-License-Identifier: Apache-2.0
#include "query/core/facts.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace query {

base::Result<std::vector<store::FactValue>>
fact_values(const ArchiveView& view, const std::string& key) {
  std::map<std::string, store::FactValue> merged;
  bool numbers = false;
  for (const auto& shard : view.shards()) {
    TRY_ASSIGN(const auto values, shard.fact_values(key));
    for (const store::FactValue& value : values) {
      store::FactValue& sum = merged[value.value];
      const uint64_t before = sum.paths;
      const std::string text =
          before == 0 ? value.text : std::min(sum.text, value.text);
      sum = before == 0 ? value : sum;
      sum.text = text;
      sum.paths = before + value.paths;
      numbers = numbers || value.number.has_value();
    }
  }
  std::vector<store::FactValue> out;
  for (auto& [name, value] : merged) {
    // Where facts carry numbers, their texts are the same facts again.
    if (!numbers || value.number) {
      out.push_back(std::move(value));
    }
  }
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
    return a.paths > b.paths;
  });
  return out;
}

base::Result<std::vector<FactKey>> fact_keys(const ArchiveView& view) {
  std::set<std::string> names;
  for (const auto& shard : view.shards()) {
    TRY_ASSIGN(const auto here, shard.fact_keys());
    names.insert(here.begin(), here.end());
  }
  std::vector<FactKey> out;
  for (const std::string& name : names) {
    TRY_ASSIGN(const auto values, fact_values(view, name));
    if (values.empty()) {
      continue; // only of versions that are no longer live
    }
    FactKey key{name, values.size(), 0, values.front().text};
    for (const store::FactValue& value : values) {
      key.paths += value.paths;
    }
    out.push_back(std::move(key));
  }
  return out;
}

} // namespace query
