// SPDX-License-Identifier: Apache-2.0
#include "core/embed/http_batches.hpp"

#include <gtest/gtest.h>

namespace {

using embed::batches_of;
using embed::BatchLimits;
using embed::parse_embeddings;

std::vector<std::pair<size_t, size_t>> cuts(const std::vector<size_t>& bytes,
                                            const BatchLimits& limits) {
  std::vector<std::string> texts;
  for (const auto length : bytes) {
    texts.emplace_back(length, 'x');
  }
  std::vector<std::pair<size_t, size_t>> out;
  for (const auto& batch : batches_of(texts, limits)) {
    out.emplace_back(batch.begin, batch.end);
  }
  return out;
}

using Cuts = std::vector<std::pair<size_t, size_t>>;

TEST(Batches, are_cut_by_tokens) {
  // 27 bytes are taken as ten tokens.
  EXPECT_EQ(cuts({27, 27, 27, 27, 27}, {20, 100}),
            (Cuts{{0, 2}, {2, 4}, {4, 5}}));
}

TEST(Batches, are_cut_by_number_of_texts) {
  EXPECT_EQ(cuts({1, 1, 1, 1, 1}, {1000, 2}), (Cuts{{0, 2}, {2, 4}, {4, 5}}));
}

TEST(Batches, hold_an_overlong_text_alone) {
  EXPECT_EQ(cuts({1, 900, 1}, {20, 100}), (Cuts{{0, 1}, {1, 2}, {2, 3}}));
  EXPECT_TRUE(cuts({}, {20, 100}).empty());
}

std::string refusal(std::string_view json, size_t texts, uint32_t dimensions) {
  const auto parsed = parse_embeddings(json, texts, dimensions);
  return parsed ? "none" : std::string(name_of(parsed.error().code));
}

TEST(ParseEmbeddings, puts_rows_in_the_order_of_the_texts_and_scales_them) {
  const auto parsed =
      parse_embeddings(R"({"data":[{"index":1,"embedding":[0,2]},)"
                       R"({"index":0,"embedding":[3,4]}],)"
                       R"("usage":{"prompt_tokens":5,"total_tokens":7}})",
                       2, 2);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->rows,
            (std::vector<std::vector<float>>{{0.6F, 0.8F}, {0, 1}}));
  EXPECT_EQ(parsed->tokens, 7U);
}

TEST(ParseEmbeddings, knows_no_tokens_if_the_endpoint_says_none) {
  const auto parsed =
      parse_embeddings(R"({"data":[{"index":0,"embedding":[1]}]})", 1, 0);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->tokens, std::nullopt);
}

TEST(ParseEmbeddings, refuses_everything_else) {
  for (const auto* json : {
           "",
           "null",
           "[]",
           "{\"data\":",
           R"({"data":{}})",
           R"({"data":[]})",
           R"({"data":[3]})",
           R"({"data":[{"index":0}]})",
           R"({"data":[{"index":-1,"embedding":[1,0]}]})",
           R"({"data":[{"index":1,"embedding":[1,0]}]})",
           R"({"data":[{"index":"0","embedding":[1,0]}]})",
           R"({"data":[{"index":0,"embedding":[1,0]},)"
           R"({"index":0,"embedding":[1,0]}]})",
           R"({"data":[{"index":0,"embedding":[1]}]})",
           R"({"data":[{"index":0,"embedding":[1,0,0]}]})",
           R"({"data":[{"index":0,"embedding":[0,0]}]})",
           R"({"data":[{"index":0,"embedding":[1,null]}]})",
           R"({"data":[{"index":0,"embedding":[1,1e200]}]})",
           R"({"data":[{"index":0,"embedding":"AAAA"}]})",
       }) {
    EXPECT_EQ(refusal(json, 1, 2), "corrupt") << json;
  }
  EXPECT_EQ(refusal(R"({"data":[{"index":0,"embedding":[1]},)"
                    R"({"index":1,"embedding":[1,0]}]})",
                    2, 0),
            "corrupt");
}

} // namespace
