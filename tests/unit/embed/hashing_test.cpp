// SPDX-License-Identifier: Apache-2.0
#include "core/embed/hashing.hpp"

#include <gtest/gtest.h>

namespace {

using embed::HashingEmbedder;
using embed::TextKind;

float dot(const std::vector<float>& a, const std::vector<float>& b) {
  float sum = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    sum += a[i] * b[i];
  }
  return sum;
}

TEST(HashingEmbedder, gives_unit_vectors_that_do_not_depend_on_the_batch) {
  HashingEmbedder embedder;
  const std::vector<std::string> both = {"Sonic log of the well", "a map"};
  const std::vector<std::string> one = {both[0]};
  const auto rows = embedder.embed(both, TextKind::passage).value();
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].size(), embedder.space().dimensions);
  EXPECT_NEAR(dot(rows[0], rows[0]), 1, 1e-6);
  EXPECT_EQ(embedder.embed(one, TextKind::query).value()[0], rows[0]);
}

TEST(HashingEmbedder, puts_texts_that_share_words_near_each_other) {
  HashingEmbedder embedder;
  const std::vector<std::string> texts = {
      "gamma ray log near Casper", "a GAMMA-RAY log", "pump warranty terms"};
  const auto rows = embedder.embed(texts, TextKind::passage).value();
  EXPECT_GT(dot(rows[0], rows[1]), dot(rows[0], rows[2]));
}

TEST(HashingEmbedder, gives_a_unit_vector_for_a_text_without_words) {
  HashingEmbedder embedder;
  const std::vector<std::string> texts = {"", " \t--- "};
  const auto rows = embedder.embed(texts, TextKind::passage).value();
  ASSERT_EQ(rows.size(), 2U);
  for (const auto& row : rows) {
    EXPECT_NEAR(dot(row, row), 1, 1e-6);
  }
  EXPECT_EQ(embedder.usage().texts, 2U);
}

} // namespace
