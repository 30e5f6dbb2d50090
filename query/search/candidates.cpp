// SPDX-License-Identifier: Apache-2.0
#include "query/search/candidates.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace query {
namespace {

using Place = std::pair<store::DocumentId, uint32_t>;

Place place_of(const PassageRef& ref) {
  return {ref.document.id, ref.ordinal};
}

struct Range {
  double low = 0;
  double high = 0;
  double scaled(double value) const {
    return high > low ? (value - low) / (high - low) : 1.0;
  }
};

template <typename List, typename Get>
Range range_of(const List& list, Get get) {
  if (list.empty()) {
    return {};
  }
  const auto [low, high] = std::minmax_element(
      list.begin(), list.end(),
      [&](const auto& a, const auto& b) { return get(a) < get(b); });
  return {get(*low), get(*high)};
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) {
    out += (out.empty() ? "" : ", ") + word;
  }
  return out;
}

} // namespace

std::vector<Candidate> fuse(const std::vector<WordScore>& words,
                            const std::vector<DenseScore>& dense,
                            double weight) {
  const Range word_range =
      range_of(words, [](const WordScore& w) { return w.score; });
  const Range dense_range =
      range_of(dense, [](const DenseScore& d) { return d.cosine; });
  const double word_weight = dense.empty() ? 1.0 : weight;
  std::map<Place, Candidate> all;
  for (const WordScore& word : words) {
    Candidate& candidate = all[place_of(word.passage)];
    candidate.passage = word.passage;
    candidate.words = word.score;
    candidate.matched = word.words;
    candidate.score += word_weight * word_range.scaled(word.score);
    candidate.why.push_back("words: " + joined(word.words));
  }
  for (const DenseScore& one : dense) {
    Candidate& candidate = all[place_of(one.passage)];
    candidate.passage = one.passage;
    candidate.cosine = one.cosine;
    candidate.score += (words.empty() ? 1.0 : 1 - word_weight) *
                       dense_range.scaled(one.cosine);
    candidate.why.push_back(fmt::format("meaning: {:.3f}", one.cosine));
  }
  std::vector<Candidate> out;
  for (auto& [place, candidate] : all) {
    out.push_back(std::move(candidate));
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const Candidate& a, const Candidate& b) {
                     return a.score > b.score; // the map ordered the rest
                   });
  return out;
}

} // namespace query
