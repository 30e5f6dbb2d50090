// SPDX-License-Identifier: Apache-2.0
#include "core/domain/asked_facts.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace {

std::string first_key(const char* question) {
  const auto found = domain::fact_question(question);
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
  const auto found = domain::fact_question("How many traces has a.sgy?");
  ASSERT_EQ(found.asked.size(), 1U);
  EXPECT_TRUE(found.asked[0].counts);
  EXPECT_EQ(found.asked[0].keys.front(), "trace_count");
  EXPECT_EQ(found.asked[0].label, "Traces");
}

TEST(FactQuestion, IsNoneWhereNothingOfAFileIsAsked) {
  for (const char* question :
       {"", "who repairs the mud pump", "oil wells in Natrona County",
        "maximum liability", "49-025-06325"}) {
    EXPECT_TRUE(domain::fact_question(question).asked.empty()) << question;
  }
}
