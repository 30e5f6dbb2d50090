// SPDX-License-Identifier: Apache-2.0
//
// bench_hnsw_plans SEGMENT QUERIES.f32 GRAPH [COUNT] [SEED]: how near the
// chosen plan comes to the best one. COUNT times (400): a question, a filter
// of a share drawn evenly in its logarithm from 0.05 % to all, of whole
// documents or of rows by themselves, and 10, 100 or 800 rows wanted. Every
// plan is run five times and its fastest time counts: what disturbs only ever
// adds. A graph that gives up is charged the exact scan that follows. Prints a
// table, and on stderr a line for each.
#include "query/core/row_ranges.hpp"
#include "query/hnsw/graph.hpp"
#include "query/scan/certified.hpp"
#include "query/search/graph_plan.hpp"
#include "query/search/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr int k_rounds = 5;
constexpr double k_near = 1.3;

double fastest_ms(const std::function<void()>& work) {
  double best = 0;
  for (int round = 0; round < k_rounds; ++round) {
    const auto from = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double, std::milli> took =
        std::chrono::steady_clock::now() - from;
    best = round == 0 ? took.count() : std::min(best, took.count());
  }
  return best;
}

bool by_row(const query::RowScore& a, const query::RowScore& b) {
  return a.row < b.row;
}

struct Asked {
  std::span<const float> query;
  query::RowRanges in;
  size_t k = 10;
  double share = 1;
};

struct Outcome {
  query::RowsPlan chosen = query::RowsPlan::none;
  std::map<query::RowsPlan, double> ms; // of each plan that may be chosen

  double ratio() const {
    double best = ms.at(chosen);
    for (const auto& [plan, took] : ms) {
      best = std::min(best, took);
    }
    return ms.at(chosen) / best;
  }
};

class Bench {
public:
  Bench(const store::Segment& segment, const query::Graph& graph,
        const query::MachineCosts& costs, unsigned threads)
      : m_segment(segment), m_graph(graph), m_costs(costs), m_threads(threads) {
  }

  Outcome run(const Asked& asked) const;

private:
  query::RankStatistics statistics(const Asked& asked) const;
  double graph_ms(const Asked& asked, size_t ef, double exact_ms) const;

  const store::Segment& m_segment;
  const query::Graph& m_graph;
  const query::MachineCosts& m_costs;
  unsigned m_threads;
};

query::RankStatistics Bench::statistics(const Asked& asked) const {
  return {m_segment.rows(), query::count_rows(asked.in), asked.in.size(),
          m_segment.dims(), asked.k};
}

double Bench::graph_ms(const Asked& asked, size_t ef, double exact_ms) const {
  bool gave_up = false;
  const double took = fastest_ms([&] {
    const auto top = m_graph.top({asked.query, asked.in, asked.k, ef});
    gave_up = !top || top->too_few;
  });
  return took + (gave_up ? exact_ms : 0);
}

Outcome Bench::run(const Asked& asked) const {
  const query::RowBlock blocks[] = {{m_segment.vectors().data(),
                                     m_segment.rows(), m_segment.dims(),
                                     asked.in, m_segment.coded()}};
  Outcome out;
  out.ms[query::RowsPlan::gather] = fastest_ms([&] {
    query::scan_top(blocks, asked.query, asked.k, by_row, m_threads);
  });
  const std::span<const float> queries[] = {asked.query};
  out.ms[query::RowsPlan::scan] = fastest_ms([&] {
    query::certified_top(blocks, queries, by_row,
                         {.k = asked.k, .threads = m_threads});
  });
  const query::RankStatistics about = statistics(asked);
  const auto exact = query::plan_ranking(about, m_costs);
  const auto graph = query::plan_graph(
      m_graph.header(),
      {about.rows, about.allowed, 0, about.stretches, asked.k, true},
      query::HnswMode::automatic, 0.95, m_costs);
  if (graph.graph_ms > 0) {
    out.ms[query::RowsPlan::graph] =
        graph_ms(asked, graph.ef, out.ms.at(exact.rows));
  }
  out.chosen = graph.use ? query::RowsPlan::graph : exact.rows;
  return out;
}

// Whole documents, or rows by themselves.
query::RowRanges draw(const store::Segment& segment, double share, bool whole,
                      std::mt19937& rng) {
  std::bernoulli_distribution in(share);
  query::RowRanges out;
  const auto add = [&](vectors::RowRange rows) {
    if (!in(rng)) {
      return;
    }
    if (!out.empty() && out.back().to == rows.from) {
      out.back().to = rows.to;
    } else {
      out.push_back(rows);
    }
  };
  for (uint32_t d = 0; whole && d < segment.documents(); ++d) {
    add(segment.rows_of(d));
  }
  for (uint32_t row = 0; !whole && row < segment.rows(); ++row) {
    add({row, row + 1});
  }
  return out;
}

void print(const std::string& name, std::vector<double> ratios) {
  std::sort(ratios.begin(), ratios.end());
  const auto at = [&](double share) {
    return ratios[std::min(
        ratios.size() - 1,
        static_cast<size_t>(share * static_cast<double>(ratios.size())))];
  };
  const auto near = std::upper_bound(ratios.begin(), ratios.end(), k_near);
  fmt::print("| {} | {} | {:.1f} | {:.2f} | {:.2f} | {:.2f} |\n", name,
             ratios.size(),
             100.0 * static_cast<double>(near - ratios.begin()) /
                 static_cast<double>(ratios.size()),
             at(0.5), at(0.95), ratios.back());
}

base::Result<void> run(const std::vector<std::string>& arguments) {
  TRY_ASSIGN(const auto segment, store::Segment::open(arguments[0]));
  TRY_ASSIGN(const auto graph, query::Graph::open(arguments[2], arguments[0]));
  const size_t dims = segment.dims();
  std::vector<float> queries(std::filesystem::file_size(arguments[1]) /
                             sizeof(float));
  std::ifstream(arguments[1], std::ios::binary)
      .read(reinterpret_cast<char*>(queries.data()),
            static_cast<std::streamsize>(queries.size() * sizeof(float)));
  const size_t count = arguments.size() > 3 ? std::stoul(arguments[3]) : 400;
  std::mt19937 rng(arguments.size() > 4
                       ? static_cast<uint32_t>(std::stoul(arguments[4]))
                       : 1);
  TRY_ASSIGN(const auto costs, query::measure_machine("/tmp/keybed-machine"));
  const Bench bench(segment, graph, costs, query::this_machine().threads);

  std::uniform_real_distribution<double> logarithm(std::log(0.0005), 0.0);
  std::vector<double> all;
  std::map<query::RowsPlan, std::vector<double>> by_plan;
  for (size_t n = 0; n < count; ++n) {
    const double share = n % 10 == 0 ? 1 : std::exp(logarithm(rng));
    const size_t wanted[] = {10, 100, 800};
    Asked asked{
        std::span(queries).subspan(n % (queries.size() / dims) * dims, dims),
        draw(segment, share, rng() % 2 == 0, rng), wanted[rng() % 3], share};
    if (asked.in.empty()) {
      continue;
    }
    const Outcome one = bench.run(asked);
    all.push_back(one.ratio());
    by_plan[one.chosen].push_back(one.ratio());
    fmt::print(stderr, "share {:.5f} rows {} stretches {} k {} chosen {}",
               share, query::count_rows(asked.in), asked.in.size(), asked.k,
               query::name_of(one.chosen));
    for (const auto& [plan, took] : one.ms) {
      fmt::print(stderr, "; {} {:.3f}", query::name_of(plan), took);
    }
    fmt::print(stderr, "\n");
  }
  fmt::print("| chosen | questions | within {} times the best, % | as times "
             "the best: p50 | p95 | worst |\n|---|---|---|---|---|---|\n",
             k_near);
  for (const auto& [plan, ratios] : by_plan) {
    print(std::string(query::name_of(plan)), ratios);
  }
  print("all", all);
  return {};
}

} // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() < 3) {
    fmt::print(stderr, "usage: bench_hnsw_plans SEGMENT QUERIES GRAPH [COUNT] "
                       "[SEED]\n");
    return 2;
  }
  if (const auto done = run(arguments); !done) {
    fmt::print(stderr, "bench_hnsw_plans: {}\n", done.error().message);
    return 1;
  }
  return 0;
}
