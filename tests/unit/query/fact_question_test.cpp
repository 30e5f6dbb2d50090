// SPDX-License-Identifier: Apache-2.0
#include "query/answer/alike_words.hpp"
#include "query/answer/apart.hpp"
#include "query/answer/fact_question.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace {

std::string first_key(const char* question) {
  const auto found = query::fact_question(question);
  return found.asked.empty() ? "" : found.asked.front().keys.front();
}

} // namespace

TEST(FactQuestion, KnowsWhatIsAskedOfAFile) {
  const std::pair<const char*, const char*> cases[] = {
      {"Who wrote the EPANET FAQ?", "author"},
      {"author of the pump report", "author"},
      {"What CRS is the layer wells in?", "crs_name"},
      {"What is the sample interval of line 7?", "sample_interval_us"},
      {"Which program created report.pdf?", "creator"},
      {"Who last modified it?", "last_modified_by"},
      {"When was the mail sent?", "sent_date"},
      {"How many samples per trace has a.sgy?", "samples_per_trace"},
      {"datum of the survey", "datum"}};
  for (const auto& [question, key] : cases) {
    EXPECT_EQ(first_key(question), key) << question;
  }
}

TEST(FactQuestion, CountsWhateverThingHasAFactForIt) {
  const auto found = query::fact_question("How many traces has a.sgy?");
  ASSERT_EQ(found.asked.size(), 1U);
  EXPECT_TRUE(found.asked[0].counts);
  EXPECT_EQ(found.asked[0].keys.front(), "trace_count");
  EXPECT_EQ(found.asked[0].label, "Traces");
}

TEST(FactQuestion, IsNoneWhereNothingOfAFileIsAsked) {
  for (const char* question :
       {"", "who repairs the mud pump", "oil wells in Natrona County",
        "maximum liability", "49-025-06325"}) {
    EXPECT_TRUE(query::fact_question(question).asked.empty()) << question;
  }
}

TEST(ToldApart, TakesTheValuesAndWhatTellsThemApart) {
  const query::TellingWords words({{"grand", 3}, {"total", 9}}, 100);
  const auto found = query::told_apart(
      {"Name Ann\nOrder 7\nGRAND TOTAL 5", "Name Bob\nOrder 7\nGRAND TOTAL 9"},
      words);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].line, "GRAND TOTAL 5");
  EXPECT_EQ(found[1].differs, std::vector<std::string>{"Name Bob"});
}

TEST(ToldApart, IsNoneWhereBothSayTheSameOrOneSaysNothing) {
  const query::TellingWords words({{"grand", 3}, {"total", 9}}, 100);
  EXPECT_TRUE(
      query::told_apart({"GRAND TOTAL 5", "GRAND TOTAL 5"}, words).empty());
  EXPECT_TRUE(query::told_apart({"GRAND TOTAL 5", "a total"}, words).empty());
  EXPECT_TRUE(
      query::told_apart({"GRAND TOTAL 5", "TOTAL GRAND sum 5"}, words).empty());
}

TEST(Likeness, IsWholeForTheWordAndLessForItsStemOrSense) {
  EXPECT_EQ(query::likeness({"cap"}, "cap"), 1);
  EXPECT_LT(query::likeness({"cap"}, "maximum"), 1);
  EXPECT_GT(query::likeness({"cap"}, "maximum"), 0);
  EXPECT_GT(query::likeness({"operator"}, "operated"), 0);
  EXPECT_EQ(query::likeness({"river"}, "maximum"), 0);
}
