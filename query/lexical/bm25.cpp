// SPDX-License-Identifier: Apache-2.0
#include "query/lexical/bm25.hpp"

#include "core/domain/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace query {
namespace {

constexpr double k_k1 = 0.9;
constexpr double k_b = 0.4;

// Of a word that differs in its accents alone: such a passage comes after one
// like it that has the word itself.
constexpr double k_folded_weight = 0.5;

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

// The passages that hold any word, and what the words make of each. A place is
// a document's id and an ordinal: one document stands under one id in every
// shard, and counts once.
class Scores {
public:
  Scores(const ArchiveView& view, const std::vector<Allowed>& allowed)
      : m_view(view), m_allowed(allowed) {}

  base::Result<void> add(const std::string& word) {
    ++m_word;
    m_found.clear();
    uint64_t held = 0;
    for (const Form& form : forms_of(word)) {
      for (uint32_t shard = 0; shard < m_view.shards().size(); ++shard) {
        TRY(m_view.shards()[shard].term(
            form.term, [&](const store::DocumentVersion& version,
                           const pb::TermPosting& posting) {
              held += put(form.weight, shard, version, posting);
            }));
      }
    }
    score(static_cast<double>(held));
    return {};
  }

  std::vector<WordScore> best(const std::vector<std::string>& words, size_t k);

private:
  struct Document {
    store::DocumentId id;
    std::vector<uint32_t> places; // by ordinal; k_none
  };
  struct Place {
    uint32_t document = 0;
    PassageRef passage; // of the last word
    double score = 0;
    uint32_t held = 0;   // the last word that it has
    uint32_t scored = 0; // and the last that counts for it
  };
  struct Occurrence {
    uint32_t place;
    uint32_t shard;
    uint32_t version;
    uint32_t count;
    uint32_t length;
    double weight;
  };
  static constexpr uint32_t k_none = UINT32_MAX;
  // What one document may take in the table of its places; beyond that they
  // are looked up one by one.
  static constexpr uint32_t k_most_ordinal = 4096;

  struct IdHash {
    size_t operator()(const store::DocumentId& id) const {
      return id.prefix64(); // of a hash
    }
  };

  bool is_allowed(uint32_t shard, const store::DocumentId& id) const {
    return m_allowed.empty() || m_allowed[shard].has(id);
  }

  uint32_t place_of(uint32_t document, uint32_t ordinal) {
    uint32_t* at = nullptr;
    if (ordinal < k_most_ordinal) {
      auto& places = m_documents[document].places;
      if (places.size() <= ordinal) {
        places.resize(ordinal + 1, k_none);
      }
      at = &places[ordinal];
    } else {
      at = &m_far.try_emplace(uint64_t{document} << 32 | ordinal, k_none)
                .first->second;
    }
    if (*at == k_none) {
      *at = static_cast<uint32_t>(m_places.size());
      m_places.push_back({document, {}, 0, 0, 0});
    }
    return *at;
  }

  // How many places have the word that did not have it before.
  uint64_t put(double weight, uint32_t shard,
               const store::DocumentVersion& version,
               const pb::TermPosting& posting) {
    const auto [at, is_new] = m_numbers.try_emplace(
        version.id, static_cast<uint32_t>(m_documents.size()));
    if (is_new) {
      m_documents.push_back({version.id, {}});
    }
    const bool shown = is_allowed(shard, version.id);
    const int n = std::min({posting.ordinals_size(), posting.counts_size(),
                            posting.lengths_size()});
    uint64_t fresh = 0;
    for (int i = 0; i < n; ++i) {
      const uint32_t place = place_of(at->second, posting.ordinals(i));
      fresh += m_places[place].held != m_word ? 1 : 0;
      m_places[place].held = m_word;
      if (shown) {
        m_places[place].passage.ordinal = posting.ordinals(i);
        m_found.push_back({place, shard, version.version, posting.counts(i),
                           posting.lengths(i), weight});
      }
    }
    return fresh;
  }

  // Each counts in the first shard that may show it, in its best form.
  void score(double held) {
    const pb::Counters& counters = m_counters;
    const double passages =
        std::max(1.0, static_cast<double>(counters.passages()));
    const double mean =
        std::max(1.0, static_cast<double>(counters.tokens()) / passages);
    const double idf =
        std::log(1 + std::max(0.0, passages - held + 0.5) / (held + 0.5));
    for (const Occurrence& one : m_found) {
      Place& place = m_places[one.place];
      if (place.scored == m_word) {
        continue;
      }
      place.scored = m_word;
      place.passage.shard = one.shard;
      place.passage.document = {m_documents[place.document].id, one.version};
      const double tf = one.count;
      const double length = 1 - k_b + k_b * one.length / mean;
      place.score += one.weight * idf * tf * (k_k1 + 1) / (tf + k_k1 * length);
      m_hits.emplace_back(one.place, m_word);
    }
  }

  const ArchiveView& m_view;
  const std::vector<Allowed>& m_allowed;
  const pb::Counters m_counters = m_view.counters();
  uint32_t m_word = 0; // from 1
  std::unordered_map<store::DocumentId, uint32_t, IdHash> m_numbers;
  std::vector<Document> m_documents;
  std::unordered_map<uint64_t, uint32_t> m_far; // document, ordinal
  std::vector<Place> m_places;
  std::vector<Occurrence> m_found; // of one word, that may be shown
  std::vector<std::pair<uint32_t, uint32_t>> m_hits; // place, word
};

std::vector<WordScore> Scores::best(const std::vector<std::string>& words,
                                    size_t k) {
  std::vector<uint32_t> order;
  for (uint32_t i = 0; i < m_places.size(); ++i) {
    if (m_places[i].scored != 0) {
      order.push_back(i);
    }
  }
  k = std::min(k, order.size());
  std::partial_sort(order.begin(),
                    order.begin() + static_cast<std::ptrdiff_t>(k), order.end(),
                    [&](uint32_t a, uint32_t b) {
                      const Place& x = m_places[a];
                      const Place& y = m_places[b];
                      if (x.score != y.score) {
                        return x.score > y.score;
                      }
                      const auto& p = x.passage;
                      const auto& q = y.passage;
                      return std::tie(p.document.id, p.ordinal) <
                             std::tie(q.document.id, q.ordinal);
                    });
  std::vector<WordScore> out(k);
  std::vector<uint32_t> rank(m_places.size(), k_none);
  for (uint32_t i = 0; i < k; ++i) {
    rank[order[i]] = i;
    out[i].passage = m_places[order[i]].passage;
    out[i].score = m_places[order[i]].score;
  }
  for (const auto& [place, word] : m_hits) {
    if (rank[place] != k_none) {
      out[rank[place]].words.push_back(words[word - 1]);
    }
  }
  return out;
}

} // namespace

base::Result<std::vector<WordScore>>
bm25_top(const ArchiveView& view, const std::vector<std::string>& words,
         const std::vector<Allowed>& allowed, size_t k) {
  const std::set<std::string> different(words.begin(), words.end());
  Scores scores(view, allowed);
  for (const std::string& word : different) {
    TRY(scores.add(word));
  }
  return scores.best({different.begin(), different.end()}, k);
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
