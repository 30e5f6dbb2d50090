// SPDX-License-Identifier: Apache-2.0
#include "core/embed/local_provider.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <mutex>

namespace {

using base::Errc;
using embed::Hidden;
using embed::LocalEmbedder;
using embed::ModelCard;
using embed::Pooling;
using embed::TextKind;
using embed::Transformer;
using embed::WordPiece;
using Ids = std::vector<int64_t>;

struct Seen {
  std::mutex mutex; // guards the rest
  std::vector<Ids> runs;
};

// Row t is one-hot at (id of token t) modulo the width.
class OneHot final : public Transformer {
public:
  explicit OneHot(Seen& seen, size_t width = 4)
      : m_seen(seen), m_width(width) {}
  base::Result<Hidden> run(std::span<const int64_t> ids) const override {
    const std::lock_guard lock(m_seen.mutex);
    m_seen.runs.emplace_back(ids.begin(), ids.end());
    Hidden out;
    out.tokens = ids.size();
    out.width = m_width;
    out.values.assign(ids.size() * m_width, 0);
    for (size_t t = 0; t < ids.size(); ++t) {
      if (ids[t] == 7) {
        return base::fail(Errc::unavailable, "token seven");
      }
      const float value =
          ids[t] == 8 ? std::numeric_limits<float>::quiet_NaN() : 1.0F;
      out.values[t * m_width + static_cast<size_t>(ids[t]) % m_width] = value;
    }
    return out;
  }

private:
  Seen& m_seen;
  size_t m_width;
};

// Out of line: GCC warns of code that cannot run when all is inlined.
[[gnu::noinline]] WordPiece loaded(base::Result<WordPiece> result) {
  return std::move(*result);
}

// [CLS]=0 [SEP]=1 [UNK]=2 a=3 b=4 c=5 q=6 bad=7 nan=8
WordPiece tokenizer() {
  return loaded(
      WordPiece::from_vocabulary("[CLS]\n[SEP]\n[UNK]\na\nb\nc\nq\nbad\nnan"));
}

ModelCard card(Pooling pooling) {
  ModelCard out;
  out.name = "m@1";
  out.dimensions = 4;
  out.max_tokens = 8;
  out.pooling = pooling;
  out.query_prefix = "q";
  return out;
}

std::unique_ptr<LocalEmbedder> made(Seen& seen, Pooling pooling,
                                    uint32_t threads = 1) {
  return std::make_unique<LocalEmbedder>(
      card(pooling), tokenizer(), std::make_unique<OneHot>(seen), threads);
}

std::vector<float> one(LocalEmbedder& embedder, const std::string& text,
                       TextKind kind = TextKind::passage) {
  return embedder.embed(std::vector{text}, kind).value().at(0);
}

TEST(LocalEmbedder, puts_the_marks_around_a_text_and_the_prefix_in_front) {
  Seen seen;
  const auto embedder = made(seen, Pooling::mean);
  one(*embedder, "a b");
  one(*embedder, "a b", TextKind::query);
  one(*embedder, "");
  EXPECT_EQ(seen.runs,
            (std::vector<Ids>{{0, 3, 4, 1}, {0, 6, 3, 4, 1}, {0, 1}}));
  EXPECT_EQ(embedder->space().id(), "local/m@1/4");
}

TEST(LocalEmbedder, pools_by_mean_or_takes_the_first_row) {
  Seen seen;
  const auto row = one(*made(seen, Pooling::mean), "a");
  const float third = 1 / std::sqrt(3.0F);
  EXPECT_NEAR(row[0], third, 1e-6);
  EXPECT_NEAR(row[1], third, 1e-6);
  EXPECT_NEAR(row[3], third, 1e-6);
  EXPECT_EQ(one(*made(seen, Pooling::first), "a"),
            (std::vector<float>{1, 0, 0, 0}));
}

TEST(LocalEmbedder, cuts_a_long_text_into_equal_windows_and_averages_them) {
  Seen seen;
  const auto embedder = made(seen, Pooling::mean);
  const auto row = one(*embedder, "a a a a b b b b");
  EXPECT_EQ(seen.runs,
            (std::vector<Ids>{{0, 3, 3, 3, 3, 1}, {0, 4, 4, 4, 4, 1}}));
  float norm = 0;
  for (const float value : row) {
    norm += value * value;
  }
  EXPECT_NEAR(norm, 1, 1e-6);
  EXPECT_EQ(embedder->usage().tokens, 12U);
  EXPECT_EQ(embedder->usage().texts, 1U);
}

TEST(LocalEmbedder, gives_the_same_rows_in_order_from_any_number_of_threads) {
  Seen seen;
  std::vector<std::string> texts;
  for (int i = 0; i < 100; ++i) {
    texts.push_back(i % 3 == 0 ? "a" : i % 3 == 1 ? "b c" : "c c a b");
  }
  const auto single =
      made(seen, Pooling::mean)->embed(texts, TextKind::passage);
  const auto many =
      made(seen, Pooling::mean, 4)->embed(texts, TextKind::passage);
  EXPECT_EQ(single.value(), many.value());
}

TEST(LocalEmbedder, gives_all_or_an_error) {
  Seen seen;
  const auto embedder = made(seen, Pooling::mean, 2);
  const std::vector<std::string> texts = {"a", "bad", "b"};
  const auto rows = embedder->embed(texts, TextKind::passage);
  EXPECT_EQ(rows.error().code, Errc::unavailable);
  EXPECT_TRUE(embedder->embed({}, TextKind::passage).value().empty());
}

TEST(LocalEmbedder, refuses_rows_that_are_not_finite_or_of_another_width) {
  Seen seen;
  EXPECT_EQ(made(seen, Pooling::mean)
                ->embed(std::vector<std::string>{"nan"}, TextKind::passage)
                .error()
                .code,
            Errc::corrupt);
  LocalEmbedder wide(card(Pooling::mean), tokenizer(),
                     std::make_unique<OneHot>(seen, 5), 1);
  EXPECT_EQ(
      wide.embed(std::vector<std::string>{"a"}, TextKind::passage).error().code,
      Errc::unsupported);
}

} // namespace
