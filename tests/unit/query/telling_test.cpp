// SPDX-License-Identifier: Apache-2.0
#include "query/answer/draft.hpp"
#include "query/answer/relevance.hpp"
#include "query/answer/telling.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using query::TellingWords;

TellingWords words() {
  return {{{"fixed", 40}, {"rate", 200}, {"termination", 30}, {"xenon", 0}},
          10'000};
}

TEST(TellingWords, a_word_that_no_passage_has_weighs_most_and_is_told) {
  EXPECT_EQ(words().nowhere(), std::vector<std::string>{"xenon"});
  EXPECT_LT(words().share("a fixed rate until termination"), 0.7);
  EXPECT_GT(words().share("a fixed rate until termination"), 0.5);
  EXPECT_DOUBLE_EQ(words().share_of_known("fixed rate, termination"), 1.0);
  EXPECT_DOUBLE_EQ(words().share("nothing of it"), 0.0);
}

TEST(TellingWords, the_stretch_with_most_words_stands_in_the_text_literally) {
  const std::string text = "The rate is paid monthly. It is a fixed rate until "
                           "the termination of the swap. Nothing else holds.";
  const auto piece = words().stretch(text, 90);
  EXPECT_EQ(piece, "It is a fixed rate until the termination of the swap.");
  EXPECT_NE(text.find(piece), std::string::npos);
}

TEST(TellingWords, a_sentence_that_is_too_long_is_cut_at_a_blank) {
  std::string text;
  for (int i = 0; i < 200; ++i) {
    text += "fixed rate ";
  }
  const auto piece = words().stretch(text, 100);
  EXPECT_LE(piece.size(), 100U);
  EXPECT_TRUE(piece.ends_with("fixed") || piece.ends_with("rate"));
}

TEST(TellingWords, lines_whose_label_is_asked_for_are_found) {
  const std::string text = "Fixed Rate Payer: Counterparty\n"
                           "Fixed Rate: 4.09%\nRate: 1%\n"
                           "TERMINATION\t06/18/2008\nTermination:\n";
  const auto lines = words().labelled(text);
  ASSERT_EQ(lines.size(), 2U); // "Rate" is part of "Fixed Rate"
  EXPECT_EQ(lines[0], "Fixed Rate: 4.09%");
  EXPECT_EQ(lines[1], "TERMINATION\t06/18/2008");
}

TEST(TellingWords, hostile_text_takes_no_time_and_no_crash) {
  const std::string newlines(200'000, '\n');
  const std::string stops(200'000, '.');
  const std::string bytes(200'000, '\xff');
  for (const std::string* text : {&newlines, &stops, &bytes}) {
    EXPECT_LE(words().stretch(*text, 400).size(), 400U);
    words().labelled(*text);
  }
  EXPECT_TRUE(words().stretch("", 400).empty());
}

TEST(TellingQuotes, every_quotation_stands_in_the_text) {
  const std::string text = "Notional: 5 USD\nFixed Rate: 4.09%\n" +
                           std::string(500, 'x') +
                           "\nTermination Date is the 18th.\n";
  const std::string quotes = query::telling_quotes(words(), text);
  EXPECT_NE(quotes.find("\u201cFixed Rate: 4.09%\u201d"), std::string::npos);
  EXPECT_NE(quotes.find("Termination Date is the 18th."), std::string::npos);
  EXPECT_EQ(quotes.find("Notional"), std::string::npos);
}

TEST(DocumentName, a_heading_or_a_sentence_is_no_name) {
  query::Source source;
  source.paths = {{"a", "contracts/lease.md"}};
  for (const char* title :
       {"1 Definitions", "of the parties", "Dear Sirs:", ""}) {
    source.title = title;
    EXPECT_EQ(query::document_name(source), "lease.md") << title;
  }
  source.title = "Quartz Hill lease";
  EXPECT_EQ(query::document_name(source), "Quartz Hill lease");
}

TEST(Relevance, a_short_question_needs_more_of_its_words_than_a_long_one) {
  EXPECT_GT(query::least_share(1), query::least_share(3));
  EXPECT_GT(query::least_share(3), query::least_share(7));
  EXPECT_DOUBLE_EQ(query::least_share(7), query::least_share(60));
  EXPECT_TRUE(query::is_relevant({0.6, std::nullopt}, 2));
  EXPECT_FALSE(query::is_relevant({0.5, std::nullopt}, 2));
  // Where vectors ranked, words alone are not enough, and nearness is.
  EXPECT_FALSE(query::is_relevant({0.9, 0.4}, 2));
  EXPECT_TRUE(query::is_relevant({0.0, 0.8}, 2));
}

} // namespace
