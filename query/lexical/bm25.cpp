// SPDX-License-Identifier: Apache-2.0
#include "query/lexical/bm25.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace query {
namespace {

constexpr double k_k1 = 0.9;
constexpr double k_b = 0.4;

struct Occurrence {
  PassageRef passage;
  uint32_t count;
  uint32_t length;
};

base::Result<std::vector<Occurrence>> occurrences(const ArchiveView& view,
                                                  const std::string& word) {
  std::vector<Occurrence> out;
  for (uint32_t shard = 0; shard < view.shards().size(); ++shard) {
    TRY(view.shards()[shard].term(
        word, [&](const store::DocumentVersion& version,
                  const pb::TermPosting& posting) {
          const int n =
              std::min({posting.ordinals_size(), posting.counts_size(),
                        posting.lengths_size()});
          for (int i = 0; i < n; ++i) {
            out.push_back({{shard, version, posting.ordinals(i)},
                           posting.counts(i),
                           posting.lengths(i)});
          }
        }));
  }
  return out;
}

bool is_allowed(const std::vector<Allowed>& allowed, const PassageRef& ref) {
  return allowed.empty() ||
         allowed[ref.shard].documents.contains(ref.document.id);
}

// One document stands under one id in every shard; it counts once.
using Place = std::pair<store::DocumentId, uint32_t>;

} // namespace

base::Result<std::vector<WordScore>>
bm25_top(const ArchiveView& view, const std::vector<std::string>& words,
         const std::vector<Allowed>& allowed, size_t k) {
  const pb::Counters counters = view.counters();
  const double passages =
      std::max(1.0, static_cast<double>(counters.passages()));
  const double mean =
      std::max(1.0, static_cast<double>(counters.tokens()) / passages);
  std::map<Place, WordScore> scores;
  for (const std::string& word : std::set(words.begin(), words.end())) {
    TRY_ASSIGN(const auto found, occurrences(view, word));
    std::set<Place> places;
    for (const Occurrence& one : found) {
      places.insert({one.passage.document.id, one.passage.ordinal});
    }
    const auto held = static_cast<double>(places.size());
    const double idf =
        std::log(1 + std::max(0.0, passages - held + 0.5) / (held + 0.5));
    for (const Occurrence& one : found) {
      const Place place{one.passage.document.id, one.passage.ordinal};
      // Each counts in the first shard that may show it.
      if (!is_allowed(allowed, one.passage) || places.erase(place) == 0) {
        continue;
      }
      const double tf = one.count;
      const double length = 1 - k_b + k_b * one.length / mean;
      WordScore& score = scores[place];
      score.passage = one.passage;
      score.score += idf * tf * (k_k1 + 1) / (tf + k_k1 * length);
      score.words.push_back(word);
    }
  }
  std::vector<WordScore> out;
  for (auto& [place, score] : scores) {
    out.push_back(std::move(score));
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const WordScore& a, const WordScore& b) {
                     return a.score > b.score; // the map ordered the rest
                   });
  out.resize(std::min(out.size(), k));
  return out;
}

} // namespace query
