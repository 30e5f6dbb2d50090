// SPDX-License-Identifier: Apache-2.0
#include "query/lookup/identifier_sources.hpp"

#include "core/domain/codes.hpp"
#include "query/core/facts.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace query {
namespace {

constexpr size_t k_most = 200'000;
constexpr size_t k_least_values = 20;

// As the first document that holds it writes it.
base::Result<std::string> text_of(const store::Generation& shard,
                                  const store::Identifier& identifier) {
  TRY_ASSIGN(const auto holders, shard.holders(identifier));
  for (const auto& holder : holders) {
    if (holder.forms.forms_size() > 0) {
      return holder.forms.forms(0).verbatim();
    }
  }
  return identifier.canonical;
}

base::Result<IdentifierSource> family_source(const ArchiveView& view,
                                             const std::string& family) {
  IdentifierSource out{family, {}, false};
  std::set<std::string> seen; // canonical
  for (const auto& shard : view.shards()) {
    std::vector<store::Identifier> here;
    TRY(shard.identifiers("", store::Match::prefix, family,
                          [&](const store::Identifier& identifier) {
                            out.cut = seen.size() >= k_most;
                            if (!out.cut &&
                                seen.insert(identifier.canonical).second) {
                              here.push_back(identifier);
                            }
                            return !out.cut;
                          }));
    for (const store::Identifier& identifier : here) {
      TRY_ASSIGN(std::string text, text_of(shard, identifier));
      out.texts.push_back(std::move(text));
    }
  }
  return out;
}

bool is_name_of_file(const std::string& key) {
  return key == "file_name" || key == "folder" || key == "extension";
}

base::Result<std::vector<IdentifierSource>>
fact_sources(const ArchiveView& view) {
  std::vector<IdentifierSource> out;
  TRY_ASSIGN(const auto keys, fact_keys(view));
  for (const FactKey& key : keys) {
    if (key.values < k_least_values || is_name_of_file(key.key)) {
      continue;
    }
    TRY_ASSIGN(const auto values, fact_values(view, key.key));
    IdentifierSource source{"fact " + key.key, {}, values.size() > k_most};
    size_t codes = 0;
    for (size_t i = 0; i < std::min(values.size(), k_most); ++i) {
      const bool one = values[i].text.find(' ') == std::string::npos;
      codes += one && domain::looks_like_code(values[i].text) ? 1 : 0;
      source.texts.push_back(values[i].text);
    }
    if (codes * 5 >= source.texts.size() * 4) {
      out.push_back(std::move(source));
    }
  }
  return out;
}

} // namespace

base::Result<std::vector<IdentifierSource>>
identifier_sources(const ArchiveView& view) {
  std::vector<std::string> families = {"code", "line"};
  for (const domain::KeyFamily& added : view.families().list()) {
    families.push_back(added.name);
  }
  std::vector<IdentifierSource> out;
  for (const std::string& family : families) {
    TRY_ASSIGN(auto source, family_source(view, family));
    if (!source.texts.empty()) {
      out.push_back(std::move(source));
    }
  }
  TRY_ASSIGN(auto facts, fact_sources(view));
  std::move(facts.begin(), facts.end(), std::back_inserter(out));
  return out;
}

} // namespace query
