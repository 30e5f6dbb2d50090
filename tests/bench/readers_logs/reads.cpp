// SPDX-License-Identifier: Apache-2.0
//
// bench_readers_logs ROUNDS FILE...: reads each file with the reader that takes
// it, ROUNDS times after one that warms the cache; prints the
// processor seconds of the best round and the facts found. beside_python.py
// compares.
#include "core/domain/collect.hpp"
#include "worker/readers/reader.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <utility>
#include <vector>

namespace {

// Of this process, so that what else runs on the machine does not count.
double cpu_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) +
         static_cast<double>(now.tv_nsec) * 1e-9;
}

struct Chosen {
  readers::Input input;
  const readers::Reader* reader = nullptr;
};

// Which reader takes it is no part of reading: the peers are told.
std::vector<Chosen> chosen(int count, char** paths) {
  std::vector<Chosen> out;
  for (int i = 0; i < count; ++i) {
    auto input = readers::open_input(paths[i], {});
    if (input) {
      const auto choice = readers::choose_reader(*input);
      out.push_back({std::move(*input), choice.reader});
    }
  }
  return out;
}

size_t facts_of(const Chosen& file) {
  domain::Collector sink(1000000);
  if (file.reader == nullptr || !file.reader->read(file.input, sink)) {
    return 0;
  }
  size_t facts = 0;
  for (const auto& document : sink.documents()) {
    facts += document.facts.size();
  }
  return facts;
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: bench_readers_logs ROUNDS FILE...\n");
    return 2;
  }
  const int rounds = std::max(1, std::atoi(argv[1]));
  const auto files = chosen(argc - 2, argv + 2);
  double best = 1e300;
  size_t facts = 0;
  for (int round = 0; round <= rounds; ++round) {
    facts = 0;
    const double start = cpu_seconds();
    for (const auto& file : files) {
      facts += facts_of(file);
    }
    const double took = cpu_seconds() - start;
    best = round == 0 ? best : std::min(best, took);
  }
  std::printf("%.6f %zu\n", best, facts);
  return 0;
}
