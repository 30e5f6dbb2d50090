// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/readers/read_support.hpp"
#include "tests/unit/readers/xls_maker.hpp"

#include <gtest/gtest.h>

namespace {

using readers::test::read_bytes;
using namespace readers_test;
using namespace std::string_literals;

std::string wells() {
  return label_record(0, 0, "Well") + label_record(0, 1, "API") +
         label_record(0, 2, "Spud date") + label_record(1, 0, "LARK CREEK 1") +
         number_record(1, 1, 4902506325) + number_record(1, 2, 45413, 1) +
         label_record(2, 0, "LARK CREEK 2") + number_record(2, 1, 4902506326) +
         number_record(2, 2, 45688.5, 1);
}

// Two looks of cells: general, and a date.
std::string looks() {
  return biff(0x041E, le(164, 2) + eight_bits("dd/mm/yyyy", 2)) +
         biff(0x00E0, le(0, 2) + le(0, 2) + std::string(16, '\0')) +
         biff(0x00E0, le(0, 2) + le(164, 2) + std::string(16, '\0'));
}

TEST(Xls, MakesRecordsOfRowsWithTheirHeaderAndDatesOfNumbers) {
  const auto found = read_bytes(
      "wells.xls", xls_file(xls_stream({{"Wells", wells()}}, looks())));
  EXPECT_EQ(found.reader, "ole");
  EXPECT_EQ(found.error, "");
  EXPECT_EQ(found.document.head.format, "xls");
  EXPECT_EQ(found.fact("sheet"), "Wells");
  EXPECT_EQ(found.fact("spud_date"), "2024-05-01|2025-01-31 12:00:00");
  EXPECT_NE(found.text().find(
                "Well: LARK CREEK 1; API: 4902506325; Spud date: 2024-05-01"),
            std::string::npos)
      << found.text();
  EXPECT_NE(found.text().find("2025-01-31 12:00:00"), std::string::npos);
}

TEST(Xls, CountsDaysFrom1904WhereTheWorkbookSaysSo) {
  const auto found = read_bytes(
      "a.xls", xls_file(xls_stream({{"A", number_record(0, 0, 1, 1)}},
                                   biff(0x0022, le(1, 2)) + looks())));
  EXPECT_NE(found.text().find("1904-01-02"), std::string::npos) << found.text();
}

TEST(Xls, ReadsSharedStringsAcrossRecords) {
  // "abcdef" crosses from one byte a character to two.
  const std::string first =
      le(2, 4) + le(2, 4) + eight_bits("one", 2) + le(6, 2) + '\0' + "abc";
  const std::string second = '\x01' + wide("def");
  const std::string cells =
      biff(0x00FD, at_cell(0, 0) + le(0, 4)) +
      biff(0x00FD, at_cell(0, 1) + le(1, 4)) +
      biff(0x00FD, at_cell(0, 2) + le(99, 4)); // there is no such string
  const auto found = read_bytes(
      "a.xls", xls_file(xls_stream({{"A", cells}}, biff(0x00FC, first) +
                                                       biff(0x003C, second))));
  EXPECT_NE(found.text().find("one: abcdef"), std::string::npos)
      << found.text();
}

TEST(Xls, ReadsWhatFormulasLastGave) {
  const auto formula = [](int column, const std::string& result) {
    return biff(0x0006, at_cell(0, column) + result + std::string(8, '\0'));
  };
  const std::string special = "\0\0\0\0\xFF\xFF"s;
  const std::string cells =
      formula(0, le(std::bit_cast<uint64_t>(2.5), 8)) +
      formula(1, le(1, 2) + le(1, 2) + "\0\0\xFF\xFF"s) +
      formula(2, le(2, 2) + le(0x07, 2) + "\0\0\xFF\xFF"s) +
      formula(3, "\0\0"s + special) + biff(0x04BC, "shared") +
      biff(0x0207, eight_bits("text result", 2));
  const auto found = read_bytes("a.xls", xls_file(xls_stream({{"A", cells}})));
  EXPECT_NE(found.text().find("2.5; TRUE; #DIV/0!; text result"),
            std::string::npos)
      << found.text();
}

TEST(Xls, ReadsShortNumbers) {
  // [MS-XLS] 2.5.217: whole or not, hundredths or not.
  const std::string cells =
      biff(0x027E, at_cell(0, 0) + le(6890U << 2 | 2, 4)) +
      biff(0x027E, at_cell(0, 1) + le(123456U << 2 | 3, 4)) +
      biff(0x00BD, le(0, 2) + le(2, 2) + le(0, 2) + le(0x3FF00000, 4) +
                       le(0, 2) + le(0xFFFFFFFE, 4) + le(3, 2));
  const auto found = read_bytes("a.xls", xls_file(xls_stream({{"A", cells}})));
  EXPECT_NE(found.text().find("6890; 1234.56; 1; -1"), std::string::npos)
      << found.text();
}

TEST(Xls, PutsCellsInOrderThatWereWrittenInNone) {
  const std::string cells = label_record(1, 1, "d") + label_record(0, 1, "b") +
                            label_record(1, 0, "c") + label_record(0, 0, "a");
  const auto found = read_bytes("a.xls", xls_file(xls_stream({{"A", cells}})));
  EXPECT_NE(found.text().find("a: c; b: d"), std::string::npos) << found.text();
}

TEST(Xls, LeavesOutTheCellsOfEmbeddedCharts) {
  const std::string cells = label_record(0, 0, "of the sheet") +
                            biff_bof(0x20) +
                            label_record(0, 0, "of the chart") + biff(0x000A) +
                            label_record(1, 0, "more");
  const auto found = read_bytes("a.xls", xls_file(xls_stream({{"A", cells}})));
  EXPECT_NE(found.text().find("of the sheet"), std::string::npos);
  EXPECT_NE(found.text().find("more"), std::string::npos);
  EXPECT_EQ(found.text().find("of the chart"), std::string::npos);
}

TEST(Xls, TellsCommentsWithTheirCellAndAuthor) {
  const std::string cells =
      label_record(0, 0, "value") +
      biff(0x005D, le(0x15, 2) + le(0x12, 2) + le(0x19, 2) + le(7, 2) +
                       std::string(14, '\0')) +
      biff(0x01B6, std::string(10, '\0') + le(9, 2) + std::string(6, '\0')) +
      biff(0x003C, std::string(1, '\0') + "Check it!") +
      biff(0x003C, std::string(16, '\0')) +
      biff(0x001C,
           le(4, 2) + le(1, 2) + le(0, 2) + le(7, 2) + eight_bits("Ada", 2));
  const auto found = read_bytes("a.xls", xls_file(xls_stream({{"A", cells}})));
  EXPECT_NE(found.text().find("Comment on B5 by Ada: Check it!"),
            std::string::npos)
      << found.text();
}

TEST(Xls, ReadsHeadersAndFootersWithoutTheirCodes) {
  const std::string cells =
      label_record(0, 0, "value") +
      biff(0x0014, eight_bits("&L&\"Arial,Bold\"Lark &12Creek&RPage &P", 2)) +
      biff(0x0015, eight_bits("A && B &\xC5", 2));
  const auto found = read_bytes("a.xls", xls_file(xls_stream({{"A", cells}})));
  EXPECT_NE(found.text().find("Lark Creek Page"), std::string::npos)
      << found.text();
  EXPECT_NE(found.text().find("A & B \xC3\x85"), std::string::npos)
      << found.text();
}

TEST(Xls, TellsHiddenSheetsApart) {
  const auto found = read_bytes(
      "a.xls",
      xls_file(xls_stream({{"Secret", label_record(0, 0, "x")}}, {}, 1)));
  EXPECT_EQ(found.fact("hidden_sheet"), "Secret");
  EXPECT_EQ(found.fact("sheet"), "");
}

TEST(Xls, ReadsWorkbooksOfExcel2To4WithoutACompoundFile) {
  const std::string bof = biff(0x0009, le(2, 2) + le(0x10, 2));
  const std::string stream =
      bof +
      biff(0x0004, le(0, 2) + le(0, 2) + std::string(3, '\0') + "\x04Well") +
      biff(0x0002, le(0, 2) + le(1, 2) + std::string(3, '\0') + le(6890, 2)) +
      biff(0x000A);
  const auto found = read_bytes("old.xls", stream);
  EXPECT_EQ(found.reader, "ole");
  EXPECT_EQ(found.fact("format_version"), "BIFF2");
  EXPECT_NE(found.text().find("Well: 6890"), std::string::npos) << found.text();
}

TEST(Xls, ReadsWorkbooksOfExcel5InTheirCodePage) {
  const auto old_bof = [](int type) {
    return biff(0x0809, le(0x0500, 2) + le(static_cast<uint64_t>(type), 2) +
                            std::string(4, '\0'));
  };
  const auto old_label = [](int row, int column, const std::string& text) {
    return biff(0x0204, at_cell(row, column) + le(text.size(), 2) + text);
  };
  const std::string name = "\xCB\xE8\xF1\xF2"; // in code page 1251
  const std::string globals = old_bof(5) + biff(0x0042, le(1251, 2));
  const size_t at = globals.size() + 4 + 7 + name.size() + 4;
  const std::string stream =
      globals + biff(0x0085, le(at, 4) + le(0, 2) + le(name.size(), 1) + name) +
      biff(0x000A) + old_bof(0x10) + old_label(0, 0, name) +
      number_record(0, 1, 12.5) +
      biff(0x001C, le(0, 2) + le(1, 2) + le(5, 2) + "Check") + biff(0x000A);
  CompoundMaker maker;
  maker.stream("Book", stream);
  const auto found = read_bytes("old.xls", maker.make());
  EXPECT_EQ(found.fact("format_version"), "BIFF5");
  EXPECT_EQ(found.fact("sheet"), "Лист");
  EXPECT_NE(found.text().find("Лист: 12.5"), std::string::npos) << found.text();
  EXPECT_NE(found.text().find("Comment on B1: Check"), std::string::npos)
      << found.text();
}

TEST(Xls, SaysThatAWorkbookHasAPassword) {
  const auto found = read_bytes(
      "a.xls",
      xls_file(xls_stream({{"A", wells()}},
                          biff(0x002F, le(1, 2) + std::string(50, 'x')))));
  EXPECT_TRUE(found.error.starts_with("password-protected")) << found.error;
}

TEST(Xls, SaysWhatTheListOfSheetsPointsAtInstead) {
  std::string stream = xls_stream({{"A", wells()}});
  const size_t list = stream.find(le(0x0085, 2));
  put_le(stream, list + 4, 40, 4);
  const auto found = read_bytes("a.xls", xls_file(stream));
  EXPECT_EQ(found.error, "");
  EXPECT_NE(found.reasons().find("the list of sheets points at something else"),
            std::string::npos);
}

TEST(Xls, GivesWhatIsLeftOfAWorkbookCutAnywhere) {
  const std::string stream = xls_stream({{"A", wells()}}, looks());
  for (size_t size = 1; size < stream.size(); size += 3) {
    const auto found = read_bytes("a.xls", xls_file(stream.substr(0, size)));
    EXPECT_TRUE(found.error.empty() ||
                found.error.find("byte ") != std::string::npos)
        << found.error;
  }
  const auto cut =
      read_bytes("a.xls", xls_file(stream.substr(0, stream.size() - 20)));
  EXPECT_NE(cut.text().find("LARK CREEK 1"), std::string::npos);
  EXPECT_NE(cut.reasons().find("the file ends inside this sheet"),
            std::string::npos);
}

} // namespace
