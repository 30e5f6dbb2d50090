// SPDX-License-Identifier: Apache-2.0
#include "query/scan/certified.hpp"

#include "core/base/assert.hpp"
#include "query/scan/collector.hpp"
#include "query/scan/row_slices.hpp"

#include <algorithm>
#include <array>
#include <deque>

namespace query {
namespace {

// Rows of a batch stay in a near cache while each query passes over them.
constexpr size_t k_batch = 64;
// A thread costs as much to start as about this many bytes to scan.
constexpr uint64_t k_thread_bytes = 512 << 10;

class Scanner {
public:
  Scanner(std::span<const RowBlock> blocks, std::deque<ScanQuery>& queries,
          const RowBefore& before, const vectors::Int8Kernel& kernel)
      : m_blocks(blocks), m_queries(queries), m_kernel(kernel) {
    for (ScanQuery& query : queries) {
      m_kept.emplace_back(query, blocks, before);
    }
  }

  void run(RowSlices& slices) {
    while (const auto slice = slices.take()) {
      m_block = slice->block;
      for (const vectors::RowRange& range : slice->ranges) {
        for (uint32_t row = range.from; row < range.to; ++row) {
          add(row);
        }
      }
      score();
    }
  }
  Collector& kept(size_t query) { return m_kept[query]; }

private:
  void add(uint32_t row) {
    const size_t size = m_queries.front().code.values.size();
    m_rows[m_count] = row;
    m_codes[m_count] = m_blocks[m_block].codes.codes + row * size;
    if (++m_count == k_batch) {
      score();
    }
  }
  // Half of the query's bits rule out most rows; the others get all bits while
  // they are still in a near cache.
  void score() {
    std::array<uint32_t, k_batch> places;
    for (size_t q = 0; q < m_kept.size() && m_count > 0; ++q) {
      m_kernel.dot_high(m_queries[q].code, m_codes.data(), m_count,
                        m_dots.data());
      const auto rows = std::span(m_rows).first(m_count);
      score(q, std::span(places).first(m_kept[q].sift(
                   {m_block, rows, m_dots.data()}, places.data())));
    }
    m_count = 0;
  }
  void score(size_t q, std::span<const uint32_t> places) {
    std::array<uint32_t, k_batch> rows;
    std::array<const int8_t*, k_batch> codes;
    for (size_t i = 0; i < places.size(); ++i) {
      rows[i] = m_rows[places[i]];
      codes[i] = m_codes[places[i]];
    }
    m_kernel.dot_query(m_queries[q].code, codes.data(), places.size(),
                       m_dots.data());
    m_kept[q].take(
        {m_block, std::span(rows).first(places.size()), m_dots.data()});
  }

  std::span<const RowBlock> m_blocks;
  std::deque<ScanQuery>& m_queries;
  const vectors::Int8Kernel& m_kernel;
  std::vector<Collector> m_kept; // one a query
  uint32_t m_block = 0;
  size_t m_count = 0;
  std::array<uint32_t, k_batch> m_rows;
  std::array<const int8_t*, k_batch> m_codes;
  std::array<int64_t, k_batch> m_dots;
};

unsigned threads_for(const RowSlices& slices, size_t dims, unsigned most) {
  const uint64_t bytes = slices.rows() * vectors::padded(dims);
  return static_cast<unsigned>(
      std::min<uint64_t>(most, 1 + bytes / k_thread_bytes));
}

} // namespace

std::vector<CertifiedTop>
certified_top(std::span<const RowBlock> blocks,
              std::span<const std::span<const float>> queries,
              const RowBefore& before, const ScanOptions& options) {
  ASSERT(options.threads >= 1);
  if (queries.empty() || options.k == 0) {
    return std::vector<CertifiedTop>(queries.size());
  }
  const size_t dims = queries.front().size();
  std::deque<ScanQuery> shared; // does not move what threads refer to
  for (const std::span<const float> query : queries) {
    ASSERT(query.size() == dims);
    shared.emplace_back(query, options.k);
  }
  for (const RowBlock& block : blocks) {
    ASSERT(block.count == 0 || block.dims == dims);
  }
  RowSlices slices(blocks);
  std::deque<Scanner> scanners;
  for (unsigned t = 0; t < threads_for(slices, dims, options.threads); ++t) {
    scanners.emplace_back(blocks, shared, before, *options.kernel);
  }
  on_threads(static_cast<unsigned>(scanners.size()),
             [&](unsigned number) { scanners[number].run(slices); });
  std::vector<CertifiedTop> out(queries.size());
  for (size_t q = 0; q < queries.size(); ++q) {
    Collector& all = scanners.front().kept(q);
    for (size_t t = 1; t < scanners.size(); ++t) {
      all.merge(std::move(scanners[t].kept(q)));
    }
    out[q].best = all.finish();
    out[q].rescored = all.rescored();
  }
  return out;
}

} // namespace query
