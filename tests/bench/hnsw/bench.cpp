// SPDX-License-Identifier: Apache-2.0
//
// bench_hnsw segment VECTORS.f32 DIMS OUT.seg: a segment of ready vectors.
// bench_hnsw make ROWS DIMS SEED OUT.seg QUERIES OUT.f32: one of made vectors,
//   and held-out queries (made_vectors.hpp).
// bench_hnsw run SEGMENT QUERIES.f32 THREADS M EF_CONSTRUCTION GRAPH: builds
//   the graph, or takes the one that is there; then recall@10 and latency for
//   widths and filters beside the certified scan of the same question. Prints
//   one JSON document; progress goes to stderr. tests/bench/hnsw/run drives it.
// bench_hnsw export SEGMENT FOLDER: for other programs, rows.f32 and for each
//   filter allowed-PERCENT.u32, the numbers of its rows.
#include "made_vectors.hpp"
#include "query/core/row_ranges.hpp"
#include "query/hnsw/graph.hpp"
#include "query/hnsw/graph_builder.hpp"
#include "query/scan/certified.hpp"

#include <nlohmann/json.hpp>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

namespace {

using json = nlohmann::ordered_json;

double seconds() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

double cpu_seconds() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         1e-6 *
             static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

// "RssAnon" is memory of its own, without what is mapped from files.
uint64_t status_kib(const std::string& name) {
  std::ifstream in("/proc/self/status");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(name + ":")) {
      return std::strtoull(line.c_str() + name.size() + 1, nullptr, 10);
    }
  }
  return 0;
}

std::vector<float> floats_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::vector<float> out(std::filesystem::file_size(path) / sizeof(float));
  in.read(reinterpret_cast<char*>(out.data()),
          static_cast<std::streamsize>(out.size() * sizeof(float)));
  return out;
}

void tell(const char* what, uint64_t done, uint64_t all) {
  static double last = 0;
  if (seconds() - last > 8 || done == all) {
    last = seconds();
    std::fprintf(stderr, "%s: %llu of %llu\n", what,
                 static_cast<unsigned long long>(done),
                 static_cast<unsigned long long>(all));
  }
}

base::Result<void> add_row(store::SegmentWriter& out, uint64_t row,
                           std::span<const float> vector) {
  const uint64_t document = bench::document_of(row);
  return out.add({base::hash_of(std::to_string(document)), 1},
                 static_cast<uint32_t>(row % bench::k_block), {}, vector);
}

base::Result<void> make_segment(char** arguments) {
  const std::vector<float> rows = floats_of(arguments[0]);
  const auto dims =
      static_cast<uint32_t>(std::strtoul(arguments[1], nullptr, 10));
  TRY_ASSIGN(auto out, store::SegmentWriter::create(arguments[2], dims));
  for (uint64_t row = 0; row < rows.size() / dims; ++row) {
    TRY(add_row(out, row, std::span(rows).subspan(row * dims, dims)));
  }
  return out.finish();
}

base::Result<void> make_vectors(char** arguments) {
  const uint64_t rows = std::strtoull(arguments[0], nullptr, 10);
  const auto dims =
      static_cast<uint32_t>(std::strtoul(arguments[1], nullptr, 10));
  const uint64_t queries = std::strtoull(arguments[4], nullptr, 10);
  const bench::MadeVectors made(rows, dims,
                                std::strtoull(arguments[2], nullptr, 10));
  std::vector<float> vector(dims);
  TRY_ASSIGN(auto out, store::SegmentWriter::create(arguments[3], dims));
  for (uint64_t row = 0; row < rows; ++row) {
    made.row(row, vector);
    TRY(add_row(out, row, vector));
    tell("vectors made", row + 1, rows);
  }
  TRY(out.finish());
  std::ofstream file(arguments[5], std::ios::binary);
  for (uint64_t query = 0; query < queries; ++query) {
    made.query(query, vector);
    file.write(reinterpret_cast<const char*>(vector.data()),
               static_cast<std::streamsize>(vector.size() * sizeof(float)));
  }
  return {};
}

// --- What is measured

double at(std::vector<double>& sorted, double share) {
  return sorted[std::min(
      sorted.size() - 1,
      static_cast<size_t>(share * static_cast<double>(sorted.size())))];
}

json times(std::vector<double> milliseconds) {
  std::sort(milliseconds.begin(), milliseconds.end());
  return {{"p50", at(milliseconds, 0.5)}, {"p99", at(milliseconds, 0.99)}};
}

bool by_row(const query::RowScore& a, const query::RowScore& b) {
  return a.row < b.row;
}

constexpr double k_shares[] = {1.0, 0.5, 0.1, 0.01, 0.001};
constexpr size_t k_widths[] = {10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120};

// Whole documents, drawn at random.
query::RowRanges draw(const store::Segment& segment, double share) {
  std::mt19937 rng(7);
  std::bernoulli_distribution in(share);
  query::RowRanges out;
  for (uint32_t d = 0; d < segment.documents(); ++d) {
    const vectors::RowRange rows = segment.rows_of(d);
    if (!in(rng)) {
      continue;
    }
    if (!out.empty() && out.back().to == rows.from) {
      out.back().to = rows.to;
    } else {
      out.push_back(rows);
    }
  }
  return out;
}

class Bench {
public:
  Bench(const store::Segment& segment, std::vector<float> queries,
        unsigned threads)
      : m_segment(segment), m_queries(std::move(queries)), m_threads(threads) {}

  std::span<const float> query(size_t number) const {
    return std::span(m_queries).subspan(number * m_segment.dims(),
                                        m_segment.dims());
  }
  size_t queries() const { return m_queries.size() / m_segment.dims(); }

  std::vector<query::CertifiedTop>
  exact(std::span<const std::span<const float>> queries,
        std::span<const vectors::RowRange> in, size_t k) const {
    const query::RowBlock blocks[] = {{m_segment.vectors().data(),
                                       m_segment.rows(), m_segment.dims(), in,
                                       m_segment.coded()}};
    return query::certified_top(blocks, queries, by_row,
                                {.k = k, .threads = m_threads});
  }
  std::vector<std::vector<float>>
  exact_scores(std::span<const std::span<const float>> queries,
               std::span<const vectors::RowRange> in, size_t k) const {
    std::vector<std::vector<float>> out;
    for (const auto& top : exact(queries, in, k)) {
      out.emplace_back();
      for (const query::RowScore& row : top.best) {
        out.back().push_back(row.score);
      }
    }
    return out;
  }
  json filtered(const query::Graph& graph, double share) const;

private:
  json width(const query::Graph& graph, const query::RowRanges& in,
             const std::vector<std::vector<float>>& best, size_t ef) const;

  const store::Segment& m_segment;
  std::vector<float> m_queries;
  unsigned m_threads;
};

json Bench::width(const query::Graph& graph, const query::RowRanges& in,
                  const std::vector<std::vector<float>>& best,
                  size_t ef) const {
  std::vector<double> took;
  uint64_t found = 0;
  uint64_t wanted = 0;
  uint64_t distances = 0;
  uint64_t too_few = 0;
  for (size_t q = 0; q < queries(); ++q) {
    const double from = seconds();
    const auto top = graph.top({query(q), in, 10, ef});
    took.push_back((seconds() - from) * 1e3);
    distances += top->distances;
    too_few += top->too_few;
    const uint64_t reached = static_cast<uint64_t>(
        std::count_if(top->rows.begin(), top->rows.end(), [&](const auto& row) {
          return row.score >= best[q].back();
        }));
    wanted += best[q].size();
    found += std::min<uint64_t>(best[q].size(), reached);
  }
  return {{"ef", ef},
          {"recall", static_cast<double>(found) / static_cast<double>(wanted)},
          {"distances", distances / queries()},
          {"gave_up", too_few},
          {"ms", times(took)}};
}

json Bench::filtered(const query::Graph& graph, double share) const {
  const query::RowRanges in = draw(m_segment, share);
  std::vector<double> took;
  std::vector<std::vector<float>> best;
  for (size_t q = 0; q < queries(); ++q) {
    const std::span<const float> one[] = {query(q)};
    const double from = seconds();
    best.push_back(exact_scores(one, in, 10).front());
    took.push_back((seconds() - from) * 1e3);
  }
  json out = {{"share", share},
              {"rows", query::count_rows(in)},
              {"exact_threads", m_threads},
              {"exact_ms", times(took)},
              {"graph", json::array()}};
  for (const size_t ef : k_widths) {
    out["graph"].push_back(width(graph, in, best, ef));
  }
  return out;
}

base::Result<json> build(const Bench& bench, const store::Segment& segment,
                         query::GraphOptions options, const std::string& path) {
  const double from = seconds();
  const double cpu = cpu_seconds();
  const query::GraphJob job{
      segment, {{0, static_cast<uint32_t>(segment.rows())}}, path, options};
  TRY(query::build_graph(
      job,
      [&](auto queries, auto in, size_t k) {
        return bench.exact_scores(queries, in, k);
      },
      [](uint64_t done, uint64_t all) {
        tell("points in the graph", done, all);
        return true;
      }));
  return json{{"seconds", seconds() - from},
              {"cpu_seconds", cpu_seconds() - cpu},
              {"own_memory_kib", status_kib("VmHWM")}};
}

base::Result<json> run(char** arguments) {
  TRY_ASSIGN(const auto segment, store::Segment::open(arguments[0]));
  const auto threads =
      static_cast<unsigned>(std::strtoul(arguments[2], nullptr, 10));
  query::GraphOptions options;
  options.links =
      static_cast<uint32_t>(std::strtoul(arguments[3], nullptr, 10));
  options.ef_construction =
      static_cast<uint32_t>(std::strtoul(arguments[4], nullptr, 10));
  options.threads = threads;
  const std::string path = arguments[5];
  const Bench bench(segment, floats_of(arguments[1]), threads);
  json out = {{"rows", segment.rows()},
              {"dims", segment.dims()},
              {"kernel", vectors::best_int8_kernel().name},
              {"int8_bytes", segment.rows() * vectors::padded(segment.dims())},
              {"links", options.links},
              {"ef_construction", options.ef_construction},
              {"threads", threads}};
  if (!std::filesystem::exists(path)) {
    TRY_ASSIGN(out["build"], build(bench, segment, options, path));
  }
  out["graph_bytes"] = std::filesystem::file_size(path);
  const uint64_t anonymous = status_kib("RssAnon");
  const double from = seconds();
  TRY_ASSIGN(const auto graph, query::Graph::open(path, arguments[0]));
  out["open_ms"] = (seconds() - from) * 1e3;
  out["open_own_kib"] = status_kib("RssAnon") - anonymous;
  out["measured_at_build"] = json::array();
  for (const query::GraphRecall& one : graph.header().recalls) {
    out["measured_at_build"].push_back({one.ef, one.recall, one.distances});
  }
  out["filters"] = json::array();
  for (const double share : k_shares) {
    out["filters"].push_back(bench.filtered(graph, share));
  }
  return out;
}

template <typename T>
void put(const std::string& path, std::span<const T> values) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(values.data()),
             static_cast<std::streamsize>(values.size_bytes()));
}

base::Result<void> export_rows(char** arguments) {
  TRY_ASSIGN(const auto segment, store::Segment::open(arguments[0]));
  const std::string folder = arguments[1];
  put(folder + "/rows.f32",
      std::span(segment.vectors().data(), segment.rows() * segment.dims()));
  for (const double share : k_shares) {
    std::vector<uint32_t> rows;
    for (const vectors::RowRange& range : draw(segment, share)) {
      for (uint32_t row = range.from; row < range.to; ++row) {
        rows.push_back(row);
      }
    }
    char name[32];
    std::snprintf(name, sizeof name, "/allowed-%g.u32", 100 * share);
    put(folder + name, std::span<const uint32_t>(rows));
  }
  return {};
}

base::Result<void> act(int count, char** arguments) {
  const std::string what = count > 1 ? arguments[1] : "";
  if (what == "segment" && count == 5) {
    return make_segment(arguments + 2);
  }
  if (what == "make" && count == 8) {
    return make_vectors(arguments + 2);
  }
  if (what == "export" && count == 4) {
    return export_rows(arguments + 2);
  }
  if (what == "run" && count == 8) {
    TRY_ASSIGN(const json out, run(arguments + 2));
    std::puts(out.dump(1).c_str());
    return {};
  }
  return base::fail(
      base::Errc::invalid,
      "usage: bench_hnsw segment|make|run|export …, see the source");
}

} // namespace

int main(int argc, char** argv) {
  if (const auto done = act(argc, argv); !done) {
    std::fprintf(stderr, "bench_hnsw: %s\n", done.error().message.c_str());
    return 1;
  }
  return 0;
}
