// SPDX-License-Identifier: Apache-2.0
#include "query/search/graph_plan.hpp"

#include <gtest/gtest.h>

namespace {

query::GraphHeader header_of(std::vector<query::GraphRecall> recalls) {
  query::GraphHeader out;
  out.dims = 384;
  out.links = 16;
  out.rows = out.points = 1000000;
  out.recalls = std::move(recalls);
  return out;
}

query::GraphPlan plan(const query::GraphHeader& header, uint64_t allowed,
                      query::HnswMode mode, bool open = true,
                      uint64_t boosted = 0) {
  return query::plan_graph(header, {1000000, allowed, boosted, 1, 20, open},
                           mode, 0.95, {});
}

const auto k_good = header_of(
    {{20, 0.9, 300}, {80, 0.97, 900}, {160, 0.995, 1500}, {320, 0.999, 2800}});

} // namespace

TEST(GraphPlan, TakesTheLeastWidthThatFindsEnough) {
  const auto out = plan(k_good, 1000000, query::HnswMode::automatic);
  EXPECT_TRUE(out.use) << out.why;
  EXPECT_EQ(out.ef, 160U);
  EXPECT_DOUBLE_EQ(out.recall, 0.995);
  EXPECT_LT(out.graph_ms, out.scan_ms);
}

TEST(GraphPlan, RefusesBelowTheFloorEvenWhenSwitchedOn) {
  const auto bad = header_of({{20, 0.5, 300}, {320, 0.949, 2800}});
  const auto out = plan(bad, 1000000, query::HnswMode::on);
  EXPECT_FALSE(out.use);
  EXPECT_EQ(out.why, "recall@10 0.949 is below 0.950");
  const auto enough = header_of({{20, 0.5, 300}, {320, 0.951, 2800}});
  EXPECT_TRUE(plan(enough, 1000000, query::HnswMode::on).use);
}

TEST(GraphPlan, RefusesWhatWasNeverMeasured) {
  EXPECT_FALSE(plan(header_of({}), 1000000, query::HnswMode::on).use);
}

TEST(GraphPlan, PrefersAnExactSearchOfFewRows) {
  EXPECT_FALSE(plan(k_good, 5000, query::HnswMode::automatic).use);
  EXPECT_TRUE(plan(k_good, 500000, query::HnswMode::automatic).use);
  EXPECT_FALSE(plan(k_good, 19, query::HnswMode::on).use);
}

TEST(GraphPlan, CountsWhatChecksAndBoostedRowsCost) {
  const auto cheap = plan(k_good, 1000000, query::HnswMode::automatic);
  const auto cold = plan(k_good, 1000000, query::HnswMode::automatic, false);
  const auto boosted =
      plan(k_good, 1000000, query::HnswMode::automatic, true, 900000);
  EXPECT_GT(cold.graph_ms, cheap.graph_ms);
  EXPECT_GT(boosted.graph_ms, cheap.graph_ms * 10);
}

TEST(GraphPlan, IsOffUnlessAskedFor) {
  EXPECT_FALSE(plan(k_good, 1000000, query::HnswMode::off).use);
}
