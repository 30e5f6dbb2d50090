// SPDX-License-Identifier: Apache-2.0
#include "core/embed/bert_text.hpp"

#include <gtest/gtest.h>

namespace {

using embed::bert_words;
using Words = std::vector<std::string>;

TEST(BertWords, splits_at_white_space_and_makes_punctuation_words) {
  EXPECT_EQ(
      bert_words("  49-025-06325,\tWY\r\nGR.GAPI "),
      (Words{"49", "-", "025", "-", "06325", ",", "wy", "gr", ".", "gapi"}));
}

TEST(BertWords, treats_symbols_of_ascii_as_punctuation_but_not_others) {
  EXPECT_EQ(bert_words("a+b=c"), (Words{"a", "+", "b", "=", "c"}));
  EXPECT_EQ(bert_words("3×4 45°"), (Words{"3×4", "45°"}));
}

TEST(BertWords, strips_accents_and_lowers_case) {
  EXPECT_EQ(bert_words("Ålesund ÉCOLE ǅ Σας"),
            (Words{"alesund", "ecole", "ǆ", "σας"}));
}

TEST(BertWords, makes_each_ideograph_a_word_but_not_kana_or_hangul) {
  EXPECT_EQ(bert_words("地震a測"), (Words{"地", "震", "a", "測"}));
  EXPECT_EQ(bert_words("カナ"), (Words{"カナ"}));
}

TEST(BertWords, drops_control_and_format_characters) {
  EXPECT_EQ(bert_words(std::string("a\0b\x01"
                                   "c\xC2\xAD"
                                   "d\xE2\x80\x8B"
                                   "e\xEF\xBF\xBD"
                                   "f",
                                   16)),
            (Words{"abcdef"}));
}

TEST(BertWords, drops_bytes_that_are_not_utf8) {
  EXPECT_EQ(bert_words("a\xFF\xFE"
                       "b \xE2\x82 c\xED\xA0\x80"),
            (Words{"ab", "c"}));
}

TEST(BertWords, splits_at_spaces_beyond_ascii) {
  EXPECT_EQ(bert_words("a\xC2\xA0"
                       "b\xE2\x80\x83"
                       "c\xE3\x80\x80"
                       "d"),
            (Words{"a", "b", "c", "d"}));
}

TEST(BertWords, gives_nothing_for_a_text_without_words) {
  EXPECT_TRUE(bert_words("").empty());
  EXPECT_TRUE(bert_words(" \n\x7F\x01").empty());
}

} // namespace
