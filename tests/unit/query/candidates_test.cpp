// SPDX-License-Identifier: Apache-2.0
#include "query/search/candidates.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using query::DenseScore;
using query::fuse;
using query::Fusion;
using query::PassageRef;
using query::Weights;
using query::weights_for;
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
  return fuse(k_words, k_dense, weight, Fusion::scores).front().passage.ordinal;
}

TEST(Fuse, follows_the_arm_that_weighs_more) {
  EXPECT_EQ(first(0.7), 0U);
  EXPECT_EQ(first(0.3), 1U);
}

TEST(Fuse, brings_both_arms_to_the_same_range) {
  const auto all = fuse(k_words, k_dense, 0.7, Fusion::scores);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_DOUBLE_EQ(all[0].score, 0.7 + 0.3 * 0.5);
  EXPECT_DOUBLE_EQ(all[1].score, 0.7 * 0.5 + 0.3);
  EXPECT_DOUBLE_EQ(all[2].score, 0);
}

TEST(Fuse, ranks_by_one_arm_alone_where_the_other_is_empty) {
  EXPECT_DOUBLE_EQ(fuse(k_words, {}, 0.7, Fusion::scores).front().score, 1);
  const auto meaning = fuse({}, k_dense, 0.7, Fusion::scores);
  EXPECT_EQ(meaning.front().passage.ordinal, 1U);
  EXPECT_DOUBLE_EQ(meaning.front().score, 1);
}

TEST(Fuse, by_ranks_looks_at_no_score) {
  const auto all = fuse(k_words, k_dense, 0.7, Fusion::ranks);
  EXPECT_EQ(all[0].passage.ordinal, 0U);
  EXPECT_DOUBLE_EQ(all[0].score, 0.7 + 0.3 * 61 / 62);
  EXPECT_DOUBLE_EQ(all[1].score, 0.7 * 61 / 62 + 0.3);
  EXPECT_DOUBLE_EQ(all[2].score, 61.0 / 63);
}

TEST(WeightsFor, takes_what_is_asked_then_the_archive_then_the_embedder) {
  pb::ArchiveConfig config;
  EXPECT_EQ(weights_for(config, {})->words, Weights().words);
  config.mutable_embedder()->set_provider("fast");
  EXPECT_EQ(weights_for(config, {})->words, query::k_words_fast);
  config.mutable_ranking()->set_word_weight(0.25);
  config.mutable_ranking()->set_fusion("ranks");
  config.mutable_ranking()->set_kind(0);
  const auto held = weights_for(config, {});
  EXPECT_EQ(held->words, 0.25);
  EXPECT_EQ(held->fusion, Fusion::ranks);
  EXPECT_EQ(held->kind, 0);
  EXPECT_EQ(held->fact, Weights().fact);
  const auto asked = weights_for(config, {1.0, Fusion::scores});
  EXPECT_EQ(asked->words, 1.0);
  EXPECT_EQ(asked->fusion, Fusion::scores);
}

TEST(WordWeight, follows_what_the_best_passage_has_of_the_words) {
  const Weights weights;
  const auto& [least, most] = weights.by_question;
  EXPECT_EQ(query::word_weight(weights, 0.3, false), least);
  EXPECT_EQ(query::word_weight(weights, 0.5, false), least);
  EXPECT_DOUBLE_EQ(query::word_weight(weights, 0.75, false),
                   (least + most) / 2);
  EXPECT_DOUBLE_EQ(query::word_weight(weights, 1, false), most);
  // Where an identifier is held, words say which of its files is meant.
  EXPECT_EQ(query::word_weight(weights, 0.3, true), most);
  Weights fixed;
  fixed.words = 0.4;
  EXPECT_EQ(query::word_weight(fixed, 0.3, true), 0.4);
  EXPECT_EQ(query::shown(weights), "words 0.2 to 0.9 by scores");
  EXPECT_EQ(query::shown(fixed), "words 0.4 by scores");
}

TEST(WeightsFor, names_a_weight_that_is_none) {
  const auto message = [](const pb::ArchiveConfig& config,
                          const query::WeightsAsked& asked) {
    const auto weights = weights_for(config, asked);
    return weights ? "" : weights.error().message;
  };
  pb::ArchiveConfig config;
  EXPECT_NE(message(config, {1.5, {}}).find("word_weight"), std::string::npos);
  config.mutable_ranking()->set_fact(std::nan(""));
  EXPECT_NE(message(config, {}).find("fact"), std::string::npos);
  config.mutable_ranking()->clear_fact();
  config.mutable_ranking()->set_fusion("sum");
  EXPECT_NE(message(config, {}).find("sum"), std::string::npos);
}

} // namespace
