// SPDX-License-Identifier: Apache-2.0
#include "query/lexical/bm25.hpp"

#include "core/domain/text.hpp"
#include "query/lexical/postings.hpp"

#include <algorithm>
#include <cmath>
#include <set>

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

// Places of one word: of its forms one after the other, the word itself first.
struct Found {
  std::vector<Occurrence> occurrences;
  uint64_t held = 0; // different places
};

base::Result<Found> find_word(const ArchiveView& view, const std::string& word,
                              uint32_t number, Places& places) {
  Found out;
  for (const Form& form : forms_of(word)) {
    TRY(each_occurrence(view, form.term, places, [&](Occurrence one) {
      one.weight = form.weight;
      out.held += places.mark(one.place, number) ? 1 : 0;
      out.occurrences.push_back(one);
    }));
  }
  return out;
}

double passages_of(const ArchiveView& view) {
  return std::max(1.0, static_cast<double>(view.counters().passages()));
}

// What the words have summed up at each place.
class Scores {
public:
  Scores(const ArchiveView& view, const std::vector<Allowed>& allowed)
      : m_view(view), m_allowed(allowed), m_passages(passages_of(view)),
        m_mean(std::max(1.0, static_cast<double>(view.counters().tokens()) /
                                 m_passages)) {}

  base::Result<void> add(const std::string& word) {
    const auto number = static_cast<uint32_t>(m_words.size());
    m_words.push_back(word);
    TRY_ASSIGN(const Found found,
               find_word(m_view, word, 2 * number, m_places));
    const double idf = rarity(found.held, m_passages);
    m_all += idf;
    m_sums.resize(m_places.size());
    for (const Occurrence& one : found.occurrences) {
      // Each counts in the first shard that may show it, in its best form.
      if (is_allowed(one) && m_places.mark(one.place, 2 * number + 1)) {
        count(one, idf, number);
      }
    }
    return {};
  }

  // The best `k`.
  std::vector<WordScore> top(size_t k) const {
    std::vector<uint32_t> order;
    for (uint32_t place = 0; place < m_sums.size(); ++place) {
      if (m_sums[place].score > 0) {
        order.push_back(place);
      }
    }
    const size_t n = std::min(k, order.size());
    const auto first = [&](uint32_t a, uint32_t b) { return before(a, b); };
    std::nth_element(order.begin(), order.begin() + static_cast<ptrdiff_t>(n),
                     order.end(), first);
    order.resize(n);
    std::sort(order.begin(), order.end(), first);
    std::vector<WordScore> out(n);
    std::vector<uint32_t> at(m_sums.size(), k_none);
    for (uint32_t i = 0; i < n; ++i) {
      const Sum& sum = m_sums[order[i]];
      at[order[i]] = i;
      out[i].passage = {sum.shard,
                        {m_places.document(order[i]), sum.version},
                        m_places.ordinal(order[i])};
      out[i].score = sum.score;
      out[i].share = m_all > 0 ? std::min(1.0, sum.idf / m_all) : 0;
    }
    for (const auto& [place, word] : m_held) {
      if (at[place] != k_none) {
        out[at[place]].words.push_back(m_words[word]);
      }
    }
    return out;
  }

private:
  static constexpr uint32_t k_none = ~uint32_t{0};
  struct Sum {
    double score = 0;
    double idf = 0;
    uint32_t shard = 0;
    uint32_t version = 0;
  };

  bool is_allowed(const Occurrence& one) const {
    return m_allowed.empty() ||
           m_allowed[one.shard].has(m_places.document(one.place));
  }

  void count(const Occurrence& one, double idf, uint32_t word) {
    const double tf = one.count;
    const double length = 1 - k_b + k_b * one.length / m_mean;
    Sum& sum = m_sums[one.place];
    sum.shard = one.shard;
    sum.version = one.version;
    sum.score += one.weight * idf * tf * (k_k1 + 1) / (tf + k_k1 * length);
    sum.idf += idf;
    m_held.emplace_back(one.place, word);
  }

  bool before(uint32_t a, uint32_t b) const {
    if (m_sums[a].score != m_sums[b].score) {
      return m_sums[a].score > m_sums[b].score;
    }
    const auto& x = m_places.document(a);
    const auto& y = m_places.document(b);
    return x != y ? x < y : m_places.ordinal(a) < m_places.ordinal(b);
  }

  const ArchiveView& m_view;
  const std::vector<Allowed>& m_allowed;
  double m_passages;
  double m_mean; // words of a passage
  Places m_places;
  std::vector<Sum> m_sums; // by place
  std::vector<std::string> m_words;
  std::vector<std::pair<uint32_t, uint32_t>> m_held; // place, word
  double m_all = 0;                                  // what the words weigh
};

} // namespace

base::Result<std::vector<WordScore>>
bm25_top(const ArchiveView& view, const std::vector<std::string>& words,
         const std::vector<Allowed>& allowed, size_t k) {
  Scores scores(view, allowed);
  for (const std::string& word : std::set(words.begin(), words.end())) {
    TRY(scores.add(word));
  }
  return scores.top(k);
}

double rarity(uint64_t held, double passages) {
  const auto have = static_cast<double>(held);
  return std::log(1 + std::max(0.0, passages - have + 0.5) / (have + 0.5));
}

base::Result<uint64_t> passages_with(const ArchiveView& view,
                                     const std::string& word) {
  Places places;
  TRY_ASSIGN(const Found found, find_word(view, word, 0, places));
  return found.held;
}

base::Result<double> rarity_of(const ArchiveView& view,
                               const std::string& word) {
  TRY_ASSIGN(const uint64_t held, passages_with(view, word));
  return rarity(held, passages_of(view));
}

base::Result<bool> is_in_texts(const ArchiveView& view,
                               const std::string& word) {
  for (const Form& form : forms_of(word)) {
    TRY_ASSIGN(const bool held, is_held(view, form.term));
    if (held) {
      return true;
    }
  }
  return false;
}

base::Result<WordsToRead> bm25_reads(const ArchiveView& view,
                                     const std::vector<std::string>& words) {
  WordsToRead out;
  for (const std::string& word : std::set(words.begin(), words.end())) {
    for (const Form& form : forms_of(word)) {
      TRY_ASSIGN(const uint64_t bytes, bytes_held(view, form.term));
      out.bytes += bytes;
      out.lookups += view.shards().size();
    }
  }
  return out;
}

} // namespace query
