// SPDX-License-Identifier: Apache-2.0
#include "core/domain/keys.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using domain::KeyContext;

namespace {

std::vector<std::string> found(std::string_view text, KeyContext context,
                               std::string_view family) {
  std::vector<std::string> out;
  for (const auto& match : domain::find_keys(text, context)) {
    if (match.family == family) {
      out.push_back(match.canonical);
    }
  }
  return out;
}

using List = std::vector<std::string>;

} // namespace

TEST(FindKeys, NeedsALabelForWellNumbersInProse) {
  EXPECT_EQ(found("API No. 49-025-06325 was logged", KeyContext::prose, "api"),
            List{"4902506325"});
  EXPECT_EQ(found("call 4902506325 today", KeyContext::prose, "api"), List{});
  EXPECT_EQ(found("well no 4902506325", KeyContext::prose, "api"), List{});
  EXPECT_EQ(found("capital 4902506325", KeyContext::prose, "api"), List{});
}

TEST(FindKeys, TakesTheFieldNameAsLabelInARecord) {
  EXPECT_EQ(found("NAME: Lark; API_NO: 49-025-06325-00-00; TD: 5",
                  KeyContext::record, "api"),
            List{"49025063250000"});
}

TEST(FindKeys, FindsEveryFormInAQuestion) {
  EXPECT_EQ(
      found("which files hold 49 025 06325?", KeyContext::question, "api"),
      List{"4902506325"});
  EXPECT_EQ(found("well 2506325", KeyContext::question, "api"),
            List{"02506325"});
}

TEST(FindKeys, ReadsUnderscoresInPathsAsSlashes) {
  EXPECT_EQ(found("Wells/Volve/15_9-F-1_A.las", KeyContext::path, "wellbore"),
            List{"15/9-F-1A"});
}

TEST(FindKeys, TellsWellboresFromDatesAndFractions) {
  EXPECT_EQ(found("the well 15/9-19 SR flowed", KeyContext::prose, "wellbore"),
            List{"15/9-19SR"});
  EXPECT_EQ(found("due 15/9-19 at noon", KeyContext::prose, "wellbore"),
            List{});
  EXPECT_EQ(found("a 15/9 mix on 15/9/2019", KeyContext::question, "wellbore"),
            List{});
}

TEST(FindKeys, FindsCanadianIdentifiers) {
  EXPECT_EQ(
      found("UWI 00/10-29-073-05W4/0 logged", KeyContext::prose, "uwi-ca"),
      List{"100102907305W400"});
}

TEST(FindKeys, FindsCodesAndLeavesMeasuresAlone) {
  EXPECT_EQ(found("Part ABC-4471-B (1.5SMC6.8) costs 12ft, 3rd, 4 ms, 10km",
                  KeyContext::prose, "code"),
            (List{"ABC4471B", "1.5SMC6.8"}));
  EXPECT_EQ(
      found("sha d41d8cd98f00b204e9800998ecf8427e", KeyContext::prose, "code"),
      List{});
}

TEST(NormaliseKey, KeepsNearMissesApart) {
  const auto code = [](const char* text) {
    return *domain::normalise_key("code", text);
  };
  EXPECT_EQ(code("ABC-4471-B"), code("abc 4471 b"));
  EXPECT_EQ(code("ABC\xe2\x80\x93"
                 "4471-B"),
            code("ABC4471B"));
  EXPECT_NE(code("ABC-4471-B"), code("ABC-4471-C"));
  EXPECT_NE(code("1.5SMC68"), code("1.5SMC6.8"));
  EXPECT_NE(code("12-34A"), code("123-4A"));
}

TEST(NormaliseKey, BringsSpellingsOfOneUwiTogether) {
  const auto uwi = [](const char* text) {
    return *domain::normalise_key("uwi-ca", text);
  };
  EXPECT_EQ(uwi("00070907704W50"), uwi("00/07-09-077-04W5/0"));
  EXPECT_EQ(uwi("100/07-09-077-04W5/00"), uwi("100070907704W500"));
  EXPECT_FALSE(domain::normalise_key("uwi-ca", "00/17-09-077-04W5/0"));
  EXPECT_FALSE(domain::normalise_key("no-such", "x"));
}

TEST(ColumnFamily, GoesByWhatTheValuesAre) {
  const List wells = {"34013205850000", "34013206860000", "", "34013206870000",
                      "unknown"};
  EXPECT_EQ(domain::column_family(wells), "api");
  const List local = {"135-20003", "151-20464", "151-20470"};
  EXPECT_EQ(domain::column_family(local), "api");
  const List counts = {"1234567", "2345678", "3456789"};
  EXPECT_EQ(domain::column_family(counts), std::nullopt);
  const List few = {"34013205850000", "34013206860000"};
  EXPECT_EQ(domain::column_family(few), std::nullopt);
}

TEST(FindKeys, SurvivesAnyBytes) {
  std::mt19937 rng(11);
  for (int round = 0; round < 300; ++round) {
    std::string text(round * 3, '\0');
    for (char& c : text) {
      constexpr std::string_view alphabet = "0123456789-/_W API.\xc3\xa9\xff";
      c = alphabet[rng() % alphabet.size()];
    }
    for (const auto context : {KeyContext::prose, KeyContext::record,
                               KeyContext::path, KeyContext::question}) {
      for (const auto& match : domain::find_keys(text, context)) {
        EXPECT_EQ(text.substr(match.begin, match.end - match.begin),
                  match.verbatim);
      }
    }
  }
}

TEST(CellKeys, AWellboreWithANameBehindIsBoth) {
  const auto keys = domain::cell_keys("wellbore", "1/5-2 FLYNDRE");
  ASSERT_EQ(keys.size(), 2U);
  EXPECT_EQ(keys[0].family, "wellbore");
  EXPECT_EQ(keys[0].verbatim, "1/5-2");
  EXPECT_EQ(keys[1].family, "well-name");
  EXPECT_EQ(keys[1].verbatim, "1/5-2 FLYNDRE");
  EXPECT_EQ(domain::cell_keys("wellbore", "15/9-F-1 A").size(), 1U);
  EXPECT_TRUE(domain::cell_keys("wellbore", "FLYNDRE").empty());
  EXPECT_TRUE(domain::cell_keys("api", "1/5-2").empty());
  const std::vector<std::string> discoveries = {"1/5-2 FLYNDRE", "15/12-21",
                                                "2/8-6 VALHALL", "no name"};
  EXPECT_EQ(domain::column_family(discoveries), "wellbore");
}

TEST(KeyCandidates, KnowAWordThatSaysWhatItIs) {
  const auto offers = [](const char* typed, const char* family,
                         const char* canonical) {
    const auto all = domain::key_candidates(typed);
    return std::any_of(all.begin(), all.end(), [&](const auto& one) {
      return one.family == family && one.canonical == canonical;
    });
  };
  EXPECT_TRUE(offers("well 1/2-1", "wellbore", "1/2-1"));
  EXPECT_TRUE(offers("Part No. ABC-4471-B", "code", "ABC4471B"));
  EXPECT_TRUE(offers("licence PEDL243", "code", "PEDL243"));
  EXPECT_TRUE(offers("15_12-13_A", "wellbore", "15/12-13A"));
  EXPECT_TRUE(offers("line 93D", "line", "93D"));
  // A label alone, and a name that begins like one.
  EXPECT_FALSE(offers("well 1", "code", "1"));
  EXPECT_FALSE(offers("block party", "code", "PARTY"));
}

TEST(FragmentForms, AreWrittenAsWellboresToo) {
  const auto forms = domain::fragment_forms("2/4-B-16 D");
  EXPECT_NE(std::find(forms.begin(), forms.end(), "2/4-B-16D"), forms.end());
}
