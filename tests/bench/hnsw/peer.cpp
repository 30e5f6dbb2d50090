// SPDX-License-Identifier: Apache-2.0
//
// bench_hnsw_peer FOLDER DIMS M EF_CONSTRUCTION: hnswlib as it comes, on the
// f32 rows and filters that `bench_hnsw export` wrote into FOLDER and on its
// queries.f32: inner product, filter functor, one thread to search. Prints
// a line "percent ef milliseconds row row …" for each, for filtered_beside.py;
// the index is kept in FOLDER for the next run.
#include <hnswlib/hnswlib.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace {

template <typename T>
std::vector<T> read(const std::string& path) {
  std::vector<T> out(std::filesystem::file_size(path) / sizeof(T));
  std::ifstream(path, std::ios::binary)
      .read(reinterpret_cast<char*>(out.data()),
            static_cast<std::streamsize>(out.size() * sizeof(T)));
  return out;
}

class Allowed : public hnswlib::BaseFilterFunctor {
public:
  Allowed(const std::vector<uint32_t>& allowed, size_t rows) : m_rows(rows) {
    for (const uint32_t row : allowed) {
      m_rows[row] = true;
    }
  }
  bool operator()(hnswlib::labeltype row) override { return m_rows[row]; }

private:
  std::vector<bool> m_rows;
};

using Index = hnswlib::HierarchicalNSW<float>;

void build(Index& index, const std::vector<float>& rows, size_t dims) {
  std::atomic<size_t> next = 0;
  const auto work = [&] {
    for (size_t i = next++; i < rows.size() / dims; i = next++) {
      index.addPoint(rows.data() + i * dims, i);
    }
  };
  std::thread other(work);
  work();
  other.join();
}

void search(Index& index, const std::string& folder, const char* percent,
            const std::vector<float>& queries, size_t dims) {
  Allowed allowed(read<uint32_t>(folder + "/allowed-" + percent + ".u32"),
                  index.getMaxElements());
  for (const size_t ef : {10U, 20U, 40U, 80U, 160U, 320U, 640U, 1280U}) {
    index.setEf(ef);
    for (size_t q = 0; q < queries.size() / dims; ++q) {
      const auto from = std::chrono::steady_clock::now();
      auto found = index.searchKnn(queries.data() + q * dims, 10, &allowed);
      const std::chrono::duration<double, std::milli> took =
          std::chrono::steady_clock::now() - from;
      std::printf("%s %zu %.6f", percent, ef, took.count());
      for (; !found.empty(); found.pop()) {
        std::printf(" %zu", found.top().second);
      }
      std::puts("");
    }
  }
}

void run(const std::string& folder, size_t dims, size_t links,
         size_t ef_construction) {
  const auto rows = read<float>(folder + "/rows.f32");
  const auto queries = read<float>(folder + "/queries.f32");
  hnswlib::InnerProductSpace space(dims);
  const std::string path = folder + "/hnswlib." + std::to_string(links) + "-" +
                           std::to_string(ef_construction);
  if (!std::filesystem::exists(path)) {
    Index made(&space, rows.size() / dims, links, ef_construction);
    build(made, rows, dims);
    made.saveIndex(path);
  }
  Index index(&space, path);
  for (const char* percent : {"100", "50", "10", "1", "0.1"}) {
    search(index, folder, percent, queries, dims);
  }
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: see the head of peer.cpp\n");
    return 2;
  }
  try {
    run(argv[1], std::strtoul(argv[2], nullptr, 10),
        std::strtoul(argv[3], nullptr, 10), std::strtoul(argv[4], nullptr, 10));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_hnsw_peer: %s\n", error.what());
    return 1;
  }
  return 0;
}
