// SPDX-License-Identifier: Apache-2.0
#include "query/search/candidates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>

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

bool before(const Candidate& a, const Candidate& b) {
  return a.score != b.score ? a.score > b.score
                            : place_of(a.passage) < place_of(b.passage);
}

// Candidates by their places.
class Fused {
public:
  explicit Fused(size_t most) { m_all.reserve(most); }

  Candidate& at(const PassageRef& passage) {
    const auto [known, fresh] =
        m_by_place.try_emplace(place_of(passage), m_all.size());
    if (fresh) {
      m_all.emplace_back();
    }
    Candidate& out = m_all[known->second];
    out.passage = passage;
    return out;
  }

  std::vector<Candidate> sorted() && {
    std::sort(m_all.begin(), m_all.end(), before);
    return std::move(m_all);
  }

private:
  struct PlaceHash {
    size_t operator()(const Place& place) const {
      constexpr uint64_t k_odd = 0x9e3779b97f4a7c15; // 2^64 by the golden ratio
      return static_cast<size_t>(place.first.prefix64() ^
                                 (place.second * k_odd));
    }
  };
  std::vector<Candidate> m_all;
  std::unordered_map<Place, size_t, PlaceHash> m_by_place;
};

} // namespace

std::vector<std::string> reasons_of(const Candidate& candidate) {
  std::vector<std::string> out;
  if (candidate.words) {
    out.push_back("words: " + joined(candidate.matched));
  }
  if (candidate.cosine) {
    out.push_back(fmt::format("meaning: {:.3f}", *candidate.cosine));
  }
  return out;
}

std::vector<Candidate> fuse(const std::vector<WordScore>& words,
                            const std::vector<DenseScore>& dense, double weight,
                            Fusion fusion) {
  const bool both = !words.empty() && !dense.empty();
  fusion = both ? fusion : Fusion::scores;
  Fused all(words.size() + dense.size());
  if (!words.empty()) {
    const Scale scale(words.front().score, words.back().score, fusion);
    for (size_t i = 0; i < words.size(); ++i) {
      Candidate& candidate = all.at(words[i].passage);
      candidate.words = words[i].score;
      candidate.matched = words[i].words;
      candidate.score += (both ? weight : 1.0) * scale.of(words[i].score, i);
    }
  }
  if (!dense.empty()) {
    const Scale scale(dense.front().cosine, dense.back().cosine, fusion);
    for (size_t i = 0; i < dense.size(); ++i) {
      Candidate& candidate = all.at(dense[i].passage);
      candidate.cosine = dense[i].cosine;
      candidate.score +=
          (both ? 1 - weight : 1.0) * scale.of(dense[i].cosine, i);
    }
  }
  return std::move(all).sorted();
}

} // namespace query
