// SPDX-License-Identifier: Apache-2.0
// Cases that tests/data/embed/make_tokens.py made with the reference package.
#include "core/embed/wordpiece.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace {

TEST(WordPiece, gives_the_tokens_of_the_reference) {
  const auto tokenizer =
      embed::WordPiece::load(KEYBED_TEST_DATA "/embed/vocab.txt");
  ASSERT_TRUE(tokenizer) << tokenizer.error().message;
  std::ifstream in(KEYBED_TEST_DATA "/embed/tokens.jsonl");
  int cases = 0;
  for (std::string line; std::getline(in, line); ++cases) {
    const auto expected = nlohmann::json::parse(line);
    const auto text = expected.at("text").get<std::string>();
    EXPECT_EQ(tokenizer->tokens(text),
              expected.at("ids").get<std::vector<int64_t>>())
        << line;
  }
  EXPECT_GT(cases, 40);
}

} // namespace
