// SPDX-License-Identifier: Apache-2.0
#include "core/base/bytes.hpp"
#include "office_maker.hpp"
#include "read_support.hpp"
#include "worker/readers/office_numbers.hpp"

#include <algorithm>

namespace {

using readers::ListCounter;
using readers::ListLevels;
using readers::NumberStyle;
using readers::test::made_docx;
using readers::test::read_bytes;
using readers::test::word_paragraph;

const char* const k_numbering =
    "<w:numbering xmlns:w=\"http://schemas.openxmlformats.org/"
    "wordprocessingml/2006/main\"><w:abstractNum w:abstractNumId=\"0\">"
    "<w:lvl w:ilvl=\"0\"><w:start w:val=\"11\"/><w:numFmt w:val=\"decimal\"/>"
    "<w:pStyle w:val=\"Article\"/><w:lvlText w:val=\"%1.\"/></w:lvl>"
    "<w:lvl w:ilvl=\"1\"><w:start w:val=\"1\"/><w:numFmt w:val=\"decimal\"/>"
    "<w:lvlText w:val=\"%1.%2\"/></w:lvl>"
    "<w:lvl w:ilvl=\"2\"><w:start w:val=\"1\"/>"
    "<w:numFmt w:val=\"lowerLetter\"/><w:lvlText w:val=\"(%3)\"/></w:lvl>"
    "</w:abstractNum><w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/>"
    "</w:num><w:num w:numId=\"2\"><w:abstractNumId w:val=\"0\"/>"
    "<w:lvlOverride w:ilvl=\"2\"><w:startOverride w:val=\"5\"/>"
    "</w:lvlOverride></w:num></w:numbering>";

const char* const k_styles =
    "<w:styles xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/"
    "2006/main\"><w:style w:styleId=\"berschrift1\"><w:name w:val=\"heading "
    "1\"/></w:style><w:style w:styleId=\"Mine\"><w:basedOn "
    "w:val=\"berschrift1\"/></w:style><w:style w:styleId=\"Article\"><w:name "
    "w:val=\"Article\"/><w:pPr><w:outlineLvl w:val=\"0\"/><w:numPr><w:numId "
    "w:val=\"1\"/></w:numPr></w:pPr></w:style><w:style w:type=\"character\" "
    "w:styleId=\"Unseen\"><w:rPr><w:vanish/></w:rPr></w:style></w:styles>";

TEST(OfficeNumbers, AreShownInEveryStyle) {
  using readers::styled_number;
  EXPECT_EQ(styled_number(28, NumberStyle::lower_letter), "bb");
  EXPECT_EQ(styled_number(1994, NumberStyle::upper_roman), "MCMXCIV");
  EXPECT_EQ(styled_number(7, NumberStyle::decimal_zero), "07");
  EXPECT_EQ(styled_number(112, NumberStyle::ordinal), "112th");
  EXPECT_EQ(styled_number(22, NumberStyle::ordinal), "22nd");
  EXPECT_EQ(styled_number(12, NumberStyle::ordinal_text), "Twelfth");
  EXPECT_EQ(styled_number(-3, NumberStyle::upper_letter), "-3");
}

TEST(OfficeNumbers, DeeperLevelsBeginAnewUnlessTheyNeverDo) {
  ListLevels levels;
  levels[0].text = "Article %1";
  levels[0].style = NumberStyle::upper_roman;
  levels[1].text = "%1.%2";
  levels[1].legal = true;
  levels[2].text = "(%3)";
  levels[2].restart = 0;
  ListCounter counter;
  EXPECT_EQ(counter.next(0, levels), "Article I");
  EXPECT_EQ(counter.next(1, levels), "1.1");
  EXPECT_EQ(counter.next(2, levels), "(1)");
  EXPECT_EQ(counter.next(1, levels), "1.2");
  EXPECT_EQ(counter.next(2, levels), "(2)");
  EXPECT_EQ(counter.next(0, levels), "Article II");
  EXPECT_EQ(counter.next(1, levels), "2.1");
  counter.restart(1, 9);
  EXPECT_EQ(counter.next(1, levels), "2.9");
}

TEST(DocxReader, ClausesBearTheNumbersThatWordCounts) {
  const std::string fill(60, 'x');
  const auto reading = read_bytes(
      "a.docx",
      made_docx(
          word_paragraph("Supply Agreement") +
              word_paragraph("Fees", 0, 0, "Article") +
              word_paragraph("Invoices. Due in 30 days. " + fill, 1, 1) +
              word_paragraph("General", 0, 0, "Article") +
              word_paragraph("Notices. " + fill, 1, 1) +
              word_paragraph("Assignment. Not without consent, " + fill, 1, 1) +
              word_paragraph("to an affiliate", 1, 2) +
              word_paragraph("to a successor", 1, 2) +
              word_paragraph("restarted", 2, 2),
          {{"word/numbering.xml", k_numbering},
           {"word/styles.xml", k_styles}}));
  EXPECT_EQ(reading.reader, "office");
  EXPECT_EQ(reading.error, "");
  const auto text = reading.text();
  EXPECT_NE(text.find("12. General"), std::string::npos) << text;
  EXPECT_NE(text.find("12.2 Assignment. Not without"), std::string::npos);
  EXPECT_NE(text.find("(b) to a successor"), std::string::npos);
  EXPECT_NE(text.find("(e) restarted"), std::string::npos);
  std::vector<std::string> clauses;
  for (const auto& key : reading.document.keys) {
    clauses.push_back(key.verbatim);
  }
  EXPECT_NE(std::find(clauses.begin(), clauses.end(), "12.2(b)"), clauses.end())
      << ::testing::PrintToString(clauses);
  bool located = false;
  for (const auto& passage : reading.document.passages) {
    located = located || passage.locator.section.starts_with(
                             "12 General > 12.2 Assignment");
  }
  EXPECT_TRUE(located);
}

TEST(DocxReader, HeadingsAreKnownByStyleInEveryLanguage) {
  const auto reading = read_bytes(
      "a.docx", made_docx(word_paragraph("Einleitung", 0, 0, "berschrift1") +
                              word_paragraph("Erster Text.") +
                              word_paragraph("Ende", 0, 0, "Mine") +
                              word_paragraph("Letzter Text."),
                          {{"word/styles.xml", k_styles}}));
  ASSERT_EQ(reading.document.passages.size(), 2U);
  EXPECT_EQ(reading.document.passages[0].locator.section, "Einleitung");
  EXPECT_EQ(reading.document.passages[1].locator.section, "Ende");
}

std::string word_row(std::initializer_list<const char*> cells,
                     const std::string& properties = {}) {
  std::string out = "<w:tr>" + properties;
  for (const char* cell : cells) {
    out += "<w:tc>" + word_paragraph(cell) + "</w:tc>";
  }
  return out + "</w:tr>";
}

TEST(DocxReader, RowsOfTablesStandBehindTheNamesOfTheirColumns) {
  const std::string merged = "<w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr>" +
                             word_paragraph("") + "</w:tc><w:tc>" +
                             word_paragraph("1850") + "</w:tc><w:tc>" +
                             word_paragraph("dry") + "</w:tc></w:tr>";
  const auto reading = read_bytes(
      "a.docx",
      made_docx("<w:tbl>" + word_row({"Well", "Depth", "Result"}) +
                word_row({"Lark 1", "2100", "oil"}) + merged + "</w:tbl>" +
                "<w:tbl>" + word_row({"Operator", "Northland"}) +
                word_row({"County", "Rush"}) + "</w:tbl>"));
  const auto text = reading.text();
  EXPECT_NE(text.find("Well: Lark 1; Depth: 2100; Result: oil\n"
                      "Well: Lark 1; Depth: 1850; Result: dry"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("Operator: Northland\nCounty: Rush"), std::string::npos);
  EXPECT_EQ(reading.fact("table_count"), "2");
}

TEST(DocxReader, DeletedAndHiddenTextIsNoPartOfTheText) {
  const auto reading = read_bytes(
      "a.docx",
      made_docx("<w:p><w:r><w:t>Price is </w:t></w:r><w:del><w:r><w:delText>"
                "100</w:delText></w:r></w:del><w:ins><w:r><w:t>120</w:t></w:r>"
                "</w:ins><w:r><w:t> EUR</w:t></w:r><w:r><w:rPr><w:vanish/>"
                "</w:rPr><w:t>secret margin</w:t></w:r></w:p>"
                "<w:p><w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r>"
                "<w:instrText>PAGE</w:instrText></w:r><w:r><w:t>7</w:t></w:r>"
                "</w:p>"));
  const auto text = reading.text();
  EXPECT_NE(text.find("Price is 120 EUR\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("100"), std::string::npos);
  EXPECT_EQ(text.find("PAGE"), std::string::npos);
  EXPECT_EQ(reading.fact("tracked_deletions"), "1");
  EXPECT_EQ(reading.fact("hidden_text_bytes"), "13");
  for (const auto& passage : reading.document.passages) {
    EXPECT_EQ(passage.text.find("secret") != std::string::npos,
              passage.locator.section == "Hidden text");
  }
}

TEST(DocxReader, NotesAndPropertiesAreKept) {
  const std::string word = readers::test::k_word;
  const auto reading = read_bytes(
      "a.docx",
      made_docx(word_paragraph("Body."),
                {{"word/footnotes.xml",
                  "<w:footnotes" + word +
                      "><w:footnote w:type=\"separator\"><w:p><w:r><w:t>no"
                      "</w:t></w:r></w:p></w:footnote><w:footnote>" +
                      word_paragraph("See API 4212345678.") +
                      "</w:footnote></w:footnotes>"},
                 {"word/comments.xml",
                  "<w:comments" + word + "><w:comment w:author=\"Kim\">" +
                      word_paragraph("Check.") + "</w:comment></w:comments>"},
                 {"docProps/core.xml",
                  "<c><title>Final &amp; signed</title><creator>A. Berg"
                  "</creator><created>2019-03-02T10:00:00Z</created></c>"},
                 {"docProps/app.xml",
                  "<p><Pages>12</Pages><Company>Northland</Company></p>"}}));
  EXPECT_EQ(reading.document.head.title, "Final & signed");
  EXPECT_EQ(reading.fact("author"), "A. Berg");
  EXPECT_EQ(reading.fact("author_company"), "Northland");
  EXPECT_EQ(reading.fact("page_count"), "12");
  EXPECT_EQ(reading.fact("created_date"), "2019-03-02");
  EXPECT_NE(reading.text().find("See API 4212345678."), std::string::npos);
  EXPECT_NE(reading.text().find("Comment by Kim: Check."), std::string::npos);
  EXPECT_EQ(reading.text().find("no\n"), std::string::npos);
}

TEST(DocxReader, IsFoundWhateverTheFileIsCalled) {
  EXPECT_EQ(read_bytes("a.bin", made_docx(word_paragraph("x"))).reader,
            "office");
  const auto plain =
      readers::test::made_zip({{"photos/a.txt", "x"}, {"word/b.txt", "y"}});
  EXPECT_NE(read_bytes("a.zip", plain).reader, "office");
  // A zip file of documents is none itself.
  const auto outer =
      readers::test::made_zip({{"a.docx", made_docx(word_paragraph("x"))}});
  EXPECT_NE(read_bytes("b.zip", outer).reader, "office");
}

TEST(DocxReader, EveryTruncationIsSalvagedOrRefused) {
  const std::string whole = made_docx(
      word_paragraph("First paragraph.") + word_paragraph("Second paragraph."),
      {{"docProps/core.xml", "<c><title>T</title></c>"}});
  for (size_t n = 40; n < whole.size(); n += 13) {
    const auto reading = read_bytes("a.docx", whole.substr(0, n));
    if (reading.reader == "office" && reading.error.empty()) {
      EXPECT_FALSE(reading.document.rejects.empty()) << n;
    }
    EXPECT_TRUE(base::is_utf8(reading.text()));
  }
  const auto cut = read_bytes("a.docx", whole.substr(0, whole.size() - 30));
  EXPECT_EQ(cut.error, "");
  EXPECT_NE(cut.text().find("Second paragraph."), std::string::npos);
  EXPECT_NE(cut.document.rejects.at(0).reason.find("one by one"),
            std::string::npos);
}

TEST(DocxReader, BombsAndEntitiesEnd) {
  const auto bomb = read_bytes(
      "a.docx", made_docx(word_paragraph(std::string(68 << 20, ' ') + "end")));
  ASSERT_FALSE(bomb.document.rejects.empty());
  EXPECT_NE(bomb.document.rejects[0].reason.find("times its size"),
            std::string::npos)
      << bomb.document.rejects[0].reason;
  const std::string laughs =
      "<!DOCTYPE d [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;\">"
      "<!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;\">]><w:document" +
      std::string(readers::test::k_word) +
      "><w:body><w:p><w:r><w:t>x&c;y</w:t></w:r></w:p></w:body></w:document>";
  const auto entities = read_bytes(
      "a.docx", readers::test::made_zip({{"[Content_Types].xml", "<Types/>"},
                                         {"word/document.xml", laughs}}));
  EXPECT_EQ(entities.text().find("haha"), std::string::npos);
  std::string deep;
  for (int i = 0; i < 5000; ++i) {
    deep += "<w:tbl><w:tr><w:tc>";
  }
  EXPECT_EQ(read_bytes("a.docx", made_docx(deep)).reader, "office");
}

TEST(DocxReader, WhatIsEmbeddedIsADocumentInside) {
  const readers::test::Folder folder;
  const auto path = folder.file(
      "a.docx", made_docx(word_paragraph("Outer."),
                          {{"word/embeddings/inner.docx",
                            made_docx(word_paragraph("Inner text."))},
                           {"word/media/logo.png", "\x89PNG small"}}));
  const auto input = readers::open_input(path, {});
  ASSERT_TRUE(input);
  domain::Collector out(1000);
  const auto choice = readers::choose_reader(*input);
  ASSERT_NE(choice.reader, nullptr);
  ASSERT_TRUE(choice.reader->read(*input, out));
  ASSERT_EQ(out.documents().size(), 2U);
  EXPECT_EQ(out.documents()[1].head.member,
            std::vector<std::string>{"word/embeddings/inner.docx"});
  EXPECT_EQ(out.documents()[1].passages.at(0).text, "Inner text.");
}

} // namespace
