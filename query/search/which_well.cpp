// SPDX-License-Identifier: Apache-2.0
#include "query/search/which_well.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace query {
namespace {

// A name stands in the lease alone and with its number at one place: the longer
// one tells more.
std::vector<const LookupHit*> telling(const Lookup& found) {
  std::map<std::tuple<std::string, std::string, domain::Locator>,
           const LookupHit*>
      best;
  for (const LookupHit& hit : found.hits) {
    const domain::Locator where =
        hit.forms.empty() ? domain::Locator{} : hit.forms.front().locator;
    const LookupHit*& one = best[{hit.root, hit.path, where}];
    if (one == nullptr || hit.canonical.size() > one->canonical.size()) {
      one = &hit;
    }
  }
  std::vector<const LookupHit*> out;
  for (const auto& [place, hit] : best) {
    out.push_back(hit);
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const LookupHit* a, const LookupHit* b) {
                     return std::tie(a->role, a->canonical) <
                            std::tie(b->role, b->canonical);
                   });
  return out;
}

} // namespace

AskBack which_well(const Lookup& found) {
  constexpr size_t k_options = 20;
  const auto hits = telling(found);
  AskBack out;
  out.question = fmt::format(
      "Which well \"{}\"? {} places name one that begins so{}", found.typed,
      hits.size(),
      hits.size() > k_options ? fmt::format("; the first {}:", k_options)
                              : ":");
  for (size_t i = 0; i < std::min(k_options, hits.size()); ++i) {
    AskOption option;
    option.path = {hits[i]->root, hits[i]->path};
    option.title = hits[i]->title;
    option.says = hits[i]->canonical;
    if (!hits[i]->forms.empty()) {
      option.says = hits[i]->forms.front().verbatim;
      option.locator = hits[i]->forms.front().locator;
    }
    out.options.push_back(std::move(option));
  }
  return out;
}

} // namespace query
