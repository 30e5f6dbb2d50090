// SPDX-License-Identifier: Apache-2.0
//
// bench_scan VECTORS QUERIES DIMS THREADS ROUNDS FOLDER: the certified scan of
// a segment made of VECTORS (f32, row after row), memory-mapped from FOLDER,
// beside reading its int8 bytes and beside the f32 scan, for each of QUERIES.
// All in one run, one after the other in each round. Prints one JSON document;
// times in milliseconds. Every ten rows are one document. FOLDER keeps the
// segment for the next run. tests/bench/scan_beside.py makes the files.
#include "query/core/row_ranges.hpp"
#include "query/scan/certified.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace {

using json = nlohmann::ordered_json;

template <typename Work>
double milliseconds_of(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now() - start)
      .count();
}

// --- Reading bytes as fast as this machine does

using Words __attribute__((vector_size(64), may_alias)) = uint64_t;

// Nothing but wide loads and adds, in `lanes` independent sums. Always inlined
// into a caller that names the instruction set.
template <size_t lanes>
[[gnu::always_inline]] inline uint64_t sum_lanes(const int8_t* bytes,
                                                 size_t size) {
  const auto* words = reinterpret_cast<const Words*>(bytes);
  const size_t count = size / sizeof(Words);
  Words sums[lanes] = {};
  for (size_t i = 0; i + lanes <= count; i += lanes) {
    for (size_t j = 0; j < lanes; ++j) {
      sums[j] += words[i + j];
    }
  }
  uint64_t total = 0;
  for (const Words& s : sums) {
    total += s[0] ^ s[7];
  }
  return total;
}

using Sum = uint64_t (*)(const int8_t*, size_t);

uint64_t sum_plain(const int8_t* bytes, size_t size) {
  return sum_lanes<2>(bytes, size);
}
#if defined(__x86_64__)
[[gnu::target("avx2")]] uint64_t sum_avx2(const int8_t* bytes, size_t size) {
  return sum_lanes<4>(bytes, size);
}
[[gnu::target("avx512f")]] uint64_t sum_avx512(const int8_t* bytes,
                                               size_t size) {
  return sum_lanes<4>(bytes, size);
}
#endif

std::vector<Sum> sums_to_try() {
  std::vector<Sum> sums = {sum_plain};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) {
    sums.push_back(sum_avx2);
  }
  if (__builtin_cpu_supports("avx512f")) {
    sums.push_back(sum_avx512);
  }
#endif
  return sums;
}

uint64_t read_bytes(Sum sum, const int8_t* bytes, size_t size,
                    unsigned threads) {
  const size_t share = size / threads / 64 * 64;
  std::vector<uint64_t> sums(threads);
  std::vector<std::thread> running;
  for (unsigned t = 1; t < threads; ++t) {
    running.emplace_back([&, t] { sums[t] = sum(bytes + t * share, share); });
  }
  uint64_t total = sum(bytes, share);
  for (unsigned t = 1; t < threads; ++t) {
    running[t - 1].join();
    total += sums[t];
  }
  return total;
}

// --- What is scanned

std::vector<float> floats_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::vector<float> out(std::filesystem::file_size(path) / sizeof(float));
  in.read(reinterpret_cast<char*>(out.data()),
          static_cast<std::streamsize>(out.size() * sizeof(float)));
  return out;
}

base::Result<store::Segment>
segment_of(const std::string& vectors, uint32_t dims, const std::string& path) {
  if (!std::filesystem::exists(path)) {
    const std::vector<float> rows = floats_of(vectors);
    TRY_ASSIGN(auto out, store::SegmentWriter::create(path, dims));
    for (size_t r = 0; r < rows.size() / dims; ++r) {
      const std::string name = std::to_string(r / 10);
      TRY(out.add({base::hash_of(name), 1}, static_cast<uint32_t>(r % 10), {},
                  std::span(rows).subspan(r * dims, dims)));
    }
    TRY(out.finish());
  }
  return store::Segment::open(path);
}

bool by_row(const query::RowScore& a, const query::RowScore& b) {
  return a.row < b.row;
}

class Bench {
public:
  Bench(const store::SegmentView& view, std::vector<float> queries,
        unsigned threads)
      : m_view(view), m_queries(std::move(queries)), m_threads(threads),
        m_all(query::all_rows(view)) {}

  std::span<const float> query(size_t number) const {
    const size_t dims = m_view.segment.dims();
    return std::span(m_queries).subspan(number * dims, dims);
  }
  size_t queries() const { return m_queries.size() / m_view.segment.dims(); }
  const query::RowRanges& all() const { return m_all; }

  query::RowBlock block(const query::RowRanges& allowed) const {
    const store::Segment& segment = m_view.segment;
    return {segment.vectors().data(), segment.rows(), segment.dims(), allowed,
            segment.coded()};
  }
  std::vector<query::CertifiedTop>
  certified(std::span<const std::span<const float>> queries,
            const query::RowRanges& allowed,
            const vectors::Int8Kernel& kernel) const {
    const query::RowBlock blocks[] = {block(allowed)};
    return query::certified_top(
        blocks, queries, by_row,
        {.k = 10, .threads = m_threads, .kernel = &kernel});
  }
  std::vector<query::RowScore> oracle(size_t number,
                                      const query::RowRanges& allowed) const {
    const query::RowBlock blocks[] = {block(allowed)};
    return query::scan_top(blocks, query(number), 10, by_row, m_threads);
  }
  size_t code_bytes() const {
    return m_view.segment.rows() * vectors::padded(m_view.segment.dims());
  }
  // Reading all int8 bytes once, in the way that choose_sum() found quickest.
  double read() const { return read_with(m_sum); }
  void choose_sum() {
    double best = 1e9;
    for (int round = 0; round < 20; ++round) {
      for (const Sum sum : sums_to_try()) {
        if (const double took = read_with(sum); took < best) {
          best = took;
          m_sum = sum;
        }
      }
    }
  }

private:
  double read_with(Sum sum) const {
    return milliseconds_of([&] {
      m_kept += read_bytes(sum, m_view.segment.coded().codes, code_bytes(),
                           m_threads);
    });
  }

  const store::SegmentView& m_view;
  std::vector<float> m_queries;
  unsigned m_threads;
  query::RowRanges m_all;
  Sum m_sum = sum_plain;
  mutable uint64_t m_kept = 0; // so that no sum is left out
};

double median(std::vector<double> values) {
  std::nth_element(values.begin(),
                   values.begin() + static_cast<long>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

json times(const std::vector<double>& values) {
  return {{"median", median(values)},
          {"best", *std::min_element(values.begin(), values.end())}};
}

// --- The tables

// Every way, one after the other, for each query and round. Each comes first in
// turn, since what one leaves in the caches helps or hinders the next.
class Whole {
public:
  explicit Whole(const Bench& bench)
      : m_bench(bench), m_took(2 + vectors::int8_kernels().size()) {}

  json run(int rounds) {
    size_t turn = 0;
    for (int round = 0; round < rounds; ++round) {
      for (size_t q = 0; q < m_bench.queries(); ++q, ++turn) {
        for (size_t i = 0; i < m_took.size(); ++i) {
          one((i + turn) % m_took.size(), q);
        }
      }
    }
    json out = {{"read", times(m_took[0])}, {"f32", times(m_took[1])}};
    for (size_t i = 2; i < m_took.size(); ++i) {
      out[std::string(vectors::int8_kernels()[i - 2].name)] = times(m_took[i]);
    }
    out["rescored"] =
        static_cast<double>(m_rescored) / static_cast<double>(m_scans);
    out["answers_unlike_f32"] = m_different;
    return out;
  }

private:
  void one(size_t way, size_t q) {
    if (way == 0) {
      m_took[way].push_back(m_bench.read());
    } else if (way == 1) {
      m_took[way].push_back(
          milliseconds_of([&] { m_bench.oracle(q, m_bench.all()); }));
    } else {
      const std::span<const float> query[] = {m_bench.query(q)};
      std::vector<query::CertifiedTop> got;
      m_took[way].push_back(milliseconds_of([&] {
        got = m_bench.certified(query, m_bench.all(),
                                vectors::int8_kernels()[way - 2]);
      }));
      compare(got[0], q);
    }
  }
  void compare(const query::CertifiedTop& got, size_t q) {
    ++m_scans;
    m_rescored += got.rescored;
    if (m_want.size() <= q) {
      m_want.push_back(m_bench.oracle(q, m_bench.all()));
    }
    m_different +=
        !std::equal(m_want[q].begin(), m_want[q].end(), got.best.begin(),
                    got.best.end(), [](const auto& a, const auto& b) {
                      return a.row == b.row && a.score == b.score;
                    });
  }

  const Bench& m_bench;
  std::vector<std::vector<double>> m_took; // read, f32, kernels
  std::vector<std::vector<query::RowScore>> m_want;
  uint64_t m_rescored = 0;
  uint64_t m_scans = 0;
  uint64_t m_different = 0;
};

// Time of a query in a pass with several.
json batches(const Bench& bench, int rounds) {
  json out = json::array();
  for (const size_t size : {1U, 2U, 4U, 8U, 16U, 32U}) {
    std::vector<std::span<const float>> some;
    for (size_t q = 0; q < std::min<size_t>(size, bench.queries()); ++q) {
      some.push_back(bench.query(q));
    }
    std::vector<double> took;
    for (int round = 0; round < rounds * 4; ++round) {
      took.push_back(milliseconds_of([&] {
                       bench.certified(some, bench.all(),
                                       vectors::best_int8_kernel());
                     }) /
                     static_cast<double>(some.size()));
    }
    out.push_back({{"queries", some.size()}, {"each", times(took)}});
  }
  return out;
}

// Whole documents, or single rows, drawn at random.
query::RowRanges draw(size_t rows, size_t group, double share) {
  std::mt19937 rng(7);
  std::bernoulli_distribution in(share);
  query::RowRanges out;
  for (size_t at = 0; at < rows; at += group) {
    if (in(rng)) {
      out.push_back({static_cast<uint32_t>(at),
                     static_cast<uint32_t>(std::min(rows, at + group))});
    }
  }
  return out;
}

json filtered(const Bench& bench, size_t rows, int rounds) {
  json out = json::array();
  for (const size_t group : {10U, 1U}) {
    for (const double share : {1.0, 0.5, 0.1, 0.01, 0.001}) {
      const query::RowRanges allowed = draw(rows, group, share);
      std::vector<double> took;
      for (int round = 0; round < rounds; ++round) {
        for (size_t q = 0; q < bench.queries(); ++q) {
          const std::span<const float> one[] = {bench.query(q)};
          took.push_back(milliseconds_of([&] {
            bench.certified(one, allowed, vectors::best_int8_kernel());
          }));
        }
      }
      out.push_back({{"rows_together", group},
                     {"share", share},
                     {"rows", query::count_rows(allowed)},
                     {"time", times(took)}});
    }
  }
  return out;
}

json answers(const Bench& bench) {
  json out = json::array();
  for (size_t q = 0; q < bench.queries(); ++q) {
    json rows = json::array();
    for (const query::RowScore& row : bench.oracle(q, bench.all())) {
      rows.push_back({row.row, row.score});
    }
    out.push_back(rows);
  }
  return out;
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 7) {
    std::fputs("usage: bench_scan VECTORS QUERIES DIMS THREADS ROUNDS FOLDER\n",
               stderr);
    return 2;
  }
  const auto dims = static_cast<uint32_t>(std::strtoul(argv[3], nullptr, 10));
  const auto threads =
      static_cast<unsigned>(std::strtoul(argv[4], nullptr, 10));
  const int rounds = std::atoi(argv[5]);
  auto segment =
      segment_of(argv[1], dims, std::string(argv[6]) + "/bench_scan.seg");
  if (!segment || segment->dims() != dims || threads == 0 || rounds <= 0) {
    std::fprintf(stderr, "bench_scan: %s\n",
                 segment ? "numbers must be positive; DIMS as in FOLDER"
                         : segment.error().message.c_str());
    return 1;
  }
  const store::SegmentView view{std::move(*segment), {}};
  Bench bench(view, floats_of(argv[2]), threads);
  const std::span<const float> first[] = {bench.query(0)};
  const double cold = milliseconds_of([&] {
    bench.certified(first, bench.all(), vectors::best_int8_kernel());
  });
  bench.choose_sum();
  json out = {{"rows", view.segment.rows()},
              {"dims", dims},
              {"threads", threads},
              {"kernel", vectors::best_int8_kernel().name},
              {"int8_bytes", bench.code_bytes()},
              {"first_scan_of_process", cold}};
  out["whole"] = Whole(bench).run(rounds);
  out["batches"] = batches(bench, rounds);
  out["filtered"] = filtered(bench, view.segment.rows(), rounds);
  out["answers"] = answers(bench);
  std::puts(out.dump(1).c_str());
  return 0;
}
