// SPDX-License-Identifier: Apache-2.0
#include "pdf_maker.hpp"
#include "read_support.hpp"
#include "worker/readers/pdf_text.hpp"
#include "worker/readers/tool.hpp"

#include <unistd.h>

#include <chrono>

namespace {

using readers::test::make_pdf;
using readers::test::page_pdf;
using readers::test::read_bytes;

TEST(PdfText, JoinsWordsButNotCodes) {
  using readers::join_lines;
  EXPECT_EQ(join_lines({"the classi-", "cally named field"}),
            "the classically named field");
  EXPECT_EQ(join_lines({"well 33-053-", "03703"}), "well 33-053-03703");
  EXPECT_EQ(join_lines({"part ABC-4471-", "b"}), "part ABC-4471-\nb");
  EXPECT_EQ(join_lines({"Anglo-", "American"}), "Anglo-American");
  EXPECT_EQ(join_lines({"Price", "69.95"}), "Price\n69.95");
  EXPECT_EQ(join_lines({"a line that is long enough to be one of prose", "x"}),
            "a line that is long enough to be one of prose x");
}

TEST(PdfText, RunningLinesGoButLinesThatDifferStay) {
  std::vector<std::string> pages;
  for (int i = 1; i <= 6; ++i) {
    pages.push_back("Annual report\nWell 33-053-0370" + std::to_string(i) +
                    "\nbody\nmore\nlast\nPage " + std::to_string(i) +
                    " of 6\n");
  }
  readers::drop_running_lines(pages);
  EXPECT_NE(pages[0].find("Annual report"), std::string::npos);
  EXPECT_EQ(pages[3].find("Annual report"), std::string::npos);
  EXPECT_EQ(pages[3].find("Page 4"), std::string::npos);
  EXPECT_NE(pages[3].find("33-053-03704"), std::string::npos);
}

TEST(PdfText, ATitleCannotForgeTheRest) {
  const auto info = readers::parse_pdfinfo(
      "Title:  x\nPages: 9999\nEncrypted: no\nPages:  3\n"
      "Encrypted:   yes (print:yes copy:no)\nPDF version:  1.4\n");
  EXPECT_EQ(info.pages, 3u);
  EXPECT_EQ(info.encrypted, true);
  EXPECT_EQ(info.permissions, "print:yes copy:no");
}

class Tool : public ::testing::Test {
protected:
  base::Result<readers::ToolOutcome> run(std::vector<std::string> argv,
                                         readers::ToolLimits limits = {}) {
    const auto file = base::open_regular(m_folder.file("x", "hello"));
    return readers::run_tool(argv, *file, limits,
                             []() -> base::Result<void> { return {}; });
  }
  readers::test::Folder m_folder;
};

TEST_F(Tool, ReadsTheFileByItsDescriptor) {
  const auto outcome = run({"cat", std::string(readers::k_tool_input)});
  ASSERT_TRUE(outcome.has_value());
  EXPECT_EQ(outcome->output, "hello");
  EXPECT_EQ(outcome->end, readers::ToolEnd::exited);
}

TEST_F(Tool, LimitsEndIt) {
  readers::ToolLimits limits;
  limits.time = std::chrono::milliseconds(300);
  EXPECT_EQ(run({"sleep", "30"}, limits)->end, readers::ToolEnd::timeout);
  limits = {};
  limits.output = 100000;
  const auto flood = run({"yes"}, limits);
  EXPECT_EQ(flood->end, readers::ToolEnd::flood);
  EXPECT_EQ(flood->output.size(), 100000u);
}

TEST_F(Tool, AMissingProgramIsNamed) {
  const auto outcome = run({"no-such-program"});
  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().code, base::Errc::unsupported);
}

TEST_F(Tool, OpensNothingElse) {
  const auto outcome = run({"ls", "/proc/self/fd"});
  // 0–3 and the folder that ls reads.
  EXPECT_EQ(outcome->output, "0\n1\n2\n3\n4\n");
}

TEST(PdfReader, PagesBecomePassages) {
  const auto reading =
      read_bytes("-report.pdf", make_pdf({"First page, on well number 7",
                                          "Second page, API 33-053-03703"},
                                         "Well file"));
  if (reading.error.find("not installed") != std::string::npos) {
    GTEST_SKIP() << reading.error;
  }
  EXPECT_EQ(reading.error, "");
  EXPECT_EQ(reading.reader, "pdf");
  EXPECT_EQ(reading.document.head.title, "Well file");
  EXPECT_EQ(reading.fact("page_count"), "2");
  EXPECT_EQ(reading.fact("encrypted"), "no");
  EXPECT_EQ(reading.fact("text_layer"), "sparse");
  ASSERT_EQ(reading.document.passages.size(), 2u);
  EXPECT_EQ(reading.document.passages[1].text, "Second page, API 33-053-03703");
  EXPECT_EQ(reading.document.passages[1].locator.page, 2u);
}

TEST(PdfReader, PagesThatPaintAndSayNothingNeedOcr) {
  const std::string image = readers::test::pdf_stream(
      std::string("\xF0"), "/Type /XObject /Subtype /Image /Width 1 "
                           "/Height 1 /ColorSpace /DeviceGray "
                           "/BitsPerComponent 8");
  const auto scan =
      read_bytes("a.pdf", page_pdf("q 600 0 0 780 0 0 cm /I Do Q",
                                   "/Resources << /XObject << /I 7 0 R >> >>",
                                   "", {image}));
  if (scan.error.find("not installed") != std::string::npos) {
    GTEST_SKIP() << scan.error;
  }
  EXPECT_EQ(scan.fact("pages_needing_ocr"), "1");
  EXPECT_EQ(scan.reasons(), "no text layer on pages 1: needs OCR\n");
  // A blank page waits for nothing.
  const auto blank = read_bytes(
      "a.pdf", make_pdf({"", "Some text that stands on this page"}, ""));
  EXPECT_EQ(blank.fact("pages_needing_ocr"), "0");
}

TEST(PdfReader, WhatNobodySeesIsKeptApart) {
  const std::string content =
      "BT /F1 12 Tf 72 700 Td (plain words on the page) Tj ET\n"
      "1 g BT /F1 12 Tf 72 650 Td (white words that nobody sees) Tj ET\n"
      "0 g 72 590 300 24 re f 1 g BT /F1 12 Tf 80 598 Td (white upon black) Tj "
      "ET 0 g\n"
      "BT /F1 0.5 Tf 72 500 Td (tiny) Tj ET\n"
      "BT /F1 12 Tf 900 500 Td (beyond) Tj ET\n"
      "BT /F1 12 Tf 72 400 Td (buried) Tj ET 1 g 60 390 200 30 re f 0 g\n"
      "BT 3 Tr /F1 12 Tf 72 300 Td (inkless) Tj ET\n";
  const auto reading = read_bytes("a.pdf", page_pdf(content));
  if (reading.error.find("not installed") != std::string::npos) {
    GTEST_SKIP() << reading.error;
  }
  std::string hidden, seen;
  for (const auto& passage : reading.document.passages) {
    (passage.locator.section == "hidden text" ? hidden : seen) +=
        passage.text + "\n";
  }
  EXPECT_EQ(seen, "plain words on the page\n\nwhite upon black\n");
  for (const char* word : {"white words that nobody sees", "tiny", "beyond",
                           "buried", "inkless"}) {
    EXPECT_NE(hidden.find(word), std::string::npos) << word << " in " << hidden;
  }
  EXPECT_EQ(reading.fact("hidden_text_characters"), "47");
}

TEST(PdfReader, TheTextLayerOfAScanIsNotHidden) {
  const std::string image = readers::test::pdf_stream(
      std::string("\xF0"), "/Type /XObject /Subtype /Image /Width 1 "
                           "/Height 1 /ColorSpace /DeviceGray "
                           "/BitsPerComponent 8");
  const auto reading = read_bytes(
      "a.pdf",
      page_pdf("q 612 0 0 792 0 0 cm /I Do Q BT 3 Tr /F1 12 Tf 72 700 Td "
               "(what the scanner has read of this page) Tj ET",
               "/Resources << /XObject << /I 7 0 R >> /Font << /F1 3 0 R >> >>",
               "", {image}));
  if (reading.error.find("not installed") != std::string::npos) {
    GTEST_SKIP() << reading.error;
  }
  EXPECT_EQ(reading.fact("hidden_text_characters"), "");
  EXPECT_EQ(reading.text(), "what the scanner has read of this page\n");
}

TEST(PdfReader, WhatStandsBesideThePagesIsRead) {
  const auto reading = read_bytes(
      "a.pdf",
      page_pdf("BT /F1 12 Tf 72 700 Td (Results) Tj 0 -30 Td (Oil was found.) "
               "Tj ET",
               "/Annots [7 0 R]",
               "/Outlines 8 0 R /AcroForm << /Fields [10 0 R] >> "
               "/PageLabels << /Nums [0 << /S /r /St 4 >>] >>",
               {"<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /T (Ann) "
                "/Contents (check the depth) >>",
                "<< /Type /Outlines /First 9 0 R /Last 9 0 R >>",
                // It follows itself: a loop.
                "<< /Title (Results) /Parent 8 0 R /Next 9 0 R "
                "/Dest [5 0 R /Fit] >>",
                "<< /FT /Tx /T (operator) /V (Acme Oil) >>"}));
  if (reading.error.find("not installed") != std::string::npos) {
    GTEST_SKIP() << reading.error;
  }
  EXPECT_EQ(reading.fact("bookmark_count"), "1");
  EXPECT_EQ(reading.fact("page_labels"), "iv: 1");
  ASSERT_EQ(reading.document.passages.size(), 3u);
  EXPECT_EQ(reading.document.passages[0].locator.section, "Results");
  EXPECT_EQ(reading.document.passages[1].text, "operator: Acme Oil");
  EXPECT_EQ(reading.document.passages[1].locator.section, "form fields");
  EXPECT_EQ(reading.document.passages[2].text, "Ann: check the depth");
  EXPECT_EQ(reading.document.passages[2].locator.section, "annotations");
}

TEST(PdfReader, AttachmentsAreDocumentsOfTheirOwn) {
  const readers::test::Folder folder;
  auto input = readers::open_input(
      folder.file(
          "a.pdf",
          page_pdf("BT /F1 12 Tf 72 700 Td (See the attachment.) Tj ET", "",
                   "/Names << /EmbeddedFiles << /Names [(n) 7 0 R] >> "
                   ">>",
                   {"<< /Type /Filespec /F (notes.txt) /EF << /F 8 0 "
                    "R >> >>",
                    readers::test::pdf_stream("Well 33-053-03703 was logged.",
                                              "/Type /EmbeddedFile")})),
      {});
  ASSERT_TRUE(input.has_value());
  domain::Collector collector(1000);
  const auto read =
      readers::choose_reader(*input).reader->read(*input, collector);
  if (!read && read.error().code == base::Errc::unsupported) {
    GTEST_SKIP() << read.error().message;
  }
  ASSERT_EQ(collector.documents().size(), 2u);
  const auto& inside = collector.documents()[0].head.member.empty()
                           ? collector.documents()[1]
                           : collector.documents()[0];
  EXPECT_EQ(inside.head.member, std::vector<std::string>{"notes.txt"});
  EXPECT_EQ(inside.passages.at(0).text, "Well 33-053-03703 was logged.");
}

TEST(PdfReader, DamageIsSaid) {
  const auto whole = make_pdf({"Alpha bravo", "Charlie delta"}, "");
  const auto cut = read_bytes("a.pdf", whole.substr(0, whole.size() - 200));
  EXPECT_TRUE(!cut.error.empty() || !cut.document.rejects.empty());
  const auto junk = read_bytes("a.pdf", "%PDF-1.4\nthis is not one\n");
  EXPECT_NE(junk.error.find("not readable as PDF"), std::string::npos);
}

} // namespace
