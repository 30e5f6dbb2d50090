// SPDX-License-Identifier: Apache-2.0
//
// Made passage vectors of any number, each from its own number and a seed, so
// that none has to be kept. A vector is a common direction (real models have
// one: any two texts score above 0), plus its topic, plus its document, plus
// itself; each part normal, with deviations that fall with the coordinate, as
// the spectrum of real embeddings does. The shares are fitted so that the
// recall of a graph against its width follows that of real passages
// (docs/results/hnsw.md). Queries are fresh passages of drawn documents: never
// a row, nor a jittered one.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace bench {

inline constexpr uint64_t k_documents = 17; // of a topic, about
// Rows come in blocks of documents that hold half of the block, a quarter, …,
// one row and one row: most rows stand in large documents.
inline constexpr uint64_t k_block = 512;
inline constexpr uint64_t k_block_documents = 10;

// Squares, which add up to one; what passage and common leave is shared by
// topic and document.
struct MadeShares {
  double common = 0.61;
  double passage = 0.08;     // median over documents: how alike one's rows are
  double passage_most = 0.3; // at most
  double spread = 1.2;       // of its logarithm
  double topic = 0.5;        // of the rest
  double fall = 0.6;         // deviation of coordinate i: (1 + i)^-fall
};

// The document of a row.
inline uint64_t document_of(uint64_t row) {
  uint64_t at = row % k_block;
  uint64_t document = row / k_block * k_block_documents;
  for (uint64_t size = k_block / 2; size > 0 && at >= size; size /= 2) {
    at -= size;
    ++document;
  }
  return document;
}

class MadeVectors {
public:
  MadeVectors(uint64_t rows, uint32_t dims, uint64_t seed,
              MadeShares shares = {})
      : m_rows(rows), m_documents(document_of(rows - 1) + 1),
        m_topics(m_documents / k_documents + 1), m_seed(seed), m_shares(shares),
        m_spread(dims) {
    for (uint32_t i = 0; i < dims; ++i) {
      m_spread[i] = std::pow(1.0 + i, -shares.fall);
    }
  }

  void row(uint64_t number, std::span<float> out) const {
    passage(document_of(number), number, out);
  }
  void query(uint64_t number, std::span<float> out) const {
    Source chance(m_seed, 5, number);
    passage(document_of(chance.next() % m_rows), ~number, out);
  }

private:
  // SplitMix64 (Steele, Lea and Flood, 2014), and normals by Box and Muller.
  class Source {
  public:
    Source(uint64_t seed, uint64_t kind, uint64_t number) : m_state(seed) {
      m_state = next() ^ kind * 0xd1342543de82ef95;
      m_state = next() ^ number;
    }
    uint64_t next() {
      uint64_t x = m_state += 0x9e3779b97f4a7c15;
      x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
      x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
      return x ^ (x >> 31);
    }
    // Above 0, up to 1.
    double share() { return (static_cast<double>(next() >> 11) + 1) * 0x1p-53; }
    void normals(float& a, float& b) {
      const auto radius = std::sqrt(-2 * std::log(static_cast<float>(share())));
      const auto angle = 6.2831853F * static_cast<float>(share());
      a = radius * std::cos(angle);
      b = radius * std::sin(angle);
    }

  private:
    uint64_t m_state;
  };

  void add(double share, Source chance, std::span<float> out) const {
    std::vector<float> part(m_spread.size() + 1);
    double norm = 0;
    for (size_t i = 0; i < m_spread.size(); i += 2) {
      chance.normals(part[i], part[i + 1]);
    }
    for (size_t i = 0; i < m_spread.size(); ++i) {
      part[i] *= static_cast<float>(m_spread[i]);
      norm += static_cast<double>(part[i]) * part[i];
    }
    const auto factor = static_cast<float>(std::sqrt(share / norm));
    for (size_t i = 0; i < m_spread.size(); ++i) {
      out[i] += factor * part[i];
    }
  }

  // Topics are of unequal size: the t-th of them falls like t^-0.5.
  uint64_t topic_of(uint64_t document) const {
    Source chance(m_seed, 4, document);
    const double share = chance.share();
    return std::min<uint64_t>(
        m_topics - 1,
        static_cast<uint64_t>(share * share * static_cast<double>(m_topics)));
  }

  double passage_share(uint64_t document) const {
    float a = 0;
    float b = 0;
    Source(m_seed, 6, document).normals(a, b);
    return std::min(m_shares.passage_most,
                    m_shares.passage * std::exp(m_shares.spread * a));
  }

  void passage(uint64_t document, uint64_t number, std::span<float> out) const {
    std::fill(out.begin(), out.end(), 0.0F);
    const double own = passage_share(document);
    const double rest = 1 - m_shares.common - own;
    const double topic = m_shares.topic * rest;
    add(m_shares.common, Source(m_seed, 0, 0), out);
    add(topic, Source(m_seed, 1, topic_of(document)), out);
    add(rest - topic, Source(m_seed, 2, document), out);
    add(own, Source(m_seed, 3, number), out);
    double norm = 0;
    for (const float value : out) {
      norm += static_cast<double>(value) * value;
    }
    const auto factor = static_cast<float>(1 / std::sqrt(norm));
    for (float& value : out) {
      value *= factor;
    }
  }

  uint64_t m_rows;
  uint64_t m_documents;
  uint64_t m_topics;
  uint64_t m_seed;
  MadeShares m_shares;
  std::vector<double> m_spread;
};

} // namespace bench
