// SPDX-License-Identifier: Apache-2.0
#include "core/vectors/float_kernel.hpp"
#include "query/scan/scan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <numeric>
#include <random>

namespace {

struct Rows {
  std::vector<float> values;
  uint32_t dims;
  size_t count() const { return values.size() / dims; }
  // The lists of ranges live as long as this.
  query::RowBlock block(size_t from, size_t to) {
    ranges.push_back({{0, static_cast<uint32_t>(to - from)}});
    return {values.data() + from * dims, to - from, dims, ranges.back(), {}};
  }
  std::deque<std::vector<vectors::RowRange>> ranges;
};

Rows random_rows(size_t count, uint32_t dims, unsigned seed) {
  std::mt19937 rng(seed);
  std::normal_distribution<float> normal;
  Rows rows{std::vector<float>(count * dims), dims, {}};
  std::generate(rows.values.begin(), rows.values.end(),
                [&] { return normal(rng); });
  return rows;
}

// Rows are numbered through all blocks of `split`.
query::RowBefore by_number(const std::vector<size_t>& starts) {
  return [starts](const query::RowScore& a, const query::RowScore& b) {
    return starts[a.block] + a.row < starts[b.block] + b.row;
  };
}

std::vector<size_t> numbers(const std::vector<query::RowScore>& rows,
                            const std::vector<size_t>& starts) {
  std::vector<size_t> out;
  for (const auto& row : rows) {
    out.push_back(starts[row.block] + row.row);
  }
  return out;
}

} // namespace

TEST(Scan, FindsWhatSortingEveryRowFinds) {
  Rows rows = random_rows(1000, 24, 7);
  const Rows query = random_rows(1, 24, 8);
  std::vector<float> scores(1000);
  vectors::best_kernel().dot_rows(rows.values.data(), 1000, 24,
                                  query.values.data(), 24, scores.data());
  std::vector<size_t> want(1000);
  std::iota(want.begin(), want.end(), 0);
  std::sort(want.begin(), want.end(),
            [&](size_t a, size_t b) { return scores[a] > scores[b]; });
  want.resize(17);
  const std::vector<query::RowBlock> blocks = {rows.block(0, 1000)};
  EXPECT_EQ(
      numbers(query::scan_top(blocks, query.values, 17, by_number({0}), 1),
              {0}),
      want);
}

TEST(Scan, GivesOneAnswerHoweverRowsAreSplitAndThreaded) {
  Rows rows = random_rows(700, 16, 3);
  // Ten copies of one row: ties must be cut alike.
  for (size_t copy = 0; copy < 10; ++copy) {
    std::copy_n(rows.values.begin(), 16,
                rows.values.begin() + static_cast<long>(copy * 61 * 16));
  }
  const std::vector<float> query(rows.values.begin(), rows.values.begin() + 16);
  const std::vector<query::RowBlock> whole = {rows.block(0, 700)};
  const auto want =
      numbers(query::scan_top(whole, query, 5, by_number({0}), 1), {0});
  const std::vector<size_t> starts = {0, 65, 301};
  const std::vector<query::RowBlock> split = {
      rows.block(0, 65), rows.block(65, 301), rows.block(301, 700)};
  for (unsigned threads = 1; threads <= 5; ++threads) {
    EXPECT_EQ(
        numbers(query::scan_top(split, query, 5, by_number(starts), threads),
                starts),
        want);
  }
}

TEST(Scan, ReturnsOnlyAllowedRows) {
  Rows rows = random_rows(130, 8, 5);
  const std::vector<vectors::RowRange> allowed = {{0, 1}, {64, 66}, {129, 130}};
  auto block = rows.block(0, 130);
  block.allowed = allowed;
  const auto top = query::scan_top(
      std::vector{block}, std::vector<float>(8, 1.0F), 50, by_number({0}), 2);
  std::vector<size_t> got = numbers(top, {0});
  std::sort(got.begin(), got.end());
  EXPECT_EQ(got, (std::vector<size_t>{0, 64, 65, 129}));
}

TEST(Scan, OfNothingIsNothing) {
  EXPECT_TRUE(
      query::scan_top({}, std::vector<float>(8), 5, by_number({}), 1).empty());
}
