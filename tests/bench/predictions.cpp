// SPDX-License-Identifier: Apache-2.0
//
// Predicted against actual milliseconds of ranking by words, over questions of
// a file, one a line.
//   bench_predictions ARCHIVE QUESTIONS [FOLDER]
// Actual is processor time: the work has one thread, and a machine is shared.
// The first round of each question finds nothing of the index in memory but
// what the questions before it have read; of the later ones the fastest counts:
// what disturbs only ever adds. FOLDER is for measuring the machine, and is
// made (/tmp/keybed-machine).
#include "core/base/fd.hpp"
#include "query/lexical/bm25.hpp"
#include "query/search/machine.hpp"
#include "query/search/question.hpp"
#include "query/search/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <sstream>
#include <string>
#include <vector>

namespace {

constexpr int k_rounds = 8;

constexpr size_t k_pool = 400; // as a search asks for

struct Pair {
  double predicted;
  double actual;
};

double processor_ms() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 +
         static_cast<double>(now.tv_nsec) / 1e6;
}

base::Result<void> ask(const query::ArchiveView& view,
                       const std::string& question,
                       const query::MachineCosts& costs,
                       std::vector<Pair>& cold, std::vector<Pair>& warm) {
  query::Plan plan;
  TRY_ASSIGN(const auto asked, query::understand(view, question, plan));
  Pair best{};
  for (int round = 0; round < k_rounds; ++round) {
    const double start = processor_ms();
    TRY_ASSIGN(const auto reads, query::bm25_reads(view, asked.words));
    TRY(query::bm25_top(view, asked.words, {}, k_pool));
    const Pair pair{
        query::predicted_words_ms(reads.lookups, reads.bytes, costs),
        processor_ms() - start};
    if (round == 0) {
      cold.push_back(pair);
    } else if (round == 1 || pair.actual < best.actual) {
      best = pair;
    }
  }
  warm.push_back(best);
  return {};
}

void print(const char* which, const std::vector<Pair>& pairs) {
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
  if (ratios.empty()) {
    return;
  }
  std::sort(ratios.begin(), ratios.end());
  const auto at = [&](size_t percent) {
    return ratios[std::min(ratios.size() - 1, ratios.size() * percent / 100)];
  };
  const auto n = static_cast<double>(pairs.size());
  fmt::print("| {} | {} | {:.1f} | {:.3f} | {:.3f} | {:.2f} | {:.2f} | {:.2f} "
             "|\n",
             which, pairs.size(), 100.0 * static_cast<double>(within) / n,
             predicted / n, actual / n, at(5), at(50), at(95));
}

base::Result<void> run(const std::string& archive, const std::string& file,
                       const std::string& folder) {
  TRY_ASSIGN(const auto view,
             query::ArchiveView::open(archive, query::search_families()));
  TRY_ASSIGN(const auto text, base::read_file(file, size_t{16} << 20));
  TRY_ASSIGN(const auto costs, query::measure_machine(folder));
  std::vector<Pair> cold;
  std::vector<Pair> warm;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty()) {
      TRY(ask(view, line, costs, cold, warm));
    }
  }
  fmt::print("a posting: {:.0f} ns, {:.1f} bytes\n", costs.posting_ns,
             costs.posting_bytes);
  fmt::print("| round | questions | within a factor 2, % | predicted, ms | "
             "actual, ms | actual/predicted p5 | p50 | p95 |\n"
             "|---|---|---|---|---|---|---|---|\n");
  print("first", cold);
  print("later", warm);
  return {};
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    fmt::print(stderr, "bench_predictions ARCHIVE QUESTIONS [FOLDER]\n");
    return 2;
  }
  const auto done =
      run(argv[1], argv[2], argc > 3 ? argv[3] : "/tmp/keybed-machine");
  if (!done) {
    fmt::print(stderr, "{}\n", done.error().message);
    return 1;
  }
  return 0;
}
