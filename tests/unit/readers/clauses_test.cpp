// SPDX-License-Identifier: Apache-2.0
#include "pdf_maker.hpp"
#include "read_support.hpp"

#include <algorithm>

namespace {

using readers::test::read_bytes;
using readers::test::Reading;

std::string clauses(const Reading& reading) {
  std::string out;
  for (const auto& key : reading.document.keys) {
    if (key.family == "clause") {
      out += (out.empty() ? "" : " ") + key.verbatim;
    }
  }
  return out;
}

const domain::Passage* at(const Reading& reading, const std::string& section) {
  for (const auto& passage : reading.document.passages) {
    if (passage.locator.section == section) {
      return &passage;
    }
  }
  return nullptr;
}

const std::string k_says = "Each party shall do at its own cost what is said "
                           "here of it, and no more than that.";

TEST(Clauses, NestedMarkdownListsAreNumbered) {
  std::string bytes = "# Agreement\n\n";
  for (int top = 1; top <= 3; ++top) { // every item is written "1."
    bytes += "1. <b>Part</b>\n";
    for (int sub = 1; sub <= 2; ++sub) {
      bytes += "    1. Fees. " + k_says + "\n";
    }
    bytes += "\n";
  }
  const auto reading = read_bytes("a.md", bytes);
  EXPECT_EQ(clauses(reading), "1 1.1 1.2 2 2.1 2.2 3 3.1 3.2");
  const auto* second = at(reading, "2 Part > 2.2 Fees");
  ASSERT_NE(second, nullptr);
  EXPECT_TRUE(second->text.starts_with("2.2 Fees. Each party"));
  EXPECT_EQ(second->locator.line, 9u);
  // A heading alone goes with the first clause below it.
  EXPECT_TRUE(at(reading, "2 Part > 2.1 Fees")->text.starts_with("2. Part"));
  EXPECT_EQ(reading.fact("clause_count"), "9");
  EXPECT_EQ(reading.fact("last_clause"), "3");
}

TEST(Clauses, HtmlListsAreNumberedByTypeStartAndValue) {
  const std::string li = "<li>Fees. " + k_says;
  const auto reading = read_bytes(
      "a.html", "<!doctype html><html><body><h1>Agreement</h1><ol start=4>" +
                    li + "<ol><li>Amount. " + k_says + "<ol type=a><li>" +
                    k_says + "</li><li>" + k_says + "</li></ol></li>" + li +
                    "</li></ol></li><li value=5>Law. " + k_says + "<ol>" + li +
                    "</ol></ol></body></html>");
  // Without the first three numbers it is an excerpt and no structure.
  EXPECT_EQ(clauses(reading), "");
  EXPECT_NE(reading.text().find("4.1 Amount."), std::string::npos);
  EXPECT_NE(reading.text().find("b. Each party"), std::string::npos);
  const auto whole = read_bytes(
      "a.html", "<!doctype html><html><body><h1>Agreement</h1><ol>" + li +
                    "<ol><li>Amount. " + k_says + "<ol type=a><li>" + k_says +
                    "</li><li>" + k_says + "</li></ol></li>" + li +
                    "</li></ol></li><li>Law. " + k_says + "<ol>" + li +
                    "</ol></ol></body></html>");
  EXPECT_EQ(clauses(whole), "1 1.1 1.1(a) 1.1(b) 1.2 2 2.1");
}

TEST(Clauses, PlainTextWithItsContentsIsCutOnce) {
  std::string bytes = "FARM-OUT AGREEMENT\n\nCONTENTS\n1. Words\n2. Fees\n"
                      "3. Law\n\n";
  for (const char* title : {"1. Words", "2. Fees", "3. Law"}) {
    bytes += std::string(title) + "\n\n" + k_says + "\n\n(a) the parties;\n" +
             "(b) this Agreement, hereby made.\n\n";
  }
  bytes += "IN WITNESS WHEREOF the parties have signed.\n";
  const auto reading = read_bytes("a.txt", bytes);
  EXPECT_EQ(clauses(reading), "1 1(a) 1(b) 2 2(a) 2(b) 3 3(a) 3(b)");
  EXPECT_EQ(at(reading, "1 Words")->locator.line, 8u);
  // What follows the clauses is none of them.
  EXPECT_EQ(reading.document.passages.back().locator.section, "");
}

TEST(Clauses, ALongClauseGoesOnUnderItsHeading) {
  std::string bytes = "# Agreement\n\n1. Words\n\n1.1 Meaning. " + k_says +
                      "\n\n1.2 Terms.\n\n\"Virus\" means ";
  for (int i = 0; i < 30; ++i) {
    bytes += "something that nobody wants to have at number " +
             std::to_string(i) + ", ";
  }
  bytes += "and more.\n\n2. Fees\n\n2.1 Amount. " + k_says + "\n\n2.2 Due. " +
           k_says + "\n";
  const auto reading = read_bytes("a.md", bytes);
  size_t continued = 0;
  for (const auto& passage : reading.document.passages) {
    EXPECT_LE(passage.text.size(), 910u);
    if (passage.locator.section == "1 Words > 1.2 Terms" &&
        passage.text.starts_with("1.2 Terms (continued)\nVirus:\n")) {
      ++continued;
    }
  }
  EXPECT_GE(continued, 1u);
  EXPECT_NE(reading.text().find("at number 29, and more."), std::string::npos);
}

TEST(Clauses, PdfPagesAreCutAtClauses) {
  std::vector<std::string> pages;
  for (const char* number : {"1.1", "1.2", "2.1", "2.2", "3.1"}) {
    pages.push_back(std::string(number) + " Fees. Ten a day for each of them");
  }
  const auto reading =
      read_bytes("a.pdf", readers::test::make_pdf(pages, "Agreement"));
  EXPECT_EQ(clauses(reading), "1.1 1.2 2.1 2.2 3.1");
  EXPECT_EQ(at(reading, "2.2 Fees")->locator.page, 4u);
}

TEST(Clauses, OtherTextsArePackedAsBefore) {
  const auto reading = read_bytes(
      "a.md", "# Setup\n\n1. Unpack it.\n2. Plug it in.\n3. Switch it on.\n");
  EXPECT_EQ(clauses(reading), "");
  EXPECT_EQ(reading.fact("clause_count"), "");
  ASSERT_EQ(reading.document.passages.size(), 1u);
  EXPECT_EQ(reading.document.passages[0].locator.section, "Setup");
}

TEST(Clauses, ATextTooLargeToHoldIsReadWhole) {
  std::string bytes;
  for (int i = 0; bytes.size() < (size_t{5} << 20); ++i) {
    bytes += "1." + std::to_string(i % 900 + 1) + " Fees. " + k_says + "\n";
  }
  const auto reading = read_bytes("a.txt", bytes);
  EXPECT_EQ(reading.error, "");
  EXPECT_EQ(clauses(reading), "");
  EXPECT_FALSE(reading.document.passages.empty());
}

} // namespace
