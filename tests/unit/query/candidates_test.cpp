// SPDX-License-Identifier: Apache-2.0
#include "query/search/candidates.hpp"

#include <gtest/gtest.h>

namespace {

using query::DenseScore;
using query::fuse;
using query::PassageRef;
using query::WordScore;

PassageRef passage(uint32_t ordinal) {
  return {0, {base::hash_of("document"), 1}, ordinal};
}

// Words prefer passage 0, meaning passage 1; both have passage 2 last.
const std::vector<WordScore> k_words = {
    {passage(0), 9, {"pump"}}, {passage(1), 5, {"pump"}}, {passage(2), 1, {}}};
const std::vector<DenseScore> k_dense = {
    {passage(1), 0.9}, {passage(0), 0.5}, {passage(2), 0.1}};

uint32_t first(double weight) {
  return fuse(k_words, k_dense, weight).front().passage.ordinal;
}

TEST(Fuse, follows_the_arm_that_weighs_more) {
  EXPECT_EQ(first(0.7), 0U);
  EXPECT_EQ(first(0.3), 1U);
}

TEST(Fuse, brings_both_arms_to_the_same_range) {
  const auto all = fuse(k_words, k_dense, 0.7);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_DOUBLE_EQ(all[0].score, 0.7 + 0.3 * 0.5);
  EXPECT_DOUBLE_EQ(all[1].score, 0.7 * 0.5 + 0.3);
  EXPECT_DOUBLE_EQ(all[2].score, 0);
}

TEST(Fuse, ranks_by_one_arm_alone_where_the_other_is_empty) {
  EXPECT_DOUBLE_EQ(fuse(k_words, {}, 0.7).front().score, 1);
  const auto meaning = fuse({}, k_dense, 0.7);
  EXPECT_EQ(meaning.front().passage.ordinal, 1U);
  EXPECT_DOUBLE_EQ(meaning.front().score, 1);
}

} // namespace
