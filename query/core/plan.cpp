// SPDX-License-Identifier: Apache-2.0
#include "query/core/plan.hpp"

#include <algorithm>

namespace query {
namespace {

constexpr double k_ns_per_ms = 1e6;
// In postings of an index, as the machine was measured: looking one form of a
// word up in one shard, and reading and ranking what takes so many bytes. Set
// with tests/bench/predictions.cpp (docs/performance.md).
constexpr double k_word_lookup = 50;
constexpr double k_word_byte = 3.2;

// Rows in f32, that stand in so many places.
double f32_ns(double rows, double places, const RankStatistics& statistics,
              const MachineCosts& costs) {
  return places * costs.row_ns +
         rows * costs.row_ns_per_byte * 4 * statistics.dims;
}

// Threads share the rows, and the ways to their stretches.
double gather_ns(const RankStatistics& statistics, const MachineCosts& costs) {
  return f32_ns(static_cast<double>(statistics.allowed),
                static_cast<double>(statistics.stretches), statistics, costs) /
         costs.threads;
}

// Rows of which int8 alone cannot say whether they are among the best: hardly
// more than the best themselves (docs/results/scan.md), and those that were
// among them for a while.
double undecided(const RankStatistics& statistics) {
  constexpr double k_for_a_while = 1.5;
  return std::min(static_cast<double>(statistics.allowed),
                  k_for_a_while * static_cast<double>(statistics.k));
}

double scan_ns(const RankStatistics& statistics, const MachineCosts& costs) {
  return static_cast<double>(statistics.allowed) * statistics.dims *
             costs.scan_ns_per_byte +
         static_cast<double>(statistics.stretches) * costs.row_ns /
             costs.threads +
         f32_ns(undecided(statistics), undecided(statistics), statistics,
                costs);
}

} // namespace

std::string_view name_of(RowsPlan plan) {
  switch (plan) {
  case RowsPlan::none:
    return "lookup only";
  case RowsPlan::gather:
    return "gather-exact";
  case RowsPlan::scan:
    return "masked scan";
  case RowsPlan::graph:
    return "HNSW";
  }
  return "?";
}

double RankPlan::predicted_ms() const {
  return rows == RowsPlan::gather ? gather_ms
         : rows == RowsPlan::scan ? scan_ms
                                  : 0;
}

RankPlan plan_ranking(const RankStatistics& statistics,
                      const MachineCosts& costs) {
  RankPlan out;
  if (statistics.allowed == 0 || statistics.dims == 0 || statistics.k == 0) {
    return out;
  }
  out.gather_ms = gather_ns(statistics, costs) / k_ns_per_ms;
  out.scan_ms = scan_ns(statistics, costs) / k_ns_per_ms;
  out.rows = out.scan_ms < out.gather_ms ? RowsPlan::scan : RowsPlan::gather;
  return out;
}

double predicted_postings_ms(uint64_t bytes, const MachineCosts& costs) {
  return static_cast<double>(bytes) / costs.posting_bytes * costs.posting_ns /
         k_ns_per_ms;
}

double predicted_words_ms(uint64_t lookups, uint64_t bytes,
                          const MachineCosts& costs) {
  return static_cast<double>(lookups) * k_word_lookup * costs.posting_ns /
             k_ns_per_ms +
         k_word_byte * predicted_postings_ms(bytes, costs);
}

} // namespace query
