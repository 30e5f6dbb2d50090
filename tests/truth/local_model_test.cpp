// SPDX-License-Identifier: Apache-2.0
// With the model that deploy/fetch-model installed; skipped where it is not.
#include "core/embed/embedder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace {

using embed::Embedder;
using embed::TextKind;
using Rows = std::vector<std::vector<float>>;

class LocalModel : public testing::Test {
protected:
  void SetUp() override {
    if (make(1) == nullptr) {
      GTEST_SKIP() << "skipped: " << m_why;
    }
  }
  std::unique_ptr<Embedder> make(uint32_t threads) {
    embed::Config config;
    config.threads = threads;
    auto made = embed::make_embedder(config);
    if (!made) {
      m_why = made.error().message;
      return nullptr;
    }
    return std::move(*made);
  }
  static Rows embedded(Embedder& embedder,
                       const std::vector<std::string>& texts,
                       TextKind kind = TextKind::passage) {
    auto rows = embedder.embed(texts, kind);
    EXPECT_TRUE(rows) << rows.error().message;
    return rows ? std::move(*rows) : Rows();
  }
  std::string m_why;
};

float dot(const std::vector<float>& a, const std::vector<float>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0F);
}

// Of very different lengths, one of them beyond any window.
std::vector<std::string> texts() {
  std::string endless;
  for (int i = 0; i < 700; ++i) {
    endless += "depth " + std::to_string(i) + " ";
  }
  return {"Sonic log of a well near Casper, Wyoming",
          "",
          "Sample interval 2000 microseconds, 1501 samples a trace",
          endless,
          "Garantie de la pompe : deux ans, pièces et main d'œuvre",
          "49-025-06325",
          "The operator shall keep the wellhead insured at all times."};
}

TEST_F(LocalModel, gives_the_same_bytes_whatever_shares_the_batch) {
  const auto embedder = make(1);
  const auto together = embedded(*embedder, texts());
  auto reversed = texts();
  std::reverse(reversed.begin(), reversed.end());
  const auto backwards = embedded(*embedder, reversed);
  const auto anew = make(1);
  for (size_t i = 0; i < together.size(); ++i) {
    EXPECT_EQ(backwards[together.size() - 1 - i], together[i]) << i;
    EXPECT_EQ(embedded(*anew, {texts()[i]})[0], together[i]) << i;
  }
}

TEST_F(LocalModel, gives_the_same_bytes_from_any_number_of_threads) {
  auto many = texts();
  for (int i = 0; i < 3; ++i) {
    many.insert(many.end(), many.begin(), many.begin() + 7);
  }
  const auto expected = embedded(*make(1), many);
  EXPECT_EQ(embedded(*make(2), many), expected);
  EXPECT_EQ(embedded(*make(5), many), expected);
}

TEST_F(LocalModel, gives_unit_vectors_and_finds_by_meaning) {
  const auto embedder = make(2);
  const auto rows = embedded(*embedder, texts());
  for (const auto& row : rows) {
    EXPECT_EQ(row.size(), embedder->space().dimensions);
    EXPECT_NEAR(dot(row, row), 1, 1e-5);
  }
  const auto asked = embedded(
      *embedder,
      {"acoustic measurements in a borehole", "who pays for insurance"},
      TextKind::query);
  for (size_t i = 1; i < rows.size(); ++i) {
    EXPECT_GT(dot(asked[0], rows[0]), dot(asked[0], rows[i])) << i;
  }
  for (size_t i = 0; i + 1 < rows.size(); ++i) {
    EXPECT_GT(dot(asked[1], rows[6]), dot(asked[1], rows[i])) << i;
  }
}

} // namespace
