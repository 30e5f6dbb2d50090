// SPDX-License-Identifier: Apache-2.0
//
// Predicted against actual milliseconds of the stages of a search that the cost
// model has a say in, over questions of a file, one a line.
//   bench_predictions ARCHIVE QUESTIONS [FOLDER [each]]
// The first round of each question finds nothing of the index in memory but
// what the questions before it have read; of the later ones the fastest counts:
// what disturbs only ever adds. FOLDER is for measuring the machine, and is
// made (/tmp/keybed-machine).
#include "core/base/fd.hpp"
#include "query/search/machine.hpp"
#include "query/search/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace {

constexpr int k_rounds = 12;

struct Pair {
  double predicted;
  double actual;
  std::string kept;
};
using Stages = std::map<std::string, std::vector<Pair>>;

// The fastest of each stage over the rounds from `first` on.
base::Result<void> ask(const query::ArchiveView& view,
                       const std::string& question,
                       const query::SearchOptions& options, Stages& cold,
                       Stages& warm) {
  std::map<std::string, Pair> best;
  for (int round = 0; round < k_rounds; ++round) {
    TRY_ASSIGN(const auto result,
               query::search(view, question, nullptr, options));
    for (const query::Stage& stage : result.plan.stages) {
      if (!stage.predicted_ms) {
        continue;
      }
      const Pair pair{*stage.predicted_ms, stage.actual_ms, stage.kept};
      if (round == 0) {
        cold[stage.name].push_back(pair);
        continue;
      }
      const auto [at, fresh] = best.emplace(stage.name, pair);
      at->second.actual = std::min(at->second.actual, pair.actual);
    }
  }
  for (const auto& [name, pair] : best) {
    warm[name].push_back(pair);
  }
  return {};
}

void print(const char* which, const Stages& stages) {
  for (const auto& [name, pairs] : stages) {
    std::vector<double> ratios;
    size_t within = 0;
    double predicted = 0;
    double actual = 0;
    for (const Pair& pair : pairs) {
      const double ratio =
          pair.predicted > 0 ? pair.actual / pair.predicted : 1e9;
      ratios.push_back(ratio);
      within += ratio <= 2 && ratio >= 0.5 ? 1 : 0;
      predicted += pair.predicted;
      actual += pair.actual;
    }
    std::sort(ratios.begin(), ratios.end());
    const auto at = [&](size_t percent) {
      return ratios[std::min(ratios.size() - 1, ratios.size() * percent / 100)];
    };
    fmt::print(
        "| {} | {} | {} | {:.1f} | {:.3f} | {:.3f} | {:.2f} | {:.2f} | "
        "{:.2f} |\n",
        which, name, pairs.size(),
        100.0 * static_cast<double>(within) / static_cast<double>(pairs.size()),
        predicted / static_cast<double>(pairs.size()),
        actual / static_cast<double>(pairs.size()), at(5), at(50), at(95));
  }
}

void print_each(const Stages& stages) {
  for (const auto& [name, pairs] : stages) {
    for (const Pair& pair : pairs) {
      fmt::print("{}\t{:.3f}\t{:.3f}\t{}\n", name, pair.predicted, pair.actual,
                 pair.kept);
    }
  }
}

base::Result<void> run(const std::string& archive, const std::string& file,
                       const std::string& folder, bool each) {
  TRY_ASSIGN(const auto view,
             query::ArchiveView::open(archive, query::search_families()));
  TRY_ASSIGN(const auto text, base::read_file(file, size_t{16} << 20));
  query::SearchOptions options;
  TRY_ASSIGN(options.costs, query::measure_machine(folder));
  Stages cold;
  Stages warm;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty()) {
      TRY(ask(view, line, options, cold, warm));
    }
  }
  fmt::print("a posting: {:.0f} ns, {:.1f} bytes\n", options.costs.posting_ns,
             options.costs.posting_bytes);
  fmt::print("| round | stage | questions | within a factor 2, % | predicted, "
             "ms | actual, ms | actual/predicted p5 | p50 | p95 |\n"
             "|---|---|---|---|---|---|---|---|---|\n");
  print("first", cold);
  print("later", warm);
  if (each) {
    print_each(warm);
  }
  return {};
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    fmt::print(stderr, "bench_predictions ARCHIVE QUESTIONS [FOLDER]\n");
    return 2;
  }
  const auto done =
      run(argv[1], argv[2], argc > 3 ? argv[3] : "/tmp/keybed-machine",
          argc > 4 && std::string(argv[4]) == "each");
  if (!done) {
    fmt::print(stderr, "{}\n", done.error().message);
    return 1;
  }
  return 0;
}
