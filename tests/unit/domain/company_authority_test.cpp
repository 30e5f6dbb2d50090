// SPDX-License-Identifier: Apache-2.0
#include "core/domain/company_authority.hpp"

#include <gtest/gtest.h>

#include <set>

using domain::CompanyAuthority;

namespace {

CompanyAuthority read(std::string_view text) {
  CompanyAuthority out;
  out.add(text, "test");
  out.finish();
  return out;
}

// Whether a question for `asked` finds `name`; with the entries that say so.
std::optional<std::string> leads(const CompanyAuthority& all,
                                 std::string_view asked,
                                 std::string_view name) {
  const auto from = all.find(asked);
  const auto to = all.find(name);
  if (!from || !to) {
    return std::nullopt;
  }
  const auto parts = all.with_parts(from->company);
  const auto found = parts.find(to->company);
  return found == parts.end() ? std::nullopt
                              : std::optional(to->entry + "|" + found->second);
}

} // namespace

TEST(CompanyAuthority, TheBuiltInFileIsFreeOfProblemsAndLarge) {
  const CompanyAuthority& all = CompanyAuthority::built_in();
  for (const auto& problem : all.problems()) {
    ADD_FAILURE() << problem.line << ": " << problem.text << ": "
                  << problem.reason;
  }
  EXPECT_GE(all.companies(), 150U);
}

TEST(CompanyAuthority, FormerNamesAndBrandsAreOneCompany) {
  const CompanyAuthority& all = CompanyAuthority::built_in();
  const auto equinor = all.find("EQUINOR ASA");
  ASSERT_TRUE(equinor);
  EXPECT_EQ(equinor->entry, "");
  for (const char* name :
       {"Statoil", "STATOIL ASA", "StatoilHydro ASA", "Statoil Petroleum AS",
        "STATOIL USA ONSHORE PROP INC", "StatoilHydro Petroleum AS",
        "Den norske stats oljeselskap a.s", "Equinor Energy AS"}) {
    const auto found = all.find(name);
    ASSERT_TRUE(found) << name;
    EXPECT_EQ(found->company, equinor->company) << name;
  }
  EXPECT_EQ(all.find("Statoil A/S")->entry,
            "Statoil ASA is a former name of Equinor ASA (until 2018)");
  EXPECT_EQ(all.find("Statoil Petroleum AS")->entry,
            "Statoil Petroleum AS begins with Statoil, and the rest is "
            "general: Statoil is a brand of Equinor ASA (until 2018)");
}

TEST(CompanyAuthority, ABrandCoversOnlyGeneralWords) {
  const CompanyAuthority& all = CompanyAuthority::built_in();
  EXPECT_TRUE(all.find("Chevron North America Exploration and Production"));
  EXPECT_FALSE(all.find("Chevron Way Apartments"));
  EXPECT_FALSE(all.find("Union Gas Corp."));
  EXPECT_FALSE(all.find("Phillips Exploration Inc"));
  EXPECT_FALSE(all.find("Hess Oil Company"));
}

TEST(CompanyAuthority, MergersLeadDownAndNeverUp) {
  const CompanyAuthority& all = CompanyAuthority::built_in();
  EXPECT_EQ(leads(all, "ExxonMobil", "Mobil Oil Corporation"),
            "Mobil Oil Corporation is another name of Mobil Corporation|"
            "Mobil Corporation merged into Exxon Mobil Corporation (1999)");
  EXPECT_FALSE(leads(all, "Mobil", "ExxonMobil"));
  EXPECT_TRUE(leads(all, "Equinor", "Saga Petroleum ASA")); // by way of Hydro
  EXPECT_TRUE(leads(all, "Oxy", "CITIES SERVICE OIL CO."));
  EXPECT_FALSE(leads(all, "Cities Service", "Anadarko"));
  EXPECT_FALSE(leads(all, "Chevron", "Shell Oil Company"));
}

TEST(CompanyAuthority, ABadLineCostsThatLine) {
  const auto all = read("company: One Oil\n"
                        "  was: Old Oil (2O18)\n"
                        "  was: Older Oil (2018)\n"
                        "  color: red\n"
                        "  was:\n"
                        "  was Oldest Oil\n"
                        "  also: Uno (2018-1999)\n"
                        "  also: Wintershall Norge AS (old)\n");
  ASSERT_EQ(all.problem_count(), 5U);
  EXPECT_EQ(all.problems()[0].line, 2U);
  EXPECT_NE(all.problems()[0].reason.find("(until 2018)"), std::string::npos);
  EXPECT_EQ(all.problems()[1].line, 4U);
  EXPECT_EQ(all.problems()[4].line, 7U);
  EXPECT_EQ(all.find("Older Oil Ltd")->entry,
            "Older Oil is a former name of One Oil (until 2018)");
  EXPECT_FALSE(all.find("Old Oil"));
  EXPECT_TRUE(all.find("WINTERSHALL NORGE AS (OLD)"));
}

TEST(CompanyAuthority, ANameBeforeAnyStanzaIsReported) {
  const auto all = read("was: Foo (2000)\ncompany: Bar\n");
  ASSERT_EQ(all.problem_count(), 1U);
  EXPECT_EQ(all.problems()[0].line, 1U);
  EXPECT_EQ(all.companies(), 1U);
}

TEST(CompanyAuthority, TwoCompaniesThatWereEachOtherAreOne) {
  const auto all = read("company: A Oil\n was: B Oil\n"
                        "company: B Oil\n was: A Oil\n also: C Oil\n");
  EXPECT_EQ(all.companies(), 1U);
  EXPECT_EQ(all.problem_count(), 1U);
  EXPECT_EQ(all.find("C Oil")->company, all.find("A Oil")->company);
}

TEST(CompanyAuthority, AStanzaThatIsAFormerNameOfALaterOneJoinsIt) {
  const auto all = read("company: Old\n also: Older\n merged: Tiny\n"
                        "company: New\n was: Old (2000)\n");
  EXPECT_EQ(all.problem_count(), 0U);
  EXPECT_EQ(all.name_of(all.find("Older")->company), "New");
  EXPECT_TRUE(leads(all, "New", "Tiny"));
}

TEST(CompanyAuthority, ACircleOfMergersIsBroken) {
  const auto all = read("company: A\n merged: B\ncompany: B\n merged: C\n"
                        "company: C\n merged: A\n");
  ASSERT_EQ(all.problem_count(), 1U);
  EXPECT_EQ(all.problems()[0].line, 6U);
  EXPECT_TRUE(leads(all, "A", "C"));
  EXPECT_FALSE(leads(all, "C", "A"));
}

TEST(CompanyAuthority, TheFirstEntryOfANameStaysInsideOneFile) {
  const auto all =
      read("company: A\n also: Shared\ncompany: B\n was: Shared\n");
  ASSERT_EQ(all.problem_count(), 1U);
  EXPECT_NE(all.problems()[0].reason.find("line 2"), std::string::npos);
  EXPECT_EQ(all.name_of(all.find("Shared")->company), "A");
}

TEST(CompanyAuthority, ALaterFileWinsAndExtends) {
  CompanyAuthority all;
  all.add("company: A\n also: Shared\n", "first");
  all.add("company: B\n was: Shared (1990)\ncompany: A Ltd\n also: Aaa\n",
          "second");
  all.finish();
  EXPECT_EQ(all.problem_count(), 0U);
  EXPECT_EQ(all.name_of(all.find("Shared")->company), "B");
  EXPECT_EQ(all.name_of(all.find("Aaa")->company), "A");
}

TEST(CompanyAuthority, YearsAreReadAsTheyAreWritten) {
  const auto all = read("company: A\n also: N1 (1990)\n was: N2 (1990)\n"
                        " was: N3 (1980-1990)\n was: N4 (1980-)\n"
                        " was: N5 (-1990)\n also: N6 (since 1980)\n"
                        " owns: N7 (1980-1990)\n merged: N8 (1999) # note\n");
  EXPECT_EQ(all.problem_count(), 0U);
  EXPECT_EQ(all.find("N2")->entry, "N2 is a former name of A (until 1990)");
  EXPECT_EQ(all.find("N3")->entry, "N3 is a former name of A (1980-1990)");
  EXPECT_EQ(all.find("N4")->entry, "N4 is a former name of A (since 1980)");
  EXPECT_EQ(all.find("N5")->entry, "N5 is a former name of A (until 1990)");
  EXPECT_EQ(leads(all, "A", "N7"), "|N7 is owned by A (1980-1990)");
  EXPECT_EQ(leads(all, "A", "N8"), "|N8 merged into A (1999)");
}

TEST(CompanyAuthority, ByteOrderMarksAndCarriageReturnsAreAllowed) {
  const auto all = read("\xef\xbb\xbf"
                        "company: A\r\n  also: Santa Fe #1\r\n");
  EXPECT_EQ(all.problem_count(), 0U);
  EXPECT_TRUE(all.find("SANTA FE #1, LTD."));
}

TEST(CompanyAuthority, HugeFilesAreBounded) {
  std::string text = "company: A\n";
  while (text.size() <= CompanyAuthority::k_most_bytes) {
    text += " bad line without a colon, of which there are very many here\n";
  }
  const auto all = read(text);
  EXPECT_EQ(all.problems().size(), CompanyAuthority::k_most_problems);
  EXPECT_GT(all.problem_count(), 100'000U);
}

TEST(CompanyAuthority, ManyCirclesTakeNoLongerThanTheFile) {
  std::string text = "company: A\n";
  for (int i = 0; i < 200'000; ++i) {
    text += " merged: A\n";
  }
  const auto all = read(text);
  EXPECT_EQ(all.problem_count(), 200'000U);
  EXPECT_EQ(all.with_parts(all.find("A")->company).size(), 1U);
}

TEST(CompanyAuthority, ALongChainIsFollowedToItsEndAndQuickly) {
  std::string text;
  for (int i = 0; i < 9'000; ++i) {
    text += "company: Link N" + std::to_string(i) + "\n merged: Link N" +
            std::to_string(i + 1) + "\n";
  }
  const auto all = read(text);
  EXPECT_EQ(all.problem_count(), 0U);
  EXPECT_TRUE(leads(all, "Link N0", "Link N9000"));
}
TEST(CompanyAuthority, ProblemsShowNoControlCharacters) {
  domain::CompanyAuthority authority;
  authority.add(std::string("company\x1b[31m\0 x\x7f\n", 16), "mine.txt");
  authority.finish();
  ASSERT_EQ(authority.problems().size(), 1U);
  EXPECT_EQ(authority.problems()[0].text, "company?[31m? x?");
}
