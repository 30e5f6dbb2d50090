// SPDX-License-Identifier: Apache-2.0
//
// The certified scan against the f32 scan, bit for bit, on data made to be
// awkward; and its bounds against the scores themselves.
#include "core/vectors/float_kernel.hpp"
#include "query/scan/bound.hpp"
#include "query/scan/certified.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace {

constexpr float k_infinity = std::numeric_limits<float>::infinity();
constexpr float k_nan = std::numeric_limits<float>::quiet_NaN();

struct Rows {
  uint32_t dims = 0;
  std::vector<float> values;
  std::vector<int8_t> codes;
  std::vector<float> scales;
  std::vector<float> errors;
  std::vector<float> norms;
  std::vector<vectors::RowRange> allowed;

  size_t count() const { return values.size() / dims; }
  std::span<const float> row(size_t r) const {
    return std::span(values).subspan(r * dims, dims);
  }
  query::RowBlock block() const {
    return {values.data(),
            count(),
            dims,
            allowed,
            {codes.data(), scales.data(), errors.data(), norms.data()}};
  }
  void encode() {
    const size_t size = vectors::padded(dims);
    codes.resize(count() * size);
    for (size_t r = 0; r < count(); ++r) {
      const auto code = vectors::quantize_row(
          row(r), std::span(codes).subspan(r * size, size));
      scales.push_back(code.scale);
      errors.push_back(code.error);
      norms.push_back(code.norm);
    }
    allowed = {{0, static_cast<uint32_t>(count())}};
  }
};

// Random, or moved and scaled as `change` says of each row.
template <typename Change>
Rows made(size_t count, uint32_t dims, unsigned seed, const Change& change) {
  std::mt19937 rng(seed);
  std::normal_distribution<float> normal;
  Rows out;
  out.dims = dims;
  out.values.resize(count * dims);
  std::generate(out.values.begin(), out.values.end(),
                [&] { return normal(rng); });
  for (size_t r = 0; r < count; ++r) {
    change(r, std::span(out.values).subspan(r * dims, dims));
  }
  out.encode();
  return out;
}

Rows random_rows(size_t count, uint32_t dims, unsigned seed) {
  return made(count, dims, seed, [](size_t, std::span<float>) {});
}

void scale_row(std::span<float> row, float by) {
  for (float& value : row) {
    value *= by;
  }
}

bool by_number(const query::RowScore& a, const query::RowScore& b) {
  return std::pair(a.block, a.row) < std::pair(b.block, b.row);
}

std::string written(const std::vector<query::RowScore>& rows) {
  std::string out;
  for (const query::RowScore& row : rows) {
    out += std::to_string(row.block) + ":" + std::to_string(row.row) + "=" +
           std::to_string(std::bit_cast<uint32_t>(row.score)) + " ";
  }
  return out;
}

// Every kernel, threads and k; returns how many rows were rescored.
uint64_t expect_equal(const std::vector<query::RowBlock>& blocks,
                      std::span<const float> query) {
  uint64_t rescored = 0;
  const std::span<const float> queries[] = {query};
  for (const size_t k : {1U, 10U, 100000U}) {
    const auto want = written(query::scan_top(blocks, query, k, by_number, 1));
    for (const auto& kernel : vectors::int8_kernels()) {
      for (const unsigned threads : {1U, 3U}) {
        const auto got = query::certified_top(
            blocks, queries, by_number,
            {.k = k, .threads = threads, .kernel = &kernel});
        EXPECT_EQ(written(got[0].best), want)
            << kernel.name << " k=" << k << " threads=" << threads;
        rescored = k == 10 ? got[0].rescored : rescored;
      }
    }
  }
  return rescored;
}

void expect_bounded(const Rows& rows, std::span<const float> query,
                    const vectors::QueryCode& code,
                    const vectors::FloatKernel& kernel, size_t r, bool coarse) {
  float score = 0;
  kernel.dot_rows(rows.row(r).data(), 1, rows.dims, query.data(), rows.dims,
                  &score);
  const int8_t* codes[] = {rows.codes.data() + r * vectors::padded(rows.dims)};
  int64_t dot = 0;
  const auto& integers = vectors::best_int8_kernel();
  (coarse ? integers.dot_high : integers.dot_query)(code, codes, 1, &dot);
  const query::Bound bound(coarse ? code.coarse : code.code, rows.dims);
  const auto b = bound.of(dot, rows.scales[r], rows.errors[r], rows.norms[r]);
  EXPECT_FALSE(b.upper < score) << kernel.name << " row " << r;
  EXPECT_FALSE(b.lower > score) << kernel.name << " row " << r;
  if (std::isnan(score)) {
    EXPECT_FALSE(std::isfinite(b.upper)) << r;
    EXPECT_FALSE(std::isfinite(b.lower)) << r;
  }
}

void expect_bounded(const Rows& rows, std::span<const float> query) {
  const auto code = vectors::quantize_query(query);
  for (const auto* kernel :
       {&vectors::best_kernel(), &vectors::plain_kernel()}) {
    for (size_t r = 0; r < 2 * rows.count(); ++r) {
      expect_bounded(rows, query, code, *kernel, r / 2, r % 2 == 0);
    }
  }
}

std::vector<float> query_of(uint32_t dims, unsigned seed) {
  return random_rows(1, dims, seed).values;
}

void check(const Rows& rows, std::span<const float> query) {
  const std::vector<query::RowBlock> blocks = {rows.block()};
  expect_equal(blocks, query);
  expect_bounded(rows, query);
}

constexpr uint32_t k_dims[] = {1, 7, 64, 100, 384, 1536};

} // namespace

TEST(CertifiedTop, equals_brute_force_on_random_rows_of_every_length) {
  for (const uint32_t dims : k_dims) {
    check(random_rows(700, dims, dims), query_of(dims, 5));
  }
}

TEST(CertifiedTop, equals_brute_force_on_clusters) {
  for (const uint32_t dims : k_dims) {
    const Rows centres = random_rows(10, dims, 2);
    const Rows rows = made(900, dims, 3, [&](size_t r, std::span<float> row) {
      for (size_t i = 0; i < row.size(); ++i) {
        row[i] = centres.row(r % 10)[i] + 0.01F * row[i];
      }
    });
    check(rows, rows.row(17));
    check(rows, query_of(dims, 6));
  }
}

TEST(CertifiedTop, equals_brute_force_on_duplicates) {
  const Rows origin = random_rows(3, 384, 4);
  const Rows rows = made(4600, 384, 4, [&](size_t r, std::span<float> row) {
    std::copy_n(origin.row(r % 3).begin(), row.size(), row.begin());
  });
  check(rows, origin.row(0));
}

// Rows that differ by less than int8 can tell.
TEST(CertifiedTop, equals_brute_force_where_rows_are_nearly_alike) {
  const Rows one = random_rows(1, 100, 8);
  const Rows rows = made(4600, 100, 9, [&](size_t, std::span<float> row) {
    for (size_t i = 0; i < row.size(); ++i) {
      row[i] = one.values[i] * (1 + 1e-6F * row[i]);
    }
  });
  check(rows, one.values);
}

TEST(CertifiedTop, equals_brute_force_where_all_scores_are_equal) {
  const Rows rows = random_rows(4600, 7, 10);
  check(rows, std::vector<float>(7, 0.0F));
}

TEST(CertifiedTop, equals_brute_force_on_zero_tiny_and_huge_rows) {
  constexpr float k_sizes[] = {0,     1e-45F, 1e-42F, 1e-38F, 1e-20F,
                               1e-3F, 1,      1e18F,  1e30F,  1e37F};
  for (const uint32_t dims : {1U, 7U, 64U, 384U}) {
    const Rows rows = made(300, dims, 11, [&](size_t r, std::span<float> row) {
      scale_row(row, k_sizes[r % std::size(k_sizes)]);
    });
    for (const float size : k_sizes) {
      std::vector<float> query = query_of(dims, 12);
      scale_row(query, size);
      check(rows, query);
    }
  }
}

TEST(CertifiedTop, equals_brute_force_on_one_large_value_among_small_ones) {
  const Rows rows = made(500, 384, 13, [](size_t r, std::span<float> row) {
    row[r % row.size()] = 1e4F;
  });
  check(rows, query_of(384, 14));
}

TEST(CertifiedTop, equals_brute_force_where_values_are_not_finite) {
  const Rows rows = made(300, 64, 15, [](size_t r, std::span<float> row) {
    constexpr float k_bad[] = {k_nan, k_infinity, -k_infinity};
    if (r % 7 == 0) {
      row[r % 64] = k_bad[r % 3];
    }
  });
  check(rows, query_of(64, 16));
  for (const float bad : {k_nan, k_infinity}) {
    std::vector<float> query = query_of(64, 17);
    query[5] = bad;
    check(rows, query);
  }
}

// Sums that leave the range of f32 on the way.
TEST(CertifiedTop, equals_brute_force_where_sums_overflow) {
  const Rows rows = made(200, 64, 18, [](size_t r, std::span<float> row) {
    for (size_t i = 0; i < row.size(); ++i) {
      row[i] = (i % 2 == r % 2 ? 3e38F : -3e38F);
    }
  });
  check(rows, std::vector<float>(64, 2.0F));
}

TEST(CertifiedTop, the_bound_holds_for_many_random_shapes) {
  std::mt19937 rng(19);
  for (int round = 0; round < 200; ++round) {
    const uint32_t dims = 1 + static_cast<uint32_t>(rng() % 200);
    const float row_size =
        std::ldexp(1.0F, static_cast<int>(rng() % 240) - 130);
    const float size = std::ldexp(1.0F, static_cast<int>(rng() % 240) - 130);
    const unsigned power = rng() % 5; // how unlike the values are
    const auto shape = [&](size_t, std::span<float> row) {
      for (float& value : row) {
        value = std::pow(value, static_cast<float>(1 + 2 * power)) * row_size;
      }
    };
    const Rows rows = made(40, dims, static_cast<unsigned>(rng()), shape);
    std::vector<float> query = query_of(dims, static_cast<unsigned>(rng()));
    scale_row(query, size);
    expect_bounded(rows, query);
  }
}

TEST(CertifiedTop, reads_few_rows_in_f32_where_scores_are_spread) {
  const Rows rows = random_rows(9000, 64, 20);
  const std::vector<query::RowBlock> blocks = {rows.block()};
  EXPECT_LT(expect_equal(blocks, query_of(64, 21)), 40U);
}

TEST(CertifiedTop, gives_one_answer_however_rows_are_split) {
  const Rows parts[] = {random_rows(65, 32, 22), random_rows(1000, 32, 23),
                        random_rows(0, 32, 24), random_rows(300, 32, 25)};
  std::vector<query::RowBlock> blocks;
  for (const Rows& part : parts) {
    blocks.push_back(part.block());
  }
  expect_equal(blocks, query_of(32, 26));
}

// Rows that are not allowed have no codes here at all: touching them would
// change the answer.
TEST(CertifiedTop, touches_only_allowed_rows) {
  Rows rows = random_rows(5000, 64, 27);
  const std::vector<float> query(rows.row(40).begin(), rows.row(40).end());
  rows.allowed = {{3, 4}, {63, 66}, {1000, 1000}, {1400, 2100}, {4999, 5000}};
  std::vector<bool> in(rows.count(), false);
  for (const vectors::RowRange& range : rows.allowed) {
    std::fill(in.begin() + range.from, in.begin() + range.to, true);
  }
  for (size_t r = 0; r < rows.count(); ++r) {
    if (!in[r]) {
      std::fill_n(rows.values.begin() + static_cast<long>(r * 64), 64, k_nan);
      rows.scales[r] = rows.errors[r] = rows.norms[r] = k_infinity;
    }
  }
  const std::vector<query::RowBlock> blocks = {rows.block()};
  expect_equal(blocks, query);
  const std::span<const float> queries[] = {query};
  const auto top =
      query::certified_top(blocks, queries, by_number, {.k = 10000});
  EXPECT_EQ(top[0].best.size(), 705U);
}

TEST(CertifiedTop, of_nothing_is_nothing) {
  const std::vector<float> query(8, 1.0F);
  const std::span<const float> queries[] = {query};
  EXPECT_TRUE(query::certified_top({}, queries, by_number, {})[0].best.empty());
  EXPECT_TRUE(query::certified_top({}, {}, by_number, {}).empty());
  const Rows rows = random_rows(10, 8, 1);
  const std::vector<query::RowBlock> blocks = {rows.block()};
  EXPECT_TRUE(query::certified_top(blocks, queries, by_number, {.k = 0})[0]
                  .best.empty());
}

TEST(CertifiedTop, answers_several_queries_in_one_pass) {
  const Rows rows = random_rows(6000, 100, 28);
  const Rows asked = random_rows(9, 100, 29);
  const std::vector<query::RowBlock> blocks = {rows.block()};
  std::vector<std::span<const float>> queries;
  for (size_t q = 0; q < asked.count(); ++q) {
    queries.push_back(asked.row(q));
  }
  const auto got =
      query::certified_top(blocks, queries, by_number, {.k = 12, .threads = 2});
  ASSERT_EQ(got.size(), 9U);
  for (size_t q = 0; q < queries.size(); ++q) {
    EXPECT_EQ(written(got[q].best),
              written(query::scan_top(blocks, queries[q], 12, by_number, 1)));
  }
}
