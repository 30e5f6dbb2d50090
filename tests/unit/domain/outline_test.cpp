// SPDX-License-Identifier: Apache-2.0
#include "core/domain/outline.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace {

struct Document {
  std::vector<std::string> lines;
  std::vector<domain::OutlineLine> seen;
  std::vector<domain::OutlineEntry> entries;
};

// Lines that begin with '#' are headings.
Document read(const std::string& text, bool contract = false) {
  Document out;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    out.lines.push_back(line);
  }
  for (const std::string& line : out.lines) {
    const bool heading = line.starts_with('#');
    out.seen.push_back(
        {std::string_view(line).substr(heading ? 2 : 0), heading});
  }
  out.entries = domain::outline(out.seen, contract);
  return out;
}

std::string paths(const Document& document) {
  std::string out;
  for (const auto& entry : document.entries) {
    out += (out.empty() ? "" : " ") + entry.path.canonical();
  }
  return out;
}

const std::string k_text = "Text that says at some length what was agreed.\n";

TEST(Outline, NumberedHeadingsAreClauses) {
  const auto document =
      read("1. Definitions\n" + k_text + "1.1 Words. They mean.\n" + k_text +
           "1.2 Numbers. They count.\n" + k_text + "2. Fees\n" + k_text +
           "2.1 Amount. Ten a day.\n" + k_text);
  EXPECT_EQ(paths(document), "1 1.1 1.2 2 2.1");
  EXPECT_EQ(document.entries[0].heading, "Definitions");
  EXPECT_EQ(document.entries[1].heading, "Words");
  EXPECT_EQ(document.entries[4].line, 8u);
}

TEST(Outline, AListOfStepsIsNone) {
  const std::string steps =
      "1. Unpack it with care.\n2. Plug it in with care.\n"
      "3. Switch it on with care.\n"
      "4. Wait for the light to come on.\n";
  EXPECT_EQ(paths(read(k_text + steps)), "");
  // In a contract it is.
  EXPECT_EQ(paths(read(k_text + steps, true)), "1 2 3 4");
}

TEST(Outline, FiguresAndDatesAreNone) {
  EXPECT_EQ(paths(read("1.1 2.3 4.5\n1.2 2.4 4.6\n2.1 3.3 5.5\n2.2 8 9\n"
                       "12.06.2018 signed\n5.2 % of it\n3.14 and so on\n")),
            "");
  // Numbers that do not follow each other.
  EXPECT_EQ(paths(read("4.2 Apples\n9.7 Pears\n1.3 Plums\n7.7 Figs\n", true)),
            "");
}

TEST(Outline, TheTableOfContentsDoesNotCount) {
  const std::string contents = "CONTENTS\n1. Definitions ........ 3\n"
                               "1.1 Words ........ 3\n2. Fees ........ 4\n"
                               "2.1 Amount ..... 4\n2.2 Due date ..... 5\n";
  const std::string bare = "1. Definitions\n1.1 Words\n2. Fees\n2.1 Amount\n"
                           "2.2 Due date\n";
  const std::string body = "1. Definitions\n" + k_text + "1.1 Words\n" +
                           k_text + k_text + "2. Fees\n" + k_text +
                           "2.1 Amount\n" + k_text + "2.2 Due date\n" + k_text;
  for (const std::string& before : {contents, bare}) {
    const auto document = read(before + body);
    EXPECT_EQ(paths(document), "1 1.1 2 2.1 2.2");
    EXPECT_GE(document.entries.front().line, 5u);
  }
}

TEST(Outline, LettersAndRomanNumbersAreToldApartByTheirSiblings) {
  std::string text =
      "1. First\n" + k_text + "2. Second\n" + k_text + "3. Third\n";
  for (const char c : std::string("abcdefghij")) {
    text += std::string("(") + c + ") an item;\n";
  }
  text += "(k) with more:\n(i) one;\n(ii) two;\n(iii) three;\n(l) last.\n";
  EXPECT_EQ(paths(read(text, true)),
            "1 2 3 3.a 3.b 3.c 3.d 3.e 3.f 3.g 3.h 3.i 3.j 3.k 3.k.i 3.k.ii "
            "3.k.iii 3.l");
}

TEST(Outline, ARomanListBelowHIsNoLetter) {
  std::string text = "1. First\n2. Second\n3. Third\n" + k_text + k_text;
  for (const char c : std::string("abcdefgh")) {
    text += std::string("(") + c + ") an item;\n";
  }
  text += "(i) one;\n(ii) two;\n";
  EXPECT_TRUE(paths(read(text, true)).ends_with("3.h 3.h.i 3.h.ii"))
      << paths(read(text, true));
}

TEST(Outline, AListInsideAClauseDoesNotTakeTheClauses) {
  const auto document = read(
      "1.1 Words. They mean.\n" + k_text + "1.2 Steps are these:\n" +
      "1. unpack\n2. plug in\n3. switch on\n" + k_text +
      "1.3 More words. They mean.\n" + k_text + "2.1 Fees. Ten.\n" + k_text);
  EXPECT_EQ(paths(document), "1.1 1.2 1.3 2.1");
}

TEST(Outline, ArticlesHoldTheirSections) {
  const auto anew = read("ARTICLE I\nDEFINITIONS\nSection 1. Words\n" + k_text +
                         "Section 2. Numbers\n" + k_text +
                         "ARTICLE II\nFEES\nSection 1. Amount\n" + k_text);
  EXPECT_EQ(paths(anew), "1 1.1 1.2 2 2.1");
  EXPECT_EQ(anew.entries[0].heading, "DEFINITIONS");
  const auto on =
      read("ARTICLE I\nSection 1. Words\n" + k_text + "Section 2. Numbers\n" +
           k_text + "ARTICLE II\nSection 3. Amount\n" + k_text +
           "Section 4. Dates\n" + k_text);
  EXPECT_EQ(paths(on), "1 2 3 4");
  const auto deep = read("Article 4\n" + k_text + "x\n");
  EXPECT_EQ(paths(deep), "");
}

TEST(Outline, SchedulesNumberAnew) {
  const auto document =
      read("1. Words\n" + k_text + "2. Fees\n" + k_text + "3. Law\n" + k_text +
               "SCHEDULE 1 - Prices\n1. Day rates\n" + k_text +
               "2. Night rates\n" + k_text + "Annex B\nA map.\n",
           true);
  EXPECT_EQ(paths(document),
            "1 2 3 schedule-1 schedule-1.1 schedule-1.2 annex-b");
  EXPECT_EQ(document.entries[3].heading, "Prices");
}

TEST(Outline, NumbersThatAreMentionedAtTheStartOfALineAreNoClauses) {
  const auto document =
      read("1.1 Words. They mean what is said of them.\n"
           "The amount that is due under this agreement is the one of Section\n"
           "1.2 of this agreement and no other amount.\n"
           "1.2 Fees. Ten a day.\n" +
           k_text + "2.1 Law. That of the place.\n" + k_text);
  EXPECT_EQ(paths(document), "1.1 1.2 2.1");
  EXPECT_EQ(document.entries[1].line, 3u);
}

TEST(Outline, ClausesPutInLaterAndGapsAreAllowed) {
  const auto document =
      read("4. Fees\n" + k_text + "# 1. Words\n" + k_text + "# 2. Fees\n" +
           k_text + "# 2A. More fees\n" + k_text + "# 3. Dates\n" + k_text +
           "# 5. Law\n" + k_text);
  EXPECT_EQ(paths(document), "1 2 2a 3 5");
}

TEST(Outline, AnExcerptWithHeadingsKeepsItsNumbers) {
  EXPECT_EQ(paths(read("# 12 Operations\n# 12.4 Test well\n" + k_text)),
            "12 12.4");
  EXPECT_EQ(paths(read("12 Operations\n12.4 Test well\n" + k_text)), "");
  EXPECT_EQ(paths(read("# 2019 Report\n# 42 things\n" + k_text)), "");
}

TEST(Outline, ADefinitionIsHeadedByItsTerm) {
  EXPECT_EQ(domain::defined_term("\"Affiliate\" means an entity"), "Affiliate");
  EXPECT_EQ(domain::defined_term("\xe2\x80\x9cVirus\xe2\x80\x9d means x"),
            "Virus");
  EXPECT_EQ(domain::defined_term("The \"Seller\" pays"), "");
}

TEST(Outline, HostileLinesEnd) {
  std::string text;
  for (int i = 0; i < 20000; ++i) {
    text += i % 3 == 0 ? "1. x\n" : i % 3 == 1 ? "(a) y\n" : "1.1 Z\n";
  }
  read(text, true);
  read(std::string(100000, '1') + "\n" + std::string(100000, '(') + "\n");
  std::string deep = "1";
  for (int i = 0; i < 100; ++i) {
    deep += ".1";
    text += deep + " Title\n";
  }
  for (const auto& entry : read(text, true).entries) {
    EXPECT_LE(entry.path.parts().size(), domain::ClausePath::k_max_parts);
  }
}

} // namespace
