// SPDX-License-Identifier: Apache-2.0
//
// bench_readers_logs headers|whole ROUNDS FILE...: reads each file ROUNDS times
// after one that warms the cache; prints the processor seconds of the best
// round and how much was found. beside_python.py compares.
//   headers  the header of a LAS file: its sections with each item's mnemonic,
//            unit, value (a number or text) and description
//   whole    by the reader that takes it: all facts, keys and passages; which
//            reader takes it is no part of reading
#include "core/domain/collect.hpp"
#include "worker/readers/las_pass.hpp"
#include "worker/readers/reader.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
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

// The peers are told, too.
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

// The items; something of each, so that nothing is left out.
size_t items_of(const std::string& path) {
  const auto log = readers::las::read_log(path, readers::las::LogParts::header,
                                          [] { return base::Result<void>(); });
  if (!log) {
    return 0;
  }
  const auto& header = log->header;
  size_t items = 0;
  for (const auto* section :
       {&header.version, &header.well, &header.curves, &header.parameters}) {
    for (const auto& item : *section) {
      const auto number = readers::las::number_of(item.value);
      items += number || !item.mnemonic.empty() ? 1 : 0;
    }
  }
  return items;
}

template <class F>
void print_best(int rounds, F&& round) {
  size_t found = round(); // warm
  double best = 1e300;
  for (int i = 0; i < rounds; ++i) {
    const double start = cpu_seconds();
    found = round();
    best = std::min(best, cpu_seconds() - start);
  }
  std::printf("%.6f %zu\n", best, found);
}

} // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (argc < 4 || (what != "headers" && what != "whole")) {
    std::fprintf(stderr,
                 "usage: bench_readers_logs headers|whole ROUNDS FILE...\n");
    return 2;
  }
  const int rounds = std::max(1, std::atoi(argv[2]));
  if (what == "headers") {
    print_best(rounds, [&] {
      size_t items = 0;
      for (int i = 3; i < argc; ++i) {
        items += items_of(argv[i]);
      }
      return items;
    });
    return 0;
  }
  const auto files = chosen(argc - 3, argv + 3);
  print_best(rounds, [&] {
    size_t facts = 0;
    for (const auto& file : files) {
      facts += facts_of(file);
    }
    return facts;
  });
  return 0;
}
