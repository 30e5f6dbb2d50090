// SPDX-License-Identifier: Apache-2.0
#include "pdf_maker.hpp"
#include "read_support.hpp"
#include "worker/readers/pdf_text.hpp"
#include "worker/readers/tool.hpp"

#include <unistd.h>

#include <chrono>

namespace {

using readers::test::make_pdf;
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

TEST(PdfReader, PagesWithoutTextNeedOcr) {
  const auto reading = read_bytes(
      "a.pdf",
      make_pdf({"", "", "Some text that stands on this page", ""}, ""));
  EXPECT_EQ(reading.fact("pages_needing_ocr"), "3");
  EXPECT_EQ(reading.reasons(), "no text layer on pages 1-2, 4: needs OCR\n");
}

TEST(PdfReader, DamageIsSaid) {
  const auto whole = make_pdf({"Alpha bravo", "Charlie delta"}, "");
  const auto cut = read_bytes("a.pdf", whole.substr(0, whole.size() - 200));
  EXPECT_TRUE(!cut.error.empty() || !cut.document.rejects.empty());
  const auto junk = read_bytes("a.pdf", "%PDF-1.4\nthis is not one\n");
  EXPECT_NE(junk.error.find("not readable as PDF"), std::string::npos);
}

} // namespace
