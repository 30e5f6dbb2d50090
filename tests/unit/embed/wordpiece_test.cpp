// SPDX-License-Identifier: Apache-2.0
#include "core/embed/wordpiece.hpp"

#include <gtest/gtest.h>

namespace {

using embed::WordPiece;
using Ids = std::vector<int64_t>;

std::string refusal(const base::Result<WordPiece>& result) {
  return result ? "none" : std::string(name_of(result.error().code));
}

// Out of line: GCC warns of code that cannot run when all is inlined.
[[gnu::noinline]] WordPiece loaded(base::Result<WordPiece> result) {
  return std::move(*result);
}

WordPiece small() {
  return loaded(WordPiece::from_vocabulary(
      "[PAD]\n[UNK]\n[CLS]\n[SEP]\nwell\n##bore\nw\n##ell\n##s\n-\nå\n##åb\n"));
}

std::string tokenizer_json(const std::string& prefix,
                           const std::string& extra) {
  return R"({"normalizer":{"type":"BertNormalizer","clean_text":true,)"
         R"("handle_chinese_chars":true,"strip_accents":null,)"
         R"("lowercase":true},"pre_tokenizer":{"type":"BertPreTokenizer"},)"
         R"("model":{"unk_token":"[UNK]","continuing_subword_prefix":")" +
         prefix +
         R"(","max_input_chars_per_word":5,"vocab":{"[UNK]":0,)"
         R"("[CLS]":1,"[SEP]":2,"abc":7,"##d":8)" +
         extra + "}}}";
}

TEST(WordPiece, takes_the_longest_piece_first) {
  EXPECT_EQ(small().tokens("Wellbores"), (Ids{4, 5, 8}));
  EXPECT_EQ(small().tokens("well-well"), (Ids{4, 9, 4}));
}

TEST(WordPiece, makes_a_word_that_no_pieces_cover_one_unknown_token) {
  EXPECT_EQ(small().tokens("wellx well"), (Ids{1, 4}));
  EXPECT_EQ(small().tokens("ÅÅ"), (Ids{1}));
}

TEST(WordPiece, makes_an_overlong_word_unknown) {
  const std::string pieces(99, 's');
  EXPECT_EQ(small().tokens("w" + pieces).size(), 100U);
  EXPECT_EQ(small().tokens("w" + pieces + "s"), (Ids{1}));
}

TEST(WordPiece, reads_marks_within_a_text_as_text) {
  EXPECT_EQ(small().tokens("[SEP]"), (Ids{1, 1, 1}));
}

TEST(WordPiece, reads_a_tokenizer_json) {
  const auto read = loaded(WordPiece::from_json(tokenizer_json("##", "")));
  EXPECT_EQ(read.tokens("abcd"), (Ids{7, 8}));
  EXPECT_EQ(read.tokens("abcddd"), (Ids{0}));
  EXPECT_EQ(read.begin_id(), 1);
  EXPECT_EQ(read.end_id(), 2);
}

TEST(WordPiece, refuses_a_tokenizer_of_another_kind) {
  EXPECT_EQ(refusal(WordPiece::from_json(tokenizer_json("@@", ""))),
            "unsupported");
  EXPECT_EQ(refusal(WordPiece::from_json(R"({"model":{"type":"BPE"}})")),
            "unsupported");
}

TEST(WordPiece, refuses_damaged_files) {
  for (const auto* text : {"", "[]", "null", "{\"model\":", "{\"model\":[]}"}) {
    EXPECT_EQ(refusal(WordPiece::from_json(text)), "corrupt") << text;
  }
  for (const auto* extra : {",\"x\":-1", ",\"x\":\"1\"", ",\"x\":1e99"}) {
    EXPECT_EQ(refusal(WordPiece::from_json(tokenizer_json("##", extra))),
              "corrupt")
        << extra;
  }
  EXPECT_EQ(refusal(WordPiece::from_vocabulary("a\nb\n")), "corrupt");
  EXPECT_EQ(refusal(WordPiece::from_vocabulary("\xFF\n")), "corrupt");
  EXPECT_EQ(refusal(WordPiece::load("/nonexistent/vocab.txt")), "not-found");
}

} // namespace
