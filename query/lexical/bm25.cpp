// SPDX-License-Identifier: Apache-2.0
#include "query/lexical/bm25.hpp"

#include "core/domain/text.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace query {
namespace {

constexpr double k_k1 = 0.9;
constexpr double k_b = 0.4;

// Of a word that differs in its accents alone: such a passage comes after one
// like it that has the word itself.
constexpr double k_folded_weight = 0.5;

struct Occurrence {
  PassageRef passage;
  uint32_t count;
  uint32_t length;
  double weight;
};

struct Form {
  std::string term;
  double weight;
};

// The word itself first.
std::vector<Form> forms_of(const std::string& word) {
  std::vector<Form> out = {{word, 1.0}};
  const auto folds = domain::accent_folds(word);
  for (const std::string& fold : folds) {
    out.push_back({fold, k_folded_weight});
    out.push_back({domain::folded_term(fold), k_folded_weight});
  }
  if (folds.empty()) {
    out.push_back({domain::folded_term(word), k_folded_weight});
  }
  return out;
}

base::Result<void> add_occurrences(const ArchiveView& view, const Form& form,
                                   std::vector<Occurrence>& out) {
  for (uint32_t shard = 0; shard < view.shards().size(); ++shard) {
    TRY(view.shards()[shard].term(
        form.term, [&](const store::DocumentVersion& version,
                       const pb::TermPosting& posting) {
          const int n =
              std::min({posting.ordinals_size(), posting.counts_size(),
                        posting.lengths_size()});
          for (int i = 0; i < n; ++i) {
            out.push_back({{shard, version, posting.ordinals(i)},
                           posting.counts(i),
                           posting.lengths(i),
                           form.weight});
          }
        }));
  }
  return {};
}

bool is_allowed(const std::vector<Allowed>& allowed, const PassageRef& ref) {
  return allowed.empty() || allowed[ref.shard].has(ref.document.id);
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
    std::vector<Occurrence> found;
    for (const Form& form : forms_of(word)) {
      TRY(add_occurrences(view, form, found));
    }
    std::set<Place> places;
    for (const Occurrence& one : found) {
      places.insert({one.passage.document.id, one.passage.ordinal});
    }
    const auto held = static_cast<double>(places.size());
    const double idf =
        std::log(1 + std::max(0.0, passages - held + 0.5) / (held + 0.5));
    for (const Occurrence& one : found) {
      const Place place{one.passage.document.id, one.passage.ordinal};
      // Each counts in the first shard that may show it, in its best form.
      if (!is_allowed(allowed, one.passage) || places.erase(place) == 0) {
        continue;
      }
      const double tf = one.count;
      const double length = 1 - k_b + k_b * one.length / mean;
      WordScore& score = scores[place];
      score.passage = one.passage;
      score.score += one.weight * idf * tf * (k_k1 + 1) / (tf + k_k1 * length);
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

uint64_t bm25_bytes(const ArchiveView& view,
                    const std::vector<std::string>& words) {
  uint64_t out = 0;
  for (const std::string& word : std::set(words.begin(), words.end())) {
    for (const Form& form : forms_of(word)) {
      for (const auto& shard : view.shards()) {
        out += shard.term_bytes(form.term);
      }
    }
  }
  return out;
}

} // namespace query
