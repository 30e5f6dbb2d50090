// SPDX-License-Identifier: Apache-2.0
//
// bench_readers_logs ROUNDS FILE...: opens each file, lets the readers choose
// and read it, ROUNDS times after one that warms the cache; prints the
// processor seconds of the best round and the facts found. beside_python.py
// compares.
#include "core/domain/collect.hpp"
#include "worker/readers/reader.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace {

// Of this process, so that what else runs on the machine does not count.
double cpu_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) +
         static_cast<double>(now.tv_nsec) * 1e-9;
}

size_t facts_of(const char* path) {
  auto input = readers::open_input(path, {});
  if (!input) {
    return 0;
  }
  const auto choice = readers::choose_reader(*input);
  if (choice.reader == nullptr) {
    return 0;
  }
  domain::Collector sink(1000000);
  if (!choice.reader->read(*input, sink)) {
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
  double best = 1e300;
  size_t facts = 0;
  for (int round = 0; round <= rounds; ++round) {
    facts = 0;
    const double start = cpu_seconds();
    for (int i = 2; i < argc; ++i) {
      facts += facts_of(argv[i]);
    }
    const double took = cpu_seconds() - start;
    best = round == 0 ? best : std::min(best, took);
  }
  std::printf("%.6f %zu\n", best, facts);
  return 0;
}
