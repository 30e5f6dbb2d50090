// SPDX-License-Identifier: Apache-2.0
#include "core/domain/codes.hpp"
#include "core/domain/keys.hpp"
#include "core/domain/wellbore.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <random>

using domain::KeyContext;

namespace {

using List = std::vector<std::string>;

List found(std::string_view text, KeyContext context, std::string_view family) {
  List out;
  for (const auto& match : domain::find_keys(text, context)) {
    if (match.family == family) {
      out.push_back(match.canonical);
    }
  }
  return out;
}

} // namespace

TEST(FindKeys, ATableOfNamesAndValuesLabelsByTheCellBeside) {
  EXPECT_EQ(
      found("LAS Mnemonic: API; Value: 3003924281", KeyContext::record, "api"),
      (std::vector<std::string>{"3003924281"}));
  EXPECT_TRUE(
      found("Name: KID; Value: 3003924281", KeyContext::record, "api").empty());
}

TEST(FindKeys, TakesOnlyTheFieldsOwnNameAsLabelInARecord) {
  EXPECT_EQ(
      found("API: 4902506325; KID: 1031510612", KeyContext::record, "api"),
      List{"4902506325"});
}

TEST(FindKeys, AcceptsALabelBehindAWellNumberInProse) {
  EXPECT_EQ(found("the well 49-025-06325 (API)", KeyContext::prose, "api"),
            List{"4902506325"});
  EXPECT_EQ(found("rapid 4902506325 (capital)", KeyContext::prose, "api"),
            List{});
}

TEST(FindKeys, DoesNotRunAWellNumberIntoTheNextWord) {
  EXPECT_EQ(found("API 49-025-06325 12 of them", KeyContext::prose, "api"),
            List{"4902506325"});
  EXPECT_EQ(found("API 49-025-06325-7", KeyContext::prose, "api"), List{});
}

TEST(FindKeys, TakesTenBareDigitsOfAPathOnlyBelowTheirState) {
  EXPECT_EQ(found("Wells/Kansas/LAS/1513120047.las", KeyContext::path, "api"),
            List{"1513120047"});
  // 10-315 is a county of Georgia, but the number counts scans of Kansas.
  EXPECT_EQ(found("Wells/Kansas/LAS/1031510612.las", KeyContext::path, "api"),
            List{});
  EXPECT_EQ(found("x/49-025-06325.pdf", KeyContext::path, "api"),
            List{"4902506325"});
}

TEST(FindKeys, SeesThroughUnicodeDashesAndSpaces) {
  const std::string text = "API\xc2\xa0"
                           "49\xe2\x80\x93"
                           "025\xe2\x88\x92"
                           "06325";
  const auto matches = domain::find_keys(text, KeyContext::prose);
  ASSERT_FALSE(matches.empty());
  EXPECT_EQ(matches[0].canonical, "4902506325");
  EXPECT_EQ(matches[0].begin, 5U);
  EXPECT_EQ(matches[0].end, text.size());
}

TEST(FindKeys, FindsCanadianIdentifiersHoweverWritten) {
  for (const char* text : {"well 00/07-06-083-03W400", "00/07-06-083-03W4/0",
                           "00-07-06-083-03W4-0.LAS", "00070608303W40",
                           "100070608303W400", "100/07-06-083-03W4/00"}) {
    EXPECT_EQ(found(text, KeyContext::question, "uwi-ca"),
              List{"100070608303W400"})
        << text;
  }
  EXPECT_EQ(found("log of AA151410113W400", KeyContext::question, "uwi-ca"),
            List{"1AA151410113W400"});
  EXPECT_EQ(found("AA/10-14-093-08W400", KeyContext::prose, "uwi-ca"),
            List{"1AA101409308W400"});
  EXPECT_EQ(found("200/D-096-H/094-A-15/00", KeyContext::prose, "uwi-ca"),
            List{"200D096H094A1500"});
  for (const char* text : {"log of 15-14-101-13W4", "LOG OF 15-14-101-13W4",
                           "at 15-14-101-13W4"}) {
    EXPECT_EQ(found(text, KeyContext::question, "uwi-ca"), List{}) << text;
    EXPECT_EQ(found(text, KeyContext::question, "code"), List{"15-14-101-13W4"})
        << text;
  }
}

TEST(FindKeys, KnowsQuadrantsByDegreesAndInstallations) {
  EXPECT_EQ(
      found("6608/10-E-3 AH came on stream", KeyContext::prose, "wellbore"),
      List{"6608/10-E-3AH"});
  EXPECT_EQ(found("wellbore 7220/8-1 is dry", KeyContext::prose, "wellbore"),
            List{"7220/8-1"});
  EXPECT_EQ(found("well 211/29-A12 leaks", KeyContext::prose, "wellbore"),
            List{"211/29-A-12"});
  EXPECT_EQ(found("WELL 15/9-19 IN THE NORTH", KeyContext::prose, "wellbore"),
            List{"15/9-19"});
  EXPECT_EQ(found("well 9999/8-1", KeyContext::prose, "wellbore"), List{});
}

TEST(FindKeys, FindsLinesAndFiles) {
  EXPECT_EQ(found("reflections on line 93D", KeyContext::question, "line"),
            List{"93D"});
  EXPECT_EQ(found("see line 5 and online 2D", KeyContext::prose, "line"),
            List{});
  EXPECT_EQ(found("What is in Format1_msb.sgy?", KeyContext::question, "file"),
            List{*domain::normalise_key("file", "Format1_msb.sgy")});
  EXPECT_EQ(found("a/b/Format1_msb.sgy", KeyContext::path, "file"),
            List{*domain::normalise_key("file", "Format1_msb.sgy")});
}

TEST(FindKeys, LeavesOutWhatLiesInALongerMatch) {
  for (const auto& match :
       domain::find_keys("UWI 00/10-29-073-05W4/0", KeyContext::prose)) {
    EXPECT_EQ(match.family, "uwi-ca");
  }
}

TEST(Codes, AreToldFromEverydayWords) {
  for (const char* code :
       {"ABC-4471-B", "abc-4471-b", "CF14JT10K0CT-ND", "RO-20221108", "PEDL221",
        "DL003", "ED1682-24-ND", "EDSTL130", "1.5SMC6.8", "1.5SMC68",
        "N397355N", "90631A007", "B11", "15-059-24498"}) {
    EXPECT_TRUE(domain::looks_like_code(code)) << code;
    EXPECT_TRUE(domain::may_be_code(code)) << code;
  }
  for (const char* word : {"200ms",
                           "4921ft",
                           "10m-20m",
                           "1500BOPD",
                           "21st",
                           "1990s",
                           "covid-19",
                           "mid-1990s",
                           "2022-11-08",
                           "12Mar2004",
                           "08-NOV-2022",
                           "v1.2.3",
                           "Q4-2012",
                           "640x480",
                           "1.5E-3",
                           "TABLE-1",
                           "H2",
                           "3D",
                           "d41d8cd98f00b204e9800998ecf8427e",
                           "10:30",
                           "12.4",
                           "1/2",
                           "02c62c82-552d-444d-bf6b-69cd07376368",
                           "2004-05-12T10",
                           "Section12"}) {
    EXPECT_FALSE(domain::looks_like_code(word)) << word;
  }
  EXPECT_TRUE(domain::may_be_code("135-20003"));
  EXPECT_FALSE(domain::may_be_code("12.4"));
  EXPECT_FALSE(domain::may_be_code("11/08/2022"));
}

TEST(ColumnFamily, WantsMoreOfBareCountersThanOfDashedNumbers) {
  const List scans = {"1031510612", "1031510613", "1031510614", "1044761693"};
  EXPECT_EQ(domain::column_family(scans), std::nullopt);
  const List wells = {"4705901234", "4708580022", "4708500017"};
  EXPECT_EQ(domain::column_family(wells), "api");
}

TEST(FindKeys, KeepsADashedNumberThatNobodyCallsAWellApart) {
  EXPECT_EQ(
      found("see 33-053-03703-00 there", KeyContext::prose, "api-unlabelled"),
      List{"330530370300"});
  EXPECT_EQ(found("see 33-053-03703-00 there", KeyContext::prose, "api"),
            List{});
  for (const char* text : {"see 3305303703 there", "see 33-998-03703 there",
                           "call 33-053-0370", "33-053-03703-7"}) {
    EXPECT_EQ(found(text, KeyContext::prose, "api-unlabelled"), List{}) << text;
  }
}

TEST(FindKeys, ReadsAWellNumberWithAnySeparatorBehindALabel) {
  for (const char* text : {"API 33.053.03703", "API: 33/053/03703",
                           "API no 33_053_03703", "UWI 33 053 03703"}) {
    EXPECT_EQ(found(text, KeyContext::prose, "api"), List{"3305303703"})
        << text;
  }
  EXPECT_EQ(found("at 33.053.03703 there", KeyContext::prose, "api"), List{});
}

TEST(KeyCandidates, OfferTheDashedFormThatStandsInProseWithoutALabel) {
  const auto candidates = domain::key_candidates("3305303703");
  EXPECT_TRUE(std::any_of(candidates.begin(), candidates.end(),
                          [](const auto& candidate) {
                            return candidate.family == "api-unlabelled" &&
                                   candidate.canonical == "3305303703" &&
                                   candidate.reach == domain::KeyReach::begins;
                          }));
}

TEST(CanadianUwi, EverySpellingOfRandomWellsMeets) {
  std::mt19937 rng(3);
  const auto pick = [&](unsigned low, unsigned high) {
    return low + static_cast<unsigned>(rng() % (high - low + 1));
  };
  for (int i = 0; i < 1000; ++i) {
    const unsigned event = pick(0, 1) * pick(2, 9);
    char display[64];
    std::snprintf(display, sizeof display, "1%02u/%02u-%02u-%03u-%02uW%u/%02u",
                  pick(0, 99), pick(1, 16), pick(1, 36), pick(1, 126),
                  pick(1, 34), pick(1, 6), event);
    const std::string full(display);
    std::string packed(full);
    std::erase_if(packed, [](char c) { return c == '/' || c == '-'; });
    std::string dashes(full);
    std::replace(dashes.begin(), dashes.end(), '/', '-');
    std::string brief = full.substr(1);
    brief.erase(brief.size() - 2, 1);
    for (const std::string& text :
         {full, packed, dashes, brief, packed.substr(1), " " + full + " "}) {
      const auto uwi = domain::parse_canadian_uwi(text);
      ASSERT_TRUE(uwi) << text;
      EXPECT_EQ(*uwi, packed) << text;
    }
    EXPECT_EQ(domain::display_canadian_uwi(packed), full);
  }
}

TEST(FindKeys, StaysLinearOnHostileText) {
  for (const std::string piece :
       {"1", "1-", "1.1", "15/9-", "A1-", "line ", "api 1 ", "00/", "W4",
        "\xe2\x80\x93", "a.las", "\xff"}) {
    std::string text;
    while (text.size() < 300'000) {
      text += piece;
    }
    for (const auto context : {KeyContext::prose, KeyContext::record,
                               KeyContext::path, KeyContext::question}) {
      EXPECT_LE(domain::find_keys(text, context).size(), 10'000U);
    }
  }
}
