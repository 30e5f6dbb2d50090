// SPDX-License-Identifier: Apache-2.0
#include "core/base/bytes.hpp"
#include "read_support.hpp"
#include "worker/readers/markdown_blocks.hpp"

namespace {

using readers::test::read_bytes;

TEST(MarkdownReader, HeadingsTablesAndCodeKeepTheirShape) {
  const auto reading = read_bytes(
      "a.md", "---\ntitle: \"Pump manual\"\nauthor: M. Kowalski\n---\n"
              "# Pumps\n\nSome *strong* [text](http://x).\n\n## Parts\n\n"
              "| Part | Price |\n|------|:-----:|\n| A-1 | 5 |\n| B\\|2 | 6 |\n"
              "\n```\nx = 1\n\ny = 2\n```\n");
  EXPECT_EQ(reading.reader, "markdown");
  EXPECT_EQ(reading.document.head.title, "Pump manual");
  EXPECT_EQ(reading.fact("author"), "M. Kowalski");
  EXPECT_NE(reading.text().find("Some strong text."), std::string::npos);
  EXPECT_NE(reading.text().find("Part: A-1; Price: 5\nPart: B|2; Price: 6"),
            std::string::npos);
  EXPECT_NE(reading.text().find("x = 1\n\ny = 2"), std::string::npos);
  for (const auto& passage : reading.document.passages) {
    if (passage.text.find("A-1") != std::string::npos) {
      EXPECT_EQ(passage.locator.section, "Pumps > Parts");
      EXPECT_EQ(passage.locator.line, 13u);
    }
  }
}

TEST(MarkdownReader, NestedNumbersAreClauses) {
  std::string bytes = "# Agreement\n\n1. <span id=1>Service</span>\n"
                      "    1. <b>Access.</b> Customer may access.\n"
                      "    2. Support. " +
                      std::string(150, 's') +
                      "\n\n2. General\n    1. Assignment. " +
                      std::string(150, 'a') + "\n";
  const auto reading = read_bytes("a.md", bytes);
  EXPECT_NE(reading.text().find("1.1 Access. Customer may access."),
            std::string::npos);
  const auto& last = reading.document.passages.back();
  EXPECT_TRUE(last.text.starts_with("2. General\n\n2.1 Assignment."))
      << last.text;
  EXPECT_EQ(last.locator.section, "2 General > 2.1 Assignment");
}

TEST(MarkdownReader, DashesThatDoNotCloseAreNoFrontMatter) {
  EXPECT_EQ(readers::split_front_matter("---\ntitle: x\n").size, 0u);
  EXPECT_EQ(readers::split_front_matter("---\na: b\n---\nx").size, 13u);
}

TEST(MarkdownReader, HostileNestingEnds) {
  EXPECT_EQ(read_bytes("a.md", std::string(100000, '>')).error, "");
  EXPECT_EQ(read_bytes("a.md", std::string(100000, '[')).error, "");
  std::string lists;
  for (int i = 0; i < 1000; ++i) {
    lists += std::string(static_cast<size_t>(i % 200) * 2, ' ') + "1. x\n";
  }
  EXPECT_EQ(read_bytes("b.md", lists).error, "");
}

TEST(MarkdownReader, EveryTruncationIsRead) {
  const std::string bytes = "# T\n\n- a\n  1. b\n\n| x | y |\n|---|---|\n| "
                            "\xC3\x85 | <i>z</i> |\n\n<table><tr><td>q\n";
  for (size_t n = 1; n <= bytes.size(); ++n) {
    const auto reading = read_bytes("a.md", bytes.substr(0, n));
    EXPECT_EQ(reading.reader, "markdown");
    EXPECT_EQ(reading.error, "");
    EXPECT_TRUE(base::is_utf8(reading.text()));
  }
}

} // namespace
