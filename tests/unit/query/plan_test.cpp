// SPDX-License-Identifier: Apache-2.0
#include "query/core/plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace {

using query::MachineCosts;
using query::plan_ranking;
using query::RankStatistics;
using query::RowsPlan;

TEST(Plan, NothingToCompareIsALookupOnly) {
  EXPECT_EQ(plan_ranking({}, {}).rows, RowsPlan::none);
  EXPECT_EQ(
      plan_ranking({.rows = 9, .allowed = 0, .dims = 384, .k = 10}, {}).rows,
      RowsPlan::none);
  EXPECT_EQ(plan_ranking({}, {}).predicted_ms(), 0);
}

TEST(Plan, FewRowsAreGatheredAndManyAreScanned) {
  const auto plan = [](uint64_t allowed) {
    return plan_ranking({.rows = 1'000'000,
                         .allowed = allowed,
                         .stretches = allowed / 10 + 1,
                         .dims = 384,
                         .k = 800},
                        {})
        .rows;
  };
  EXPECT_EQ(plan(10), RowsPlan::gather);
  EXPECT_EQ(plan(500), RowsPlan::gather);
  EXPECT_EQ(plan(100'000), RowsPlan::scan);
  EXPECT_EQ(plan(1'000'000), RowsPlan::scan);
}

TEST(Plan, TheLeastPredictedTimeIsChosenWhateverTheMachine) {
  for (const double scan : {0.01, 0.1, 1.0, 10.0}) {
    for (const double row : {10.0, 100.0, 1000.0}) {
      for (const uint64_t allowed : {1U, 100U, 10'000U, 1'000'000U}) {
        const RankStatistics rows = {.rows = 1'000'000,
                                     .allowed = allowed,
                                     .stretches = allowed,
                                     .dims = 1536,
                                     .k = 20};
        const auto plan =
            plan_ranking(rows, {.scan_ns_per_byte = scan, .row_ns = row});
        EXPECT_EQ(plan.predicted_ms(), std::min(plan.scan_ms, plan.gather_ms));
      }
    }
  }
}

TEST(Plan, MoreAllowedRowsNeverCostLess) {
  double before = 0;
  for (uint64_t allowed = 1; allowed < 10'000'000; allowed *= 3) {
    const double now = plan_ranking({.rows = 10'000'000,
                                     .allowed = allowed,
                                     .stretches = 1,
                                     .dims = 384,
                                     .k = 10},
                                    {})
                           .predicted_ms();
    EXPECT_GT(now, before);
    before = now;
  }
}

TEST(Plan, PostingsCostTheirNumber) {
  const MachineCosts costs = {.posting_ns = 500, .posting_bytes = 25};
  EXPECT_DOUBLE_EQ(query::predicted_postings_ms(25'000, costs), 0.5);
}

TEST(Plan, WordsCostTheirLookupsAndMoreThanReadingThem) {
  const MachineCosts costs = {.posting_ns = 500, .posting_bytes = 25};
  const double nothing = query::predicted_words_ms(0, 0, costs);
  const double looked_up = query::predicted_words_ms(10, 0, costs);
  const double read = query::predicted_words_ms(10, 25'000, costs);
  EXPECT_EQ(nothing, 0);
  EXPECT_GT(looked_up, nothing);
  EXPECT_GT(read - looked_up, query::predicted_postings_ms(25'000, costs));
  EXPECT_DOUBLE_EQ(query::predicted_words_ms(20, 50'000, costs), 2 * read);
}

} // namespace
