// SPDX-License-Identifier: Apache-2.0
#include "query/answer/relevance.hpp"

#include <algorithm>
#include <utility>

namespace query {

Relevance relevance_of(const Hit& hit, const TellingWords& words) {
  return {words.share(hit.text + " " + hit.title), hit.cosine.value_or(0)};
}

Relevance best_relevance(const SearchResult& found, const TellingWords& words) {
  Relevance out;
  for (const Hit& hit : found.hits) {
    const Relevance one = relevance_of(hit, words);
    out.share = std::max(out.share, one.share);
    out.cosine = std::max(out.cosine, one.cosine);
  }
  return out;
}

std::vector<const Hit*> relevant(const SearchResult& found,
                                 const TellingWords& words) {
  struct Ranked {
    const Hit* hit;
    Relevance by;
  };
  const Relevance best = best_relevance(found, words);
  std::vector<Ranked> kept;
  for (const Hit& hit : found.hits) {
    const Relevance by = relevance_of(hit, words);
    const bool near = by.share >= k_of_the_best * best.share ||
                      (best.cosine > 0 && by.cosine >= 0.95 * best.cosine);
    if (by.enough() && near && !hit.text.empty()) {
      kept.push_back({&hit, by});
    }
  }
  std::stable_sort(
      kept.begin(), kept.end(), [](const Ranked& a, const Ranked& b) {
        return a.hit->boosted != b.hit->boosted ? a.hit->boosted
                                                : a.hit->score > b.hit->score;
      });
  std::vector<const Hit*> out;
  for (const Ranked& one : kept) {
    out.push_back(one.hit);
  }
  return out;
}

} // namespace query
