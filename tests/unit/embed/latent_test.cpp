// SPDX-License-Identifier: Apache-2.0
#include "core/embed/latent_fit.hpp"
#include "core/embed/latent_provider.hpp"
#include "core/embed/latent_row.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <numeric>
#include <random>

namespace {

using embed::fit_latent;
using embed::k_latent_dimensions;
using embed::LatentBasis;
using embed::LatentEmbedder;
using embed::TextKind;
using Texts = std::vector<std::string>;

const Texts k_texts = {
    "The pump failed because its seal was worn.",
    "A worn seal is the reason why pumps fail.",
    "Replace the seal of the pump each year.",
    "Gamma ray logs tell shale from sand.",
    "In shale the gamma ray reads high.",
    "Sand has low gamma ray and high porosity.",
    "Invoices are paid within thirty days.",
    "The contract says when invoices are due.",
};

LatentBasis fitted(const Texts& texts) {
  auto basis = fit_latent(texts, texts.size());
  EXPECT_TRUE(basis) << basis.error().message;
  return std::move(*basis);
}

std::vector<std::vector<float>> embedded(LatentEmbedder& embedder,
                                         const Texts& texts, TextKind kind) {
  auto rows = embedder.embed(texts, kind);
  EXPECT_TRUE(rows);
  return std::move(*rows);
}

double cosine(const std::vector<float>& a, const std::vector<float>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

TEST(Latent, texts_that_share_words_of_one_matter_lie_near_each_other) {
  LatentEmbedder embedder(fitted(k_texts));
  const auto rows = embedded(embedder, k_texts, TextKind::passage);
  const auto query =
      embedded(embedder, {"why does a pump seal fail"}, TextKind::query)[0];
  for (const size_t near : {0, 1, 2}) {
    for (const size_t far : {3, 4, 5, 6, 7}) {
      EXPECT_GT(cosine(query, rows[near]), cosine(query, rows[far]));
    }
  }
}

TEST(Latent, vectors_are_unit_vectors_of_the_space) {
  LatentEmbedder embedder(fitted(k_texts));
  EXPECT_EQ(embedder.space().provider, "fast");
  EXPECT_EQ(embedder.space().dimensions, k_latent_dimensions);
  for (const auto& row : embedded(embedder, k_texts, TextKind::passage)) {
    ASSERT_EQ(row.size(), k_latent_dimensions);
    EXPECT_NEAR(cosine(row, row), 1, 1e-5);
    EXPECT_EQ(row.back(), 0);
  }
}

TEST(Latent, the_same_texts_give_the_same_basis_byte_for_byte) {
  EXPECT_EQ(fitted(k_texts).to_bytes(), fitted(k_texts).to_bytes());
  Texts other = k_texts;
  other[0] += " twice";
  EXPECT_NE(fitted(k_texts).name(), fitted(other).name());
}

TEST(Latent, a_vector_does_not_depend_on_what_shares_its_batch) {
  LatentEmbedder embedder(fitted(k_texts));
  const auto all = embedded(embedder, k_texts, TextKind::passage);
  for (size_t i = 0; i < k_texts.size(); ++i) {
    EXPECT_EQ(embedded(embedder, {k_texts[i]}, TextKind::passage)[0], all[i]);
  }
}

TEST(Latent, a_basis_survives_its_file_and_gives_the_same_vectors) {
  const LatentBasis made = fitted(k_texts);
  const std::string bytes = made.to_bytes();
  auto read = LatentBasis::parse(bytes);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->to_bytes(), bytes);
  EXPECT_EQ(read->name(), made.name());
  EXPECT_EQ(read->source(), made.source());
  EXPECT_EQ(read->source().passages, k_texts.size());
  LatentEmbedder before(made);
  LatentEmbedder after(std::move(*read));
  EXPECT_EQ(embedded(before, k_texts, TextKind::passage),
            embedded(after, k_texts, TextKind::passage));
}

TEST(Latent, every_changed_byte_and_every_cut_of_a_basis_is_refused) {
  const std::string bytes = fitted({"pump seal", "gamma ray"}).to_bytes();
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string bad = bytes;
    bad[i] = static_cast<char>(bad[i] ^ 0x41);
    EXPECT_FALSE(LatentBasis::parse(bad)) << i;
    EXPECT_FALSE(LatentBasis::parse(std::string_view(bytes).substr(0, i)));
  }
  EXPECT_FALSE(LatentBasis::parse(bytes + "x"));
}

TEST(Latent, a_damaged_basis_says_what_where_and_what_to_try) {
  const std::string path = testing::TempDir() + "damaged.basis";
  std::ofstream(path, std::ios::binary) << "not one";
  const auto read = LatentBasis::read(path, "");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, base::Errc::corrupt);
  EXPECT_NE(read.error().message.find(path), std::string::npos);
  EXPECT_NE(read.error().message.find("not a basis"), std::string::npos);
  EXPECT_NE(read.error().message.find("--refit"), std::string::npos);
  std::remove(path.c_str());
  const auto missing = LatentBasis::read(path, "");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, base::Errc::not_found);
  EXPECT_NE(missing.error().message.find("--refit"), std::string::npos);
}

TEST(Latent, the_basis_of_another_archive_is_refused) {
  const std::string path = testing::TempDir() + "other.basis";
  const LatentBasis basis = fitted(k_texts);
  std::ofstream(path, std::ios::binary) << basis.to_bytes();
  EXPECT_TRUE(LatentBasis::read(path, basis.name()));
  EXPECT_EQ(LatentBasis::read(path, "0123").error().code, base::Errc::corrupt);
  std::remove(path.c_str());
}

TEST(Latent, without_a_word_there_is_nothing_to_fit) {
  EXPECT_EQ(fit_latent({}, 0).error().code, base::Errc::not_found);
  const Texts blank = {"", " -- ", "\xff\xfe"};
  EXPECT_EQ(fit_latent(blank, 3).error().code, base::Errc::not_found);
}

TEST(Latent, one_text_is_enough) {
  LatentEmbedder embedder(fitted({"the only passage about a pump"}));
  const auto row = embedded(embedder, {"pump"}, TextKind::query)[0];
  EXPECT_NEAR(cosine(row, row), 1, 1e-5);
}

TEST(Latent, texts_that_are_all_the_same_are_one_direction) {
  const Texts same(20, "gamma ray log of well");
  LatentEmbedder embedder(fitted(same));
  const auto rows =
      embedded(embedder, {"gamma ray", "gamma ray log"}, TextKind::passage);
  EXPECT_NEAR(cosine(rows[0], rows[1]), 1, 1e-5);
}

TEST(Latent, a_passage_of_unknown_words_is_at_right_angles_to_all_others) {
  LatentEmbedder embedder(fitted(k_texts));
  const auto strange =
      embedded(embedder, {"qwertz uiop", ""}, TextKind::passage);
  for (const auto& row : strange) {
    EXPECT_EQ(cosine(row, row), 1);
    for (const auto& known : embedded(embedder, k_texts, TextKind::passage)) {
      EXPECT_EQ(cosine(row, known), 0);
    }
  }
}

TEST(Latent, a_question_of_unknown_words_has_no_vector) {
  LatentEmbedder embedder(fitted(k_texts));
  EXPECT_TRUE(embedded(embedder, {"qwertz"}, TextKind::query)[0].empty());
  EXPECT_EQ(embedder.unknown_words(), 1U);
  EXPECT_EQ(embedder.usage().tokens, 1U);
}

TEST(Latent, rows_are_added_alike_with_and_without_vector_instructions) {
  std::mt19937 random(7);
  std::vector<float> sum(k_latent_dimensions);
  std::vector<float> plain(k_latent_dimensions);
  embed::LatentRow row;
  for (int round = 0; round < 50; ++round) {
    const float weight = static_cast<float>(random() % 1000) / 313;
    for (size_t i = 0; i < row.size(); ++i) {
      row[i] = static_cast<int8_t>(random());
      const float product = weight * static_cast<float>(row[i]);
      plain[i] += product;
    }
    embed::add_row(row.data(), weight, sum.data());
  }
  for (size_t i = 0; i < sum.size(); ++i) {
    EXPECT_NEAR(sum[i], plain[i], 1e-2); // where products and sums are fused
#if defined(__x86_64__)
    EXPECT_EQ(sum[i], plain[i]);
#endif
  }
}

// A matrix of rank 3: what is found must span it, whatever is random.
TEST(Latent, the_decomposition_finds_the_space_of_a_matrix_of_low_rank) {
  const Texts topics = {"ab cd ef gh", "kl mn op", "qr st uv wx yz"};
  Texts texts;
  for (int i = 0; i < 90; ++i) {
    texts.push_back(topics[static_cast<size_t>(i % 3)]);
  }
  LatentEmbedder embedder(fitted(texts));
  const auto rows = embedded(embedder, topics, TextKind::passage);
  for (size_t a = 0; a < 3; ++a) {
    for (size_t b = 0; b < 3; ++b) {
      EXPECT_NEAR(cosine(rows[a], rows[b]), a == b ? 1 : 0, 0.02);
    }
  }
}

TEST(MakeEmbedder, says_that_nothing_was_fitted_yet) {
  embed::Config config;
  config.provider = "fast";
  EXPECT_EQ(embed::make_embedder(config).error().code, base::Errc::unavailable);
  EXPECT_EQ(embed::space_of(config).value(), embed::Space());
  config.basis_file = "/nonexistent";
  config.model = "0123";
  EXPECT_EQ(embed::space_of(config).value().id(), "fast/0123/256");
  EXPECT_EQ(embed::make_embedder(config).error().code, base::Errc::not_found);
}

} // namespace
