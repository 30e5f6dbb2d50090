// SPDX-License-Identifier: Apache-2.0
#include "core/domain/asked.hpp"

#include <gtest/gtest.h>

using domain::asked_facts;
using domain::AskedFact;

namespace {

AskedFact only(const char* question) {
  const auto facts = asked_facts(question);
  EXPECT_EQ(facts.size(), 1U) << question;
  return facts.empty() ? AskedFact{} : facts.front();
}

} // namespace

TEST(AskedFacts, TakeAQuantityWithTheWordThatSaysWhichFactIsMeant) {
  for (const char* question :
       {"Seismic with a 5 ms sample interval", "sampled at 5 ms",
        "sampling rate of 5000 us", "sample interval 0.005 s"}) {
    const AskedFact fact = only(question);
    EXPECT_EQ(fact.key, "sample_interval_us") << question;
    EXPECT_NEAR(fact.least.value_or(0), 5000, 0.1) << question;
    EXPECT_NEAR(fact.most.value_or(0), 5000, 0.1) << question;
  }
  EXPECT_EQ(only("18000 ms records").key, "record_length_ms");
  EXPECT_NEAR(*only("records of 6 s").most, 6000, 0.1);
  EXPECT_NEAR(*only("18,000 ms records").least, 18000, 0.1);
  EXPECT_EQ(only("which lines have 1501 samples").key, "samples_per_trace");
  EXPECT_NEAR(*only("files with 1,501 traces").most, 1501, 0.1);
}

TEST(AskedFacts, Compare) {
  AskedFact fact = only("wells deeper than 3000 m");
  EXPECT_EQ(fact.key, "depth_stop_m");
  EXPECT_GT(*fact.least, 3000);
  EXPECT_FALSE(fact.most);
  fact = only("logs at least 10,000 ft deep");
  EXPECT_NEAR(*fact.least, 3048, 0.01);
  EXPECT_LE(*fact.least, 3048);
  fact = only("logged below 2000 m");
  EXPECT_TRUE(fact.least && !fact.most) << "below ground is deeper";
  fact = only("records under 4 s");
  EXPECT_TRUE(fact.most && !fact.least);
  EXPECT_LT(*fact.most, 4000);
  fact = only("logs with depths between 500 and 1000 m");
  EXPECT_NEAR(*fact.least, 500, 0.01);
  EXPECT_NEAR(*fact.most, 1000, 0.01);
  fact = only("about 4000 ms records");
  EXPECT_NEAR(*fact.least, 3800, 0.01);
  EXPECT_NEAR(*fact.most, 4200, 0.01);
}

TEST(AskedFacts, LeaveAloneWhatSaysNothing) {
  for (const char* question :
       {"", "18000 records", "5 ms", "3000", "who repairs the pump",
        "the depth of 15/9-19 in 1984", "well 49-025-06325 m depth",
        "price of 5 m cable", "in or me", "price of CF14JT10K0CT-ND",
        "AMOCO CANADA PETROLEUM CO.LTD.", "part WY-4471"}) {
    EXPECT_EQ(asked_facts(question).size(), 0U) << question;
  }
}

TEST(AskedFacts, EndSoonForAnyQuestion) {
  std::string endless;
  while (endless.size() < 200'000) {
    endless += "depth 5 m between 3 and 4 ms ";
  }
  EXPECT_LT(asked_facts(endless).size(), 1000U);
  EXPECT_EQ(asked_facts("\xff\xfe 5 \xc2 m depth \x80").size(), 0U);
}

TEST(AskedFacts, NameFamiliesOfCurves) {
  const auto facts = asked_facts("sonic logs deeper than 3000 m in Kansas");
  ASSERT_EQ(facts.size(), 3U);
  EXPECT_EQ(facts[0].key, "depth_stop_m");
  EXPECT_EQ(facts[1].text, "Kansas");
  EXPECT_EQ(facts[2].key, "curve_family");
  EXPECT_EQ(facts[2].text, "sonic");
}

TEST(AskedFacts, NameStatesAndCounties) {
  EXPECT_EQ(only("LAS in Natrona county").key, "county");
  EXPECT_EQ(only("LAS in Natrona county").text, "Natrona");
  EXPECT_EQ(only("wells of Kansas").text, "Kansas");
  EXPECT_EQ(only("wells in WY").text, "Wyoming");
  EXPECT_EQ(only("wells near Casper, WY").text, "Wyoming");
  const auto facts =
      asked_facts("How many wells are in Wyoming County, West Virginia?");
  ASSERT_EQ(facts.size(), 2U);
  EXPECT_EQ(facts[0].text, "West Virginia");
  EXPECT_EQ(facts[1].key, "county");
  EXPECT_EQ(facts[1].text, "Wyoming");
}

namespace {

std::string groups(std::string_view question) {
  std::string out;
  for (const domain::AskedFact& fact : domain::asked_facts(question)) {
    if (!fact.text.empty()) {
      out += fact.key + (fact.negated ? "!=" : "=") + fact.text + ";";
    }
  }
  return out;
}

} // namespace

TEST(AskedFacts, AGroupMayBeNegated) {
  EXPECT_EQ(groups("orphan wells not in Wyoming"), "state!=Wyoming;");
  EXPECT_EQ(groups("wells in Kansas, but not in Oklahoma"),
            "state=Kansas;state!=Oklahoma;");
  EXPECT_EQ(groups("logs outside of Natrona County"), "county!=Natrona;");
  EXPECT_EQ(groups("layers except those in Texas"), "state!=Texas;");
  EXPECT_EQ(groups("everything except West Virginia"), "state!=West Virginia;");
  // The "not" belongs to something else.
  EXPECT_EQ(groups("wells that are not plugged in Wyoming"), "state=Wyoming;");
  EXPECT_EQ(groups("is it not true for all wells in Wyoming"),
            "state=Wyoming;");
}

TEST(AskedFacts, AStateInsideOfAnotherNameIsNone) {
  for (const char* question :
       {"letters of George Washington", "memo from Mr. Washington",
        "reports by J. B. Washington", "novels by Virginia Woolf",
        "gauges on the Delaware River"}) {
    EXPECT_EQ(groups(question), "") << question;
  }
  for (const char* question :
       {"wells in Washington", "Show Washington wells",
        "Western Washington logs", "wells of Spokane, Washington"}) {
    EXPECT_EQ(groups(question), "state=Washington;") << question;
  }
  EXPECT_EQ(groups("offices in Washington, D.C."), "state=D.C.;");
  EXPECT_EQ(groups("wells of the Delaware Basin"), "");
  EXPECT_EQ(groups("Virginia Oil wells"), "state=Virginia;");
  EXPECT_EQ(groups("wells in New Mexico"), "state=New Mexico;");
  EXPECT_EQ(groups("maps of West Virginia wells"), "state=West Virginia;");
}

TEST(AskedFacts, ANegatedComparisonTurns) {
  const auto most = only("wells not deeper than 3000 m");
  EXPECT_FALSE(most.least);
  EXPECT_TRUE(most.most);
  const auto least = only("wells not shallower than 3000 m");
  EXPECT_TRUE(least.least);
  EXPECT_FALSE(least.most);
}

TEST(AskedFacts, ReferenceSystemsAreNamedInManyWays) {
  EXPECT_EQ(groups("layers in NAD27"), "datum=NAD27;");
  EXPECT_EQ(groups("layers in NAD 1927 or ED-50"), "datum=NAD27;datum=ED50;");
  EXPECT_EQ(groups("which surveys are in wgs84?"), "datum=WGS 84;");
  EXPECT_EQ(groups("feed50 and NAD277"), "");
  const auto facts = domain::asked_facts("layers in EPSG:4267");
  ASSERT_EQ(facts.size(), 1U);
  EXPECT_EQ(facts[0].key, "epsg");
  EXPECT_EQ(facts[0].least, 4267);
  EXPECT_EQ(facts[0].most, 4267);
  EXPECT_TRUE(domain::asked_facts("4267 wells").empty());
}

TEST(AskedFacts, FieldsAreNamedBeforeTheWord) {
  EXPECT_EQ(groups("logs in the Pomona field"), "field=Pomona;");
  EXPECT_EQ(groups("wells of the Salt Creek Field"), "field=Salt Creek;");
  EXPECT_EQ(groups("Åsgard field"), "field=Åsgard;");
  EXPECT_EQ(groups("which oil field is it in?"), "");
  EXPECT_EQ(groups("Which field has gas?"), "");
}

TEST(AskedFacts, AComparisonMayStandBehindTheUnit) {
  const auto facts = domain::asked_facts("logs 3000 m deep or more");
  ASSERT_EQ(facts.size(), 1U);
  const auto behind = domain::asked_facts("depth of 3000 m or more");
  ASSERT_EQ(behind.size(), 1U);
  EXPECT_TRUE(behind[0].least.has_value());
  EXPECT_FALSE(behind[0].most.has_value());
  const auto less = domain::asked_facts("records of 6000 ms or less");
  ASSERT_EQ(less.size(), 1U);
  EXPECT_FALSE(less[0].least.has_value());
}

TEST(AskedFacts, SizesAndCountsOfFiles) {
  const auto one = [](const char* question) {
    const auto facts = domain::asked_facts(question);
    return facts.size() == 1 ? facts[0] : domain::AskedFact{};
  };
  const auto large = one("files larger than 10 MB");
  EXPECT_EQ(large.key, "file_size_bytes");
  ASSERT_TRUE(large.least);
  EXPECT_NEAR(*large.least, 1e7, 1);
  EXPECT_FALSE(large.most);
  const auto rows = one("tables with fewer than 100 rows");
  EXPECT_EQ(rows.key, "row_count");
  ASSERT_TRUE(rows.most);
  EXPECT_LT(*rows.most, 100);
  EXPECT_EQ(one("kelly bushing over 1200 ft").key, "elevation_kb_m");
  // A unit without a word that says of what is nothing.
  EXPECT_TRUE(domain::asked_facts("the 10 MB of it").empty());
}

TEST(AskedFacts, CountriesStandBehindAWordThatPlaces) {
  EXPECT_EQ(groups("exploration wells in Norway"), "country=Norway;");
  EXPECT_EQ(groups("wells in the USA"), "country=United States;");
  EXPECT_EQ(groups("licences in the UK or Denmark"),
            "country=United Kingdom;country=Denmark;");
  EXPECT_EQ(groups("wells not in Norway"), "country!=Norway;");
  EXPECT_EQ(groups("offshore Brazil"), "country=Brazil;");
  EXPECT_EQ(groups("brønner in Norge"), "country=Norway;");
  // A state, a field, and words that are none.
  EXPECT_EQ(groups("wells in Georgia"), "state=Georgia;");
  EXPECT_EQ(groups("wells in Jordan field"), "field=Jordan;");
  EXPECT_EQ(groups("let us see it"), "");
  EXPECT_EQ(groups("turkey for dinner"), "");
}

TEST(AskedFacts, AFamilyOfCurvesMayBeUnwanted) {
  EXPECT_EQ(groups("logs without sonic"), "curve_family!=sonic;");
  EXPECT_EQ(groups("logs without gamma ray in Kansas"),
            "state=Kansas;curve_family!=gamma ray;");
  EXPECT_EQ(groups("wells with no sonic logs"), "curve_family!=sonic;");
  EXPECT_EQ(groups("well logs lacking a caliper"), "curve_family!=caliper;");
  EXPECT_EQ(groups("sonic logs without a date"), "curve_family=sonic;");
}

TEST(AskedFacts, AllOfOneQuestionAreHeard) {
  const auto facts = asked_facts("sonic logs deeper than 3000 m in Natrona "
                                 "County, not in Kansas, spudded before 1980");
  std::string out;
  for (const AskedFact& fact : facts) {
    out += fact.key + (fact.negated ? "! " : " ");
  }
  EXPECT_EQ(out, "depth_stop_m state! county curve_family spud_date ");
}
