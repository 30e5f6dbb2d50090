// SPDX-License-Identifier: Apache-2.0
#include "core/domain/clause.hpp"
#include "core/domain/keys.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace {

using domain::ClausePath;
using domain::find_clauses;

std::string canonical(const std::string& text) {
  const auto path = ClausePath::parse(text);
  return path ? path->canonical() : "-";
}

TEST(Clause, AParagraphOfAPartOfAScheduleIsNoneOfTheMainBody) {
  for (const char* question :
       {"Schedule 1 Part 2 paragraph 3(a) of the Tindal agreement",
        "what says Schedule 1, Part II, para 3(a)?", "Schedule 1 Part 2",
        "paragraph 3(a) of Part 2 of Schedule 1",
        "para. 3 in Part B of the Schedule 1"}) {
    const auto found = find_clauses(question);
    ASSERT_EQ(found.size(), 1U) << question;
    EXPECT_EQ(found[0].path.canonical(), "schedule-1") << question;
  }
  const auto two = find_clauses("Schedule 1 Part 2 and clause 5.2");
  ASSERT_EQ(two.size(), 2U);
  EXPECT_EQ(two[1].path.canonical(), "5.2");
  EXPECT_EQ(find_clauses("Schedule 1 partly, clause 5.2").size(), 2U);
}

TEST(Clause, EveryWayToWriteItIsOnePath) {
  for (const char* text :
       {"12.4(b)(ii)", "Section 12.4(b)(ii)", "clause 12.4 (b) (ii)",
        "12.4.b.ii", "\xc2\xa7 12.4(b)(ii)",
        "\xc2\xa7\xc2\xa7"
        "12.4(B)(II)",
        "cl. 12.4(b)(ii)", "Section 12.4(b)(ii).",
        "Article XII, Section 12.4(b)(ii)"}) {
    EXPECT_EQ(canonical(text), "12.4.b.ii") << text;
  }
  EXPECT_EQ(canonical("Article XII"), "12");
  EXPECT_EQ(canonical("Article XII, Section 4"), "12.4");
  EXPECT_EQ(canonical("Schedule 2, paragraph 3(a)"), "schedule-2.3.a");
  EXPECT_EQ(canonical("paragraph 3(a) of Schedule 2"), "schedule-2.3.a");
  EXPECT_EQ(canonical("Annex A"), "annex-a");
  EXPECT_EQ(canonical("Exhibit B-1"), "exhibit-b-1");
  EXPECT_EQ(canonical("Section C.2.19"), "c.2.19");
  EXPECT_EQ(canonical("5A.1"), "5a.1");
  EXPECT_EQ(canonical("Artikel 7"), "7");
}

TEST(Clause, OtherNumbersAreNone) {
  for (const char* text :
       {"", "2019-05-12", "12.06.2018", "USD 5.20", "b", "(b)", "0.5", "5.2%",
        "1,000", "12.4(b", "Section", "v1.2.3", "1234", "12..4"}) {
    EXPECT_EQ(canonical(text), "-") << text;
  }
  EXPECT_EQ(canonical(std::string(500, '1')), "-");
}

TEST(Clause, WhatIsShownReadsBackAndCanonicalFormsStay) {
  std::mt19937 random(7);
  const char* kinds[] = {"", "", "schedule", "annex", "exhibit", "appendix"};
  const char* labels[] = {"1", "12", "a", "b-1", "iv", "7a"};
  const char* parts[] = {"1", "9",  "12", "40", "5a", "a",
                         "b", "aa", "i",  "ii", "iv", "xviii"};
  std::set<std::string> seen;
  for (int i = 0; i < 5000; ++i) {
    const std::string kind = kinds[random() % 6];
    std::vector<std::string> path;
    const size_t depth = random() % 5 + (kind.empty() ? 1 : 0);
    for (size_t d = 0; d < depth; ++d) {
      path.emplace_back(parts[random() % (d == 0 ? 5 : 12)]);
    }
    const ClausePath clause(kind, kind.empty() ? "" : labels[random() % 6],
                            path);
    const auto back = ClausePath::parse(clause.display());
    ASSERT_TRUE(back) << clause.display();
    EXPECT_EQ(*back, clause) << clause.display();
    const auto once = domain::normalise_key("clause", clause.display());
    ASSERT_TRUE(once);
    EXPECT_EQ(*once, clause.canonical());
    EXPECT_EQ(domain::normalise_key("clause", *once).value(), *once);
  }
}

TEST(Clause, DifferentPathsHaveDifferentForms) {
  std::set<std::string> forms;
  size_t made = 0;
  for (int a = 1; a <= 40; ++a) {
    for (int b = 0; b <= 40; ++b) {
      std::vector<std::string> parts{std::to_string(a)};
      if (b > 0) {
        parts.push_back(std::to_string(b));
      }
      for (const char* kind : {"", "schedule", "annex"}) {
        forms.insert(
            ClausePath(kind, *kind == 0 ? "" : "2", parts).canonical());
        ++made;
      }
    }
  }
  EXPECT_EQ(forms.size(), made);
}

TEST(Clause, ALongerNumberIsNotBelowAShorterOne) {
  const std::string above = canonical("12.4") + ".";
  EXPECT_TRUE(canonical("12.4(b)").starts_with(above));
  EXPECT_TRUE(canonical("12.4.1").starts_with(above));
  EXPECT_FALSE(canonical("12.40").starts_with(above));
  EXPECT_FALSE(
      canonical("Exhibit B-1").starts_with(canonical("Exhibit B") + "."));
  EXPECT_EQ(ClausePath::parse("12.4(b)")->parent()->display(), "12.4");
  EXPECT_FALSE(ClausePath::parse("12")->parent());
}

TEST(Clause, RomanNumbersAreReadStrictly) {
  for (uint32_t i = 1; i < 4000; ++i) {
    EXPECT_EQ(domain::roman_value(domain::roman_text(i)), i);
  }
  for (const char* text : {"", "iiii", "vx", "ic", "civil", "abc", "iix"}) {
    EXPECT_FALSE(domain::roman_value(text)) << text;
  }
}

std::string found(const std::string& question) {
  std::string out;
  for (const auto& mention : find_clauses(question)) {
    EXPECT_EQ(question.substr(mention.begin, mention.end - mention.begin),
              mention.verbatim);
    out += (out.empty() ? "" : " ") + mention.path.canonical();
  }
  return out;
}

TEST(ClauseInQuestion, NeedsAWordThatSaysSo) {
  EXPECT_EQ(found("What does clause 5.2 say?"), "5.2");
  EXPECT_EQ(found("Section 12.6 of the Common Paper Agreement"), "12.6");
  EXPECT_EQ(found("compare clauses 5.2, 5.3 and 7(a) please"), "5.2 5.3 7.a");
  EXPECT_EQ(found("Article IV and Annex B"), "4 annex-b");
  EXPECT_EQ(found("para. 3(a) of Schedule 2"), "schedule-2.3.a");
  EXPECT_EQ(found("\xc2\xa7 7 of the lease"), "7");
  EXPECT_EQ(found("see 5.2 of the agreement"), "");
  EXPECT_EQ(found("version 5.2"), "");
}

TEST(ClauseInQuestion, OtherSectionsAreNone) {
  for (const char* question :
       {"section 12, T3N R40W", "sec. 14-T2N-R3W", "NE/4 of section 12",
        "API RP 2A section 4", "section 4 of API RP 2A",
        "Section 12 of the Companies Act", "schedule 40 pipe",
        "schedule 80 steel fittings", "section of the well", "a clause in it",
        "articles about gas", "section 5.2.2019", "section I think",
        "the schedule is late", "exhibit in the hall", "section 8%",
        "Which files are depth sections", "all subsections",
        "which clauses?"}) {
    EXPECT_EQ(found(question), "") << question;
  }
}

TEST(ClauseInQuestion, AnyBytesAreRead) {
  std::string hostile;
  for (int i = 0; i < 2000; ++i) {
    hostile += "clause 1.1(a) and ";
  }
  EXPECT_EQ(find_clauses(hostile).size(), 20u);
  EXPECT_TRUE(find_clauses("clause \xff\xfe 5.2").empty());
}

} // namespace
