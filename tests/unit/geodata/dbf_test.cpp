// SPDX-License-Identifier: Apache-2.0
#include "core/geodata/dbf.hpp"
#include "tests/unit/geodata/bytes.hpp"

#include <gtest/gtest.h>

namespace {

using geodata::DbfFile;
using geodata::DbfRow;
using geodata_test::dbf_of;
using geodata_test::Folder;
using geodata_test::le;

std::vector<DbfRow> rows_of(DbfFile& file) {
  std::vector<DbfRow> rows;
  DbfRow row;
  while (true) {
    const auto more = file.next(row);
    EXPECT_TRUE(more);
    if (!more || !*more) {
      return rows;
    }
    rows.push_back(row);
  }
}

TEST(Dbf, ReadsFieldsAndRows) {
  const Folder folder;
  const auto path = folder.file(
      "a.dbf",
      dbf_of({{"NAME", 'C', 10}, {"DEPTH", 'N', 8, 2}, {"DAY", 'D', 8}},
             {{"A-1", "  12.50", "20080801"}, {"B-2", "****", ""}}));
  auto file = DbfFile::open(path);
  ASSERT_TRUE(file);
  EXPECT_EQ(file->header().records, 2U);
  EXPECT_EQ(file->header().updated, "2024-05-17");
  EXPECT_EQ(file->header().fields[1].form(), "N8.2");
  EXPECT_EQ(file->header().fields[2].form(), "D8");
  const auto rows = rows_of(*file);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].values,
            (std::vector<std::string>{"A-1", "12.50", "2008-08-01"}));
  EXPECT_EQ(rows[1].values, (std::vector<std::string>{"B-2", "", ""}));
}

TEST(Dbf, DeletedRowsAreMarkedAndKeepTheirNumbers) {
  const Folder folder;
  auto file = DbfFile::open(folder.file(
      "a.dbf", dbf_of({{"NAME", 'C', 4}}, {{"a"}, {"b"}, {"c"}}, 0, {1})));
  ASSERT_TRUE(file);
  const auto rows = rows_of(*file);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_TRUE(rows[1].deleted);
  EXPECT_EQ(rows[2].number, 3U);
}

TEST(Dbf, ATruncatedTableGivesItsWholeRowsAndSaysSo) {
  const Folder folder;
  const auto whole = dbf_of({{"NAME", 'C', 20}}, {{"a"}, {"b"}, {"c"}});
  auto file =
      DbfFile::open(folder.file("a.dbf", whole.substr(0, 65 + 21 + 21 + 3)));
  ASSERT_TRUE(file);
  EXPECT_EQ(file->header().present, 2U);
  EXPECT_EQ(file->header().damages.size(), 1U);
  EXPECT_EQ(rows_of(*file).size(), 2U);
}

TEST(Dbf, ARecordCountBeyondTheFileCostsNothing) {
  const Folder folder;
  auto bytes = dbf_of({{"NAME", 'C', 20}}, {{"a"}});
  bytes.replace(4, 4, le(0xFFFFFFFF, 4));
  auto file = DbfFile::open(folder.file("a.dbf", bytes));
  ASSERT_TRUE(file);
  EXPECT_EQ(file->header().present, 1U);
}

TEST(Dbf, RefusesWhatIsNoTable) {
  const Folder folder;
  EXPECT_FALSE(DbfFile::open(folder.file("a.dbf", "")));
  EXPECT_FALSE(DbfFile::open(folder.file("b.dbf", std::string(500, '\0'))));
  EXPECT_FALSE(DbfFile::open(folder.file("c.dbf", std::string(500, 'x'))));
  EXPECT_FALSE(geodata::is_dbf_header("plain text, long enough to be a header "
                                      "but without any of its numbers here",
                                      100));
}

TEST(Dbf, ReadsMemosOfEveryKind) {
  const Folder folder;
  const auto table = folder.file(
      "a.dbf", dbf_of({{"NOTE", 'M', 10}}, {{"         1"}, {""}, {"99999"}}));
  std::string three(512, '\0');
  three += "drilled in 1954\x1A\x1A";
  std::string four(512, '\0');
  four.replace(20, 2, le(512, 2));
  four += std::string("\xFF\xFF\x08\x00", 4) + le(8 + 4, 4) + "deep";
  std::string fox(512, '\0');
  fox[6] = '\x02'; // blocks of 512 bytes, big endian
  fox += geodata_test::be32(1) + geodata_test::be32(7) + "foxpro!";
  const std::pair<std::string, std::string> kinds[] = {
      {folder.file("3.dbt", three), "drilled in 1954"},
      {folder.file("4.dbt", four), "deep"},
      {folder.file("f.fpt", fox), "foxpro!"}};
  for (const auto& [memo, text] : kinds) {
    auto file = DbfFile::open(table, memo);
    ASSERT_TRUE(file);
    const auto rows = rows_of(*file);
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_EQ(rows[0].values[0], text);
    EXPECT_EQ(rows[1].values[0], "");
    EXPECT_EQ(rows[2].values[0], "");
  }
}

TEST(Dbf, BinaryNumbersAndMomentsOfFoxProAreText) {
  const Folder folder;
  auto file = DbfFile::open(folder.file(
      "a.dbf",
      dbf_of({{"ID", 'I', 4}, {"V", 'B', 8}, {"T", 'T', 8}, {"Y", 'Y', 8}},
             {{le(static_cast<uint32_t>(-7), 4), geodata_test::le_double(2.5),
               le(2454680, 4) + le(45296000, 4), le(12345, 8)}})));
  ASSERT_TRUE(file);
  const auto rows = rows_of(*file);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].values, (std::vector<std::string>{
                                "-7", "2.5", "2008-08-01 12:34:56", "1.2345"}));
}

TEST(Dbf, FieldsLongerThanARecordAreLeftOut) {
  const Folder folder;
  auto bytes = dbf_of({{"A", 'C', 5}, {"B", 'C', 5}}, {{"1", "2"}});
  bytes[32 + 32 + 16] = '\x7F';
  auto file = DbfFile::open(folder.file("a.dbf", bytes));
  ASSERT_TRUE(file);
  EXPECT_EQ(file->header().fields.size(), 1U);
  EXPECT_EQ(file->header().damages.size(), 1U);
}

} // namespace
