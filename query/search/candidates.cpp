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

// Of a list that is best first: what the one at `rank` (from 0) counts.
class Scale {
public:
  Scale(double best, double worst, Fusion fusion)
      : m_best(best), m_worst(worst), m_fusion(fusion) {}
  double of(double score, size_t rank) const {
    constexpr double k_damping = 60;
    if (m_fusion == Fusion::ranks) {
      return (k_damping + 1) / (k_damping + 1 + static_cast<double>(rank));
    }
    return m_best > m_worst ? (score - m_worst) / (m_best - m_worst) : 1.0;
  }

private:
  double m_best;
  double m_worst;
  Fusion m_fusion;
};

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) {
    out += (out.empty() ? "" : ", ") + word;
  }
  return out;
}

} // namespace

std::vector<Candidate> fuse(const std::vector<WordScore>& words,
                            const std::vector<DenseScore>& dense, double weight,
                            Fusion fusion) {
  const bool both = !words.empty() && !dense.empty();
  fusion = both ? fusion : Fusion::scores;
  std::map<Place, Candidate> all;
  if (!words.empty()) {
    const Scale scale(words.front().score, words.back().score, fusion);
    for (size_t i = 0; i < words.size(); ++i) {
      const WordScore& word = words[i];
      Candidate& candidate = all[place_of(word.passage)];
      candidate.passage = word.passage;
      candidate.words = word.score;
      candidate.matched = word.words;
      candidate.score += (both ? weight : 1.0) * scale.of(word.score, i);
      candidate.why.push_back("words: " + joined(word.words));
    }
  }
  if (!dense.empty()) {
    const Scale scale(dense.front().cosine, dense.back().cosine, fusion);
    for (size_t i = 0; i < dense.size(); ++i) {
      const DenseScore& one = dense[i];
      Candidate& candidate = all[place_of(one.passage)];
      candidate.passage = one.passage;
      candidate.cosine = one.cosine;
      candidate.score += (both ? 1 - weight : 1.0) * scale.of(one.cosine, i);
      candidate.why.push_back(fmt::format("meaning: {:.3f}", one.cosine));
    }
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
