// SPDX-License-Identifier: Apache-2.0
//
// What holds for every well identifier, whatever its kind.
#include "core/domain/keys.hpp"
#include "core/domain/well_number.hpp"
#include "core/domain/wellbore.hpp"
#include "tests/support/made_wells.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace {

constexpr int k_each = 3000; // of a kind

std::string display(const made::Well& well) {
  if (well.family == "api") {
    return domain::WellNumber::parse(well.canonical)->display();
  }
  if (well.family == "uwi-ca") {
    return domain::display_canadian_uwi(well.canonical);
  }
  return well.family == "wellbore" ? domain::display_wellbore(well.canonical)
                                   : well.canonical;
}

template <typename Check>
void for_each_well(const Check& check) {
  made::Wells wells(11);
  for (const auto& kind : wells.kinds()) {
    for (int i = 0; i < k_each && !testing::Test::HasFailure(); ++i) {
      check(kind());
    }
  }
}

TEST(WellProperties, WhatIsDisplayedReadsBack) {
  for_each_well([](const made::Well& well) {
    ASSERT_EQ(display(well), well.spellings.front()) << well.canonical;
    const auto back = domain::normalise_key(well.family, display(well));
    ASSERT_TRUE(back) << display(well);
    ASSERT_EQ(*back, well.canonical) << display(well);
  });
}

TEST(WellProperties, EverySpellingHasOneCanonicalForm) {
  for_each_well([](const made::Well& well) {
    for (const std::string& spelling : well.spellings) {
      const auto form = domain::normalise_key(well.family, spelling);
      ASSERT_TRUE(form) << well.family << " '" << spelling << "'";
      ASSERT_EQ(*form, well.canonical) << spelling;
    }
  });
}

TEST(WellProperties, TheCanonicalFormOfACanonicalFormIsItself) {
  for_each_well([](const made::Well& well) {
    const auto again = domain::normalise_key(well.family, well.canonical);
    ASSERT_TRUE(again) << well.canonical;
    ASSERT_EQ(*again, well.canonical);
  });
}

TEST(WellProperties, EverySpellingThatIsTypedAsksForTheIdentifier) {
  for_each_well([](const made::Well& well) {
    for (const std::string& spelling : well.spellings) {
      const auto candidates = domain::key_candidates(spelling);
      const bool found = std::any_of(
          candidates.begin(), candidates.end(), [&](const auto& one) {
            return one.family == well.family &&
                   well.canonical.starts_with(one.canonical);
          });
      ASSERT_TRUE(found) << well.family << " '" << spelling << "'";
    }
  });
}

// Every spelling of a number or a UWI stands out in a question and, where it
// is said what it is, in prose.
TEST(WellProperties, EverySpellingIsFoundInATextThatSaysWhatItIs) {
  for_each_well([](const made::Well& well) {
    if (well.family == "well-name") {
      return; // names are found by where they stand, not by how they look
    }
    const std::string label =
        well.family == "api" ? "the API number " : "well ";
    // With a point or blanks the text around decides; the number of a
    // spreadsheet stands in cells.
    for (size_t i = 0; i < 2; ++i) {
      const std::string text =
          "About " + label + well.spellings[i] + ", which is old.";
      const auto found = domain::find_keys(text, domain::KeyContext::prose);
      const bool hit =
          std::any_of(found.begin(), found.end(), [&](const auto& match) {
            return match.family == well.family &&
                   match.canonical == well.canonical;
          });
      ASSERT_TRUE(hit) << text;
    }
  });
}

// The generator makes each identifier from different parts, so two that are
// spelt differently when displayed are two, and keep two canonical forms.
TEST(WellProperties, NoTwoIdentifiersShareACanonicalForm) {
  std::map<std::string, std::string> shown; // canonical → display
  for_each_well([&](const made::Well& well) {
    const std::string key = well.family + " " + well.canonical;
    const auto made =
        domain::normalise_key(well.family, well.spellings.front());
    ASSERT_TRUE(made);
    const auto [at, fresh] =
        shown.emplace(well.family + " " + *made, well.spellings.front());
    ASSERT_EQ(at->second, well.spellings.front()) << key;
  });
}

TEST(WellProperties, ATailInTwoStatesStaysTwoWells) {
  made::Wells wells(12);
  int compared = 0;
  while (compared < 500) {
    const std::string here = wells.api().canonical.substr(0, 10);
    for (const auto& state : domain::states()) {
      char digits[3];
      std::snprintf(digits, sizeof digits, "%02u", state.api_code);
      const std::string there = digits + here.substr(2);
      if (there == here || !domain::WellNumber::parse(there)) {
        continue;
      }
      ++compared;
      const auto a = *domain::WellNumber::parse(here);
      const auto b = *domain::WellNumber::parse(there);
      EXPECT_FALSE(same_well(a, b)) << here << " " << there;
      // The one does not ask for the other.
      for (const auto& one : domain::key_candidates(here)) {
        EXPECT_FALSE(one.family == "api" && one.canonical.size() > 8 &&
                     there.starts_with(one.canonical))
            << here << " " << there;
      }
    }
  }
}

TEST(WellProperties, SevenDigitsAnswerInAnyStateAndSaySo) {
  const auto candidates = domain::key_candidates("2506325");
  const auto any =
      std::find_if(candidates.begin(), candidates.end(), [](const auto& one) {
        return one.family == "api" && one.reach == domain::KeyReach::anywhere;
      });
  ASSERT_NE(any, candidates.end());
  EXPECT_EQ(any->canonical, "02506325");
  EXPECT_NE(any->why.find("in any state"), std::string::npos);
}

TEST(WellProperties, ADateOrAFractionIsNoWellbore) {
  for (const char* text : {"15/9", "12/3/82", "1/2", "9/30-1992", "15/9-",
                           "0/9-1", "15/31-1", "226/1-1", "15/0-1", "L19-01",
                           "C05-01", "I05-01", "L05", "L00-1", "A1-0"}) {
    EXPECT_FALSE(domain::parse_wellbore(text)) << text;
  }
  for (const char* text :
       {"300/Q-12-6610-13415/0", "300/A-12-6615-13415/0",
        "300/A-12-6610-13410/0", "300/A-12-9010-13415/0",
        "400/A-12-6610-13415/0", "1W70901250905003", "1W70010101010000"}) {
    EXPECT_FALSE(domain::parse_canadian_uwi(text)) << text;
  }
}

TEST(WellProperties, FileNamesBearWellbores) {
  const std::pair<const char*, const char*> paths[] = {
      {"Wells/31_5-4 S.las", "31/5-4S"},
      {"DLIS_LIS/206_05a-_3_DWL_DWL_WIRE_258276498.DLIS", "206/5A-3"},
      {"nlog/wells/K12-B-03-S1.las", "K12-B-03-S1"},
  };
  for (const auto& [path, canonical] : paths) {
    const auto found = domain::find_keys(path, domain::KeyContext::path);
    const bool hit =
        std::any_of(found.begin(), found.end(), [&](const auto& match) {
          return match.family == "wellbore" && match.canonical == canonical;
        });
    EXPECT_TRUE(hit) << path;
  }
}

TEST(WellProperties, ADutchNameNeedsTheWordWell) {
  const auto wellbores = [](std::string_view text, domain::KeyContext context) {
    const auto found = domain::find_keys(text, context);
    return std::count_if(found.begin(), found.end(), [](const auto& match) {
      return match.family == "wellbore";
    });
  };
  using domain::KeyContext;
  EXPECT_EQ(wellbores("the well L05-07 is dry", KeyContext::prose), 1);
  EXPECT_EQ(wellbores("Well name: L05-07; Depth: 3", KeyContext::record), 1);
  EXPECT_EQ(wellbores("bracket A12-03 as well B12-03", KeyContext::prose), 0);
  EXPECT_EQ(wellbores("use screw M05-12", KeyContext::prose), 0);
  EXPECT_EQ(wellbores("parts/M05-12.pdf", KeyContext::path), 0);
  EXPECT_EQ(wellbores("is L05-07 there", KeyContext::question), 1);
}

} // namespace
