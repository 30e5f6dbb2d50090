// SPDX-License-Identifier: Apache-2.0
#include "core/domain/text.hpp"
#include "query/search/clause_text.hpp"
#include "query/search/clauses.hpp"
#include "query/search/named.hpp"

#include <gtest/gtest.h>

namespace {

using query::name_documents;
using query::NamedDocument;

NamedDocument document(const std::string& title, const std::string& path) {
  NamedDocument out;
  out.title = title;
  out.paths = {{"files", path}};
  for (const std::string& text : {title, path}) {
    for (std::string& word : domain::words_of(text)) {
      out.words.insert(std::move(word));
    }
  }
  return out;
}

const std::vector<NamedDocument> k_documents = {
    document("Cloud Service Agreement", "commonpaper csa"),
    document("Bonterms Cloud Terms", "bonterms cloud terms md"),
    document("Bonterms Cloud Terms", "bonterms cloud terms pdf"),
    document("", "servicelevelagreement text sample"),
    document("Sooner farm-out agreement", "farmout sooner html")};

std::string named(const std::string& text) {
  std::string out;
  for (const size_t i : name_documents(k_documents, text).documents) {
    out += (out.empty() ? "" : " ") + std::to_string(i);
  }
  return out;
}

TEST(NamedDocuments, ByTitleFileAndJoinedWords) {
  EXPECT_EQ(named("of the Common Paper Cloud Service Agreement"), "0");
  EXPECT_EQ(named("of the Bonterms Cloud Terms"), "1 2");
  EXPECT_EQ(named("in the csa"), "0");
  EXPECT_EQ(named("of the service level agreement"), "3");
  EXPECT_EQ(named("of the Sooner farm-out"), "4");
}

TEST(NamedDocuments, WhatTellsNothingNamesNone) {
  EXPECT_EQ(named("What does say?"), "");
  EXPECT_EQ(named("What does it say in the agreement"), "");
  // What is asked about is no name.
  EXPECT_EQ(named("What does it say about cloud terms"), "");
}

TEST(NamedDocuments, ANameWithStrangeWordsIsThatOfAnother) {
  EXPECT_EQ(named("of the Shell Master Services Agreement"), "");
  EXPECT_EQ(named("of the shell master services agreement"), "");
}

TEST(ClauseTexts, OneOtherNumberIsAnotherText) {
  EXPECT_TRUE(
      query::same_text("5.2.\n\nSecurity. He \xe2\x80\x9cmay\xe2\x80\x9d",
                       "5.2 Security. He \"may\""));
  EXPECT_TRUE(query::same_text("de-identified data", "deidentified data"));
  EXPECT_FALSE(query::same_text("pays 500 dollars", "pays 700 dollars"));
  EXPECT_FALSE(query::same_text("he shall pay it", "he shall not pay it"));
}

TEST(ClauseTexts, AreCutAtWords) {
  EXPECT_EQ(query::first_words("one\n two", 20), "one two");
  EXPECT_EQ(query::first_words("one two three", 9), "one two \xe2\x80\xa6");
}

TEST(AbsentClauses, MentionsElsewhereComeFirstAndSaySo) {
  query::SearchResult result;
  for (const char* text : {"clause 122.160 and 22.161", "Add a new 22.16."}) {
    query::Hit hit;
    hit.paths = {{"files", text}};
    hit.text = text;
    hit.score = 0.5;
    result.hits.push_back(hit);
  }
  query::ClauseAnswer answer;
  answer.absent.push_back({"Section 22.16", "22.16", {}, "Terms", "22.15"});
  query::put_clauses(std::move(answer), result);
  ASSERT_EQ(result.hits.size(), 2u);
  EXPECT_EQ(result.hits[0].text, "Add a new 22.16.");
  EXPECT_EQ(result.hits[0].why, std::vector<std::string>{"mentions 22.16"});
  EXPECT_TRUE(result.hits[1].why.empty());
  EXPECT_EQ(result.absent_clauses.size(), 1u);
}

} // namespace
