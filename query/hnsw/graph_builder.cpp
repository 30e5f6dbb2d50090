// SPDX-License-Identifier: Apache-2.0
#include "query/hnsw/graph_builder.hpp"

#include "core/base/clock.hpp"
#include "query/hnsw/distinct_rows.hpp"
#include "query/hnsw/graph_recall.hpp"
#include "query/hnsw/graph_writer.hpp"
#include "query/hnsw/hnswlib_options.hpp"

#include <hnswlib/hnswlib.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <mutex>
#include <new>
#include <thread>
#include <utility>

namespace query {
namespace {

using Index = hnswlib::HierarchicalNSW<float>;

class Space : public hnswlib::SpaceInterface<float> {
public:
  explicit Space(PointCodes& codes) : m_codes(codes) {}
  size_t get_data_size() override { return PointTail::k_scale_bytes; }
  hnswlib::DISTFUNC<float> get_dist_func() override { return point_distance; }
  void* get_dist_func_param() override { return &m_codes; }

private:
  PointCodes& m_codes;
};

// SplitMix64 (Steele, Lea and Flood, 2014), its finaliser.
uint64_t mixed(uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

class Builder {
public:
  Builder(const GraphJob& job, DistinctRows rows, const GraphProgress& progress)
      : m_job(job), m_rows(std::move(rows)),
        m_progress(progress), m_codes{job.segment.coded().codes,
                                      vectors::padded(job.segment.dims())},
        m_space(m_codes),
        m_graph(&m_space, m_rows.firsts.size(), job.options.links,
                job.options.ef_construction) {
    // Levels are given, so that threads do not share a source of chance.
    m_graph.mult_ = 0;
    order();
  }

  base::Result<GraphHeader> run(const ExactScores& exact);

private:
  void order();
  int level_of(uint32_t row) const;
  void add(uint32_t row);
  base::Result<void> add_all(std::span<const uint32_t> rows);
  void work(std::span<const uint32_t> rows, bool reports);
  std::vector<vectors::RowRange> rows_in_graph() const;

  const GraphJob& m_job;
  DistinctRows m_rows;
  const GraphProgress& m_progress;
  PointCodes m_codes;
  Space m_space;
  Index m_graph;
  std::vector<uint32_t> m_order; // rows of the points; held-out ones last
  size_t m_held_out = 0;
  uint64_t m_before = 0; // points that entered in an earlier add_all()
  std::atomic<size_t> m_next = 0;
  std::atomic<bool> m_stop = false;
  std::mutex m_mutex;
  std::exception_ptr m_failure; // the first; guarded by m_mutex
};

// In an order by chance that is always the same: where the rows of a document,
// which are much alike, enter one after the other, recall stays lower
// (docs/results/hnsw.md). Held out are the first that have no copy.
void Builder::order() {
  std::vector<bool> has_copy(m_job.segment.rows());
  for (const auto& [first, copy] : m_rows.copies) {
    has_copy[first] = true;
  }
  m_order = m_rows.firsts;
  std::sort(m_order.begin(), m_order.end(), [](uint32_t a, uint32_t b) {
    return std::pair(mixed(a), a) < std::pair(mixed(b), b);
  });
  const size_t most =
      std::min<size_t>(m_job.options.queries, m_order.size() / 10);
  if (most == 0) {
    return;
  }
  const auto middle =
      std::stable_partition(m_order.begin(), m_order.end(), [&](uint32_t row) {
        const bool held_out = m_held_out < most && !has_copy[row];
        m_held_out += held_out;
        return !held_out;
      });
  m_held_out = static_cast<size_t>(m_order.end() - middle);
}

// One in `links` points reaches a level above: the law of the paper.
int Builder::level_of(uint32_t row) const {
  const double share =
      (static_cast<double>(mixed(~uint64_t{row}) >> 11) + 1) * 0x1p-53;
  const double level =
      -std::log(share) / std::log(static_cast<double>(m_job.options.links));
  return std::min(static_cast<int>(level),
                  static_cast<int>(GraphHeader::k_most_levels) - 1);
}

void Builder::add(uint32_t row) {
  const GraphPoint point{m_job.segment.coded().scales[row], row};
  m_graph.addPoint(&point, hnswlib::labeltype{row}, level_of(row));
}

void Builder::work(std::span<const uint32_t> rows, bool reports) {
  base::Nanoseconds last{};
  try {
    for (size_t i = m_next++; i < rows.size() && !m_stop; i = m_next++) {
      add(rows[i]);
      if (reports &&
          base::boot_time() - last > std::chrono::milliseconds(200)) {
        last = base::boot_time();
        m_stop = m_stop || !m_progress(m_before + i, m_order.size());
      }
    }
  } catch (...) {
    const std::lock_guard lock(m_mutex);
    m_failure = m_failure ? m_failure : std::current_exception();
    m_stop = true;
  }
}

base::Result<void> Builder::add_all(std::span<const uint32_t> rows) {
  if (m_before == 0 && !rows.empty()) {
    add(rows.front()); // the first one alone: it is where the others start
    rows = rows.subspan(1);
    m_before = 1;
  }
  m_next = 0;
  std::vector<std::thread> threads;
  for (unsigned t = 1; t < m_job.options.threads; ++t) {
    threads.emplace_back([&] { work(rows, false); });
  }
  work(rows, true);
  for (std::thread& thread : threads) {
    thread.join();
  }
  m_before += rows.size();
  if (m_failure) {
    std::rethrow_exception(m_failure);
  }
  return m_stop ? base::Result<void>(base::fail(base::Errc::cancelled,
                                                "the graph was not finished"))
                : base::Result<void>();
}

// Live rows but the held-out ones.
std::vector<vectors::RowRange> Builder::rows_in_graph() const {
  std::vector<bool> out(m_job.segment.rows());
  for (size_t i = m_order.size() - m_held_out; i < m_order.size(); ++i) {
    out[m_order[i]] = true;
  }
  std::vector<vectors::RowRange> ranges;
  for (const vectors::RowRange& range : m_job.live) {
    uint32_t from = range.from;
    for (uint32_t row = range.from; row <= range.to; ++row) {
      if (row == range.to || out[row]) {
        if (from < row) {
          ranges.push_back({from, row});
        }
        from = row + 1;
      }
    }
  }
  return ranges;
}

base::Result<GraphHeader> Builder::run(const ExactScores& exact) {
  const std::span<const uint32_t> order = m_order;
  const auto held_out = order.last(m_held_out);
  TRY(add_all(order.first(order.size() - m_held_out)));
  GraphHeader header;
  if (m_held_out > 0) {
    header.recalls = measure_recall(m_graph, m_job.segment, held_out,
                                    rows_in_graph(), exact);
  }
  TRY(add_all(held_out));
  header.dims = m_job.segment.dims();
  header.links = m_job.options.links;
  header.ef_construction = m_job.options.ef_construction;
  header.queries = static_cast<uint32_t>(m_held_out);
  header.rows = m_job.segment.rows();
  header.points = m_rows.firsts.size();
  header.copies = m_rows.copies.size();
  header.segment = m_job.segment.checksum();
  TRY(write_graph(m_graph, m_rows, header, m_job.path));
  m_progress(m_order.size(), m_order.size());
  return header;
}

base::Result<void> check(const GraphOptions& options) {
  const bool fits = options.links >= 2 &&
                    options.links <= GraphHeader::k_most_links &&
                    options.ef_construction >= 1 &&
                    options.ef_construction <= 100000 && options.threads >= 1;
  if (!fits) {
    return base::fail(base::Errc::invalid,
                      "a graph takes 2 to 128 links a point and holds 1 to "
                      "100,000 candidates while it is built");
  }
  return {};
}

} // namespace

base::Result<GraphHeader> build_graph(const GraphJob& job,
                                      const ExactScores& exact,
                                      const GraphProgress& progress) {
  TRY(check(job.options));
  try {
    return Builder(job, distinct_rows(job.segment, job.live), progress)
        .run(exact);
  } catch (const std::exception& error) {
    // hnswlib throws std::runtime_error for want of memory, too.
    return base::fail(base::Errc::limit,
                      job.path + ": " + std::string(error.what()));
  }
}

} // namespace query
