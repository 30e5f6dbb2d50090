// SPDX-License-Identifier: Apache-2.0
#include "query/scan/scan.hpp"

#include "core/base/assert.hpp"
#include "query/scan/kernel.hpp"

#include <algorithm>
#include <thread>

namespace query {
namespace {

constexpr size_t k_batch = 64; // rows a kernel call; one word of the bitmap

// The best k seen, worst on top of a heap.
class Top {
public:
  Top(size_t k, const RowBefore& before) : m_k(k), m_before(before) {}

  void offer(const RowScore& row) {
    if (m_heap.size() < m_k) {
      m_heap.push_back(row);
      std::push_heap(m_heap.begin(), m_heap.end(), order());
    } else if (better(row, m_heap.front())) {
      std::pop_heap(m_heap.begin(), m_heap.end(), order());
      m_heap.back() = row;
      std::push_heap(m_heap.begin(), m_heap.end(), order());
    }
  }

  // Below this no row can enter.
  bool may_enter(float score) const {
    return m_heap.size() < m_k || score >= m_heap.front().score;
  }

  std::vector<RowScore> sorted() && {
    std::sort(m_heap.begin(), m_heap.end(), order());
    return std::move(m_heap);
  }

private:
  bool better(const RowScore& a, const RowScore& b) const {
    return a.score != b.score ? a.score > b.score : m_before(a, b);
  }
  std::function<bool(const RowScore&, const RowScore&)> order() const {
    return
        [this](const RowScore& a, const RowScore& b) { return better(a, b); };
  }

  size_t m_k;
  const RowBefore& m_before;
  std::vector<RowScore> m_heap;
};

uint64_t allowed_word(const RowBlock& block, size_t batch) {
  uint64_t word = block.allowed.empty() ? ~uint64_t{0} : block.allowed[batch];
  const size_t left = block.count - batch * k_batch;
  return left < k_batch ? word & ((uint64_t{1} << left) - 1) : word;
}

// A batch that is mostly allowed is scored whole, otherwise row by row.
void score_batch(const RowBlock& block, size_t batch, uint64_t word,
                 std::span<const float> query, float* scores) {
  const auto dot = best_kernel().dot_rows;
  const float* first = block.rows + batch * k_batch * block.dims;
  const size_t count = std::min(k_batch, block.count - batch * k_batch);
  if (static_cast<size_t>(__builtin_popcountll(word)) * 2 > count) {
    dot(first, count, block.dims, query.data(), block.dims, scores);
    return;
  }
  for (uint64_t w = word; w != 0; w &= w - 1) {
    const auto i = static_cast<size_t>(__builtin_ctzll(w));
    dot(first + i * block.dims, 1, block.dims, query.data(), block.dims,
        scores + i);
  }
}

void scan_batches(const RowBlock& block, uint32_t number, size_t from,
                  size_t to, std::span<const float> query, Top& top) {
  float scores[k_batch];
  for (size_t batch = from; batch < to; ++batch) {
    const uint64_t word = allowed_word(block, batch);
    if (word == 0) {
      continue;
    }
    score_batch(block, batch, word, query, scores);
    for (uint64_t w = word; w != 0; w &= w - 1) {
      const auto i = static_cast<size_t>(__builtin_ctzll(w));
      if (top.may_enter(scores[i])) {
        top.offer(
            {scores[i], number, static_cast<uint32_t>(batch * k_batch + i)});
      }
    }
  }
}

// Thread `part` of `parts` takes the same share of every block.
void scan_part(std::span<const RowBlock> blocks, std::span<const float> query,
               unsigned part, unsigned parts, Top& top) {
  for (size_t b = 0; b < blocks.size(); ++b) {
    const size_t batches = (blocks[b].count + k_batch - 1) / k_batch;
    scan_batches(blocks[b], static_cast<uint32_t>(b), batches * part / parts,
                 batches * (part + 1) / parts, query, top);
  }
}

} // namespace

std::vector<RowScore> scan_top(std::span<const RowBlock> blocks,
                               std::span<const float> query, size_t k,
                               const RowBefore& before, unsigned threads) {
  ASSERT(threads >= 1);
  for (const RowBlock& block : blocks) {
    ASSERT(block.count == 0 || block.dims == query.size());
  }
  if (k == 0) {
    return {};
  }
  std::vector<Top> tops(threads, Top(k, before));
  std::vector<std::thread> helpers;
  for (unsigned part = 1; part < threads; ++part) {
    helpers.emplace_back(
        [&, part] { scan_part(blocks, query, part, threads, tops[part]); });
  }
  scan_part(blocks, query, 0, threads, tops[0]);
  for (std::thread& helper : helpers) {
    helper.join();
  }
  for (unsigned part = 1; part < threads; ++part) {
    for (const RowScore& row : std::move(tops[part]).sorted()) {
      tops[0].offer(row);
    }
  }
  return std::move(tops[0]).sorted();
}

} // namespace query
