// SPDX-License-Identifier: Apache-2.0
#include "query/answer/relevance.hpp"

#include <algorithm>
#include <utility>

namespace query {
namespace {

// Not much less than the best one.
constexpr double k_of_the_best = 0.6;
constexpr double k_cosine_below = 0.05;

// It has everything that the question says of facts: it is what was asked for,
// whatever words it has.
bool has_facts(const Hit& hit, const SearchResult& found) {
  const auto asked =
      std::count_if(found.read.begin(), found.read.end(),
                    [](const ReadAs& read) { return !read.negated; });
  return asked > 0 && hit.facts >= static_cast<size_t>(asked);
}

} // namespace

double least_share(size_t words) {
  constexpr double k_one = 0.6;
  constexpr double k_each_more = 0.06;
  constexpr double k_least = 0.25;
  const double more = words > 0 ? static_cast<double>(words - 1) : 0;
  return std::max(k_least, k_one - k_each_more * more);
}

bool is_relevant(const Relevance& relevance, size_t words) {
  const bool by_words = relevance.share >= least_share(words);
  if (!relevance.cosine) {
    return by_words;
  }
  return *relevance.cosine >= k_near_cosine ||
         (by_words && *relevance.cosine >= k_least_cosine);
}

Relevance relevance_of(const Hit& hit, const TellingWords& words) {
  return {words.share(hit.text + " " + hit.title), hit.cosine};
}

Relevance best_relevance(const SearchResult& found, const TellingWords& words) {
  Relevance out;
  for (const Hit& hit : found.hits) {
    const Relevance one = relevance_of(hit, words);
    out.share = std::max(out.share, one.share);
    if (one.cosine) {
      out.cosine = std::max(out.cosine.value_or(-1), *one.cosine);
    }
  }
  return out;
}

std::vector<const Hit*> relevant(const SearchResult& found,
                                 const TellingWords& words) {
  // Half of the order by the words that a passage has, with its title, half by
  // how it ranked: BM25 alone puts short passages with the name of a document
  // before what that document says.
  struct Ranked {
    const Hit* hit;
    double by;
  };
  const Relevance best = best_relevance(found, words);
  std::vector<Ranked> kept;
  for (const Hit& hit : found.hits) {
    Relevance by = relevance_of(hit, words);
    const bool near =
        by.share >= k_of_the_best * best.share ||
        (by.cosine && *by.cosine >= *best.cosine - k_cosine_below);
    // A passage that words alone found has no cosine, and the best one's.
    by.cosine = by.cosine ? by.cosine : best.cosine;
    const bool enough = near && is_relevant(by, words.size());
    if (!hit.text.empty() && (enough || has_facts(hit, found))) {
      kept.push_back({&hit, hit.score + by.share});
    }
  }
  std::stable_sort(
      kept.begin(), kept.end(),
      [](const Ranked& a, const Ranked& b) { return a.by > b.by; });
  std::vector<const Hit*> out;
  for (const Ranked& one : kept) {
    out.push_back(one.hit);
  }
  return out;
}

} // namespace query
