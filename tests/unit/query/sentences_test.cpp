// SPDX-License-Identifier: Apache-2.0
#include "query/answer/sentences.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using query::parse_sentence;
using query::SentenceSplitter;

std::vector<std::string> split(const std::string& text) {
  SentenceSplitter splitter;
  auto out = splitter.add(text);
  for (auto& last : splitter.finish()) {
    out.push_back(std::move(last));
  }
  return out;
}

// Texts of the sentences, a bar between them.
std::string texts(const std::string& text) {
  std::string out;
  for (const auto& raw : split(text)) {
    const auto one = parse_sentence(raw);
    if (!one.text.empty()) {
      out += (out.empty() ? "" : " / ") + one.text;
    }
  }
  return out;
}

TEST(Sentences, end_at_points_but_not_within_numbers_and_abbreviations) {
  EXPECT_EQ(texts("A is 3.2 m [1]. B is 5."), "A is 3.2 m. / B is 5.");
  EXPECT_EQ(texts("See No. 5 of A-1 St. John, approx. 3 m [1]. Next."),
            "See No. 5 of A-1 St. John, approx. 3 m. / Next.");
  EXPECT_EQ(texts("The file a.las by J. Smith [1]. It ends."),
            "The file a.las by J. Smith. / It ends.");
  EXPECT_EQ(texts("Is it? Yes! Good."), "Is it? / Yes! / Good.");
}

TEST(Sentences, keep_citations_behind_their_point) {
  const auto all = split("A is here. [1][2] B is there [3].");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(parse_sentence(all[0]).cites, (std::vector<unsigned>{1, 2}));
  EXPECT_EQ(parse_sentence(all[0]).text, "A is here.");
  EXPECT_EQ(parse_sentence(all[1]).cites, (std::vector<unsigned>{3}));
}

TEST(Sentences, do_not_end_within_quotation_marks) {
  EXPECT_EQ(texts("It says \"Stop. Go back.\" and ends [1]. Next."),
            "It says \"Stop. Go back.\" and ends. / Next.");
  EXPECT_EQ(texts("Casing 9 5/8\" was set. It held [1]."),
            "Casing 9 5/8\" was set. / It held.");
}

TEST(Sentences, are_items_of_lists_rows_and_headings) {
  EXPECT_EQ(texts("## Facts\n- one [1]\n* two [2]\n1. three [3]\n\n| a | b "
                  "|\n|---|:-:|\n| 5 | 6 [1] |\n```\n"),
            "Facts / one / two / three / a | b / 5 | 6");
  EXPECT_EQ(texts("A line that\ngoes on [1]."), "A line that goes on.");
}

TEST(Sentences, read_citations_of_several_forms) {
  EXPECT_EQ(parse_sentence("a [1, 3]").cites, (std::vector<unsigned>{1, 3}));
  EXPECT_EQ(parse_sentence("a [3][1]").cites, (std::vector<unsigned>{1, 3}));
  EXPECT_EQ(parse_sentence("a [1-3]").cites, (std::vector<unsigned>{1, 2, 3}));
  EXPECT_EQ(parse_sentence("a [Source 2; source 4]").cites,
            (std::vector<unsigned>{2, 4}));
  EXPECT_EQ(parse_sentence("a \xef\xbc\xbb"
                           "2\xef\xbc\xbd")
                .cites,
            (std::vector<unsigned>{2}));
  EXPECT_TRUE(parse_sentence("a [1-900]").malformed);
  EXPECT_TRUE(parse_sentence("a [1x]").malformed);
  EXPECT_TRUE(parse_sentence("a [see 1]").cites.empty());
}

TEST(Sentences, are_the_same_however_the_reply_is_cut) {
  const std::string text =
      "1. The depth is 12,000 ft. [1] It was No. 5 [2].\n\n- \"One. Two\" "
      "[3]\n| a | b [1] |\nA line that\ngoes on, e.g. here [1]. End";
  const auto whole = split(text);
  for (size_t size = 1; size < 12; ++size) {
    SentenceSplitter splitter;
    std::vector<std::string> out;
    for (size_t at = 0; at < text.size(); at += size) {
      for (auto& one : splitter.add(text.substr(at, size))) {
        out.push_back(std::move(one));
      }
    }
    for (auto& one : splitter.finish()) {
      out.push_back(std::move(one));
    }
    EXPECT_EQ(out, whole) << size;
  }
}

} // namespace
