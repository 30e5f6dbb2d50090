// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/readers/model_bytes.hpp"
#include "tests/unit/readers/read_support.hpp"

#include <vector>

namespace readers::test {
namespace {

const std::string k_deck =
    "-- A deck made for a test\n"
    "RUNSPEC\nTITLE\n  Lark Creek, case 2\nDIMENS\n 10 12 3 /\nOIL\nWATER\n"
    "METRIC\nSTART\n 1 'JLY' 1997 /\n"
    "GRID\nMAPAXES\n100 1100 100 1000\n 200 1000 /\nINCLUDE\n"
    " './grid/lark.grdecl' / a remark\n"
    "COORD\n 0 0 1500 0 0 1600\n 6*0 50 20 1500 50 20 1600 /\n"
    "ZCORN\n 4*1500.5 4*1612 /\n"
    "FAULTS\n'F_west' 5 5 3 3 1 3 'X' /\n'F_west' 5 5 4 4 1 3 'X' /\n/\n"
    "SCHEDULE =====\nWELSPECS\n"
    "'OP_1' 'PROD' 3 4 1512.5 'OIL' /\n'LARK-7' 'INJ' 9 9 1* WATER /\n/\n"
    "COMPDAT\n'OP_1' 2* 1 3 'OPEN' /\n'OP*' 2* 1 3 'OPEN' /\n/\n"
    "DATES\n 1 AUG 1997 /\n 12 'SEP' 1998 /\n/\nTSTEP\n 3*30 10 /\nEND\n";

std::string numbers(const std::vector<uint32_t>& values) {
  std::string out;
  for (const auto value : values) {
    out += big(value);
  }
  return out;
}

std::string head(uint32_t day, uint32_t month, uint32_t year) {
  std::vector<uint32_t> values(100, 0);
  values[2] = 2;
  values[8] = 4;
  values[9] = 2;
  values[10] = 3;
  values[14] = 7;
  values[27] = 3;
  values[64] = day;
  values[65] = month;
  values[66] = year;
  values[94] = 100;
  return keyword("INTEHEAD", 100, "INTE", numbers(values));
}

std::string restart() {
  const std::string wells = padded("OP_1", 8) + padded("", 8) + padded("", 8) +
                            padded("WI_2", 8) + padded("", 8) + padded("", 8);
  return keyword("SEQNUM", 1, "INTE", numbers({1})) + head(1, 1, 2022) +
         keyword("ZWEL", 6, "CHAR", wells) +
         keyword("PRESSURE", 2, "REAL", big_float(100) + big_float(101)) +
         keyword("SEQNUM", 1, "INTE", numbers({2})) + head(11, 3, 2023) +
         keyword("STARTSOL", 0, "MESS", "");
}

TEST(EclipseDeck, SaysItsCaseGridPhasesAndDates) {
  const auto found = read_bytes("LARK.DATA", k_deck);
  EXPECT_EQ(found.reader, "eclipse-deck");
  EXPECT_EQ(found.document.head.title, "Lark Creek, case 2");
  EXPECT_EQ(found.fact("grid_columns"), "10");
  EXPECT_EQ(found.fact("cell_count"), "360");
  EXPECT_EQ(found.fact("phase"), "OIL|WATER");
  EXPECT_EQ(found.fact("unit_system"), "METRIC");
  EXPECT_EQ(found.fact("start_date"), "1997-07-01");
  EXPECT_EQ(found.fact("section"), "RUNSPEC|GRID|SCHEDULE");
  EXPECT_EQ(found.fact("include"), "./grid/lark.grdecl");
  EXPECT_EQ(found.fact("first_report_date"), "1997-08-01");
  EXPECT_EQ(found.fact("last_report_date"), "1998-09-12");
  EXPECT_EQ(found.fact("report_steps"), "2");
  EXPECT_EQ(found.fact("time_steps"), "4");
  EXPECT_EQ(found.fact("fault"), "F_west");
  EXPECT_EQ(found.reasons(), "");
}

TEST(EclipseDeck, WellsAreRowsWithTheirGroupAndPlace) {
  const auto found = read_bytes("LARK.DATA", k_deck);
  EXPECT_EQ(found.fact("well_count"), "2") << "OP* is a pattern";
  EXPECT_EQ(found.fact("group"), "INJ|PROD");
  EXPECT_TRUE(found.has_key("OP_1"));
  EXPECT_TRUE(found.has_key("LARK-7"));
  EXPECT_NE(found.text().find("Well: OP_1; group: PROD; I: 3; J: 4; reference "
                              "depth: 1512.5; phase: OIL; connections: 1"),
            std::string::npos)
      << found.text();
}

TEST(EclipseDeck, PillarsAreTurnedByTheAxesOfTheMap) {
  const auto found = read_bytes("LARK.DATA", k_deck);
  EXPECT_EQ(found.fact("min_x"), "100");
  EXPECT_EQ(found.fact("max_x"), "150");
  EXPECT_EQ(found.fact("max_y"), "1020");
  EXPECT_EQ(found.fact("min_z"), "1500.5");
  EXPECT_EQ(found.fact("max_z"), "1612");
}

TEST(EclipseDeck, AnArrayOnOneLongLineIsReadToItsEnd) {
  std::string deck = "ZCORN\n";
  for (int i = 0; i < 30000; ++i) {
    deck += std::to_string(1500 + i % 977) + ".25 ";
  }
  const auto found = read_bytes("a.grdecl", deck + "2999.5 /\n");
  EXPECT_EQ(found.fact("min_z"), "1500.25");
  EXPECT_EQ(found.fact("max_z"), "2999.5");
  EXPECT_EQ(found.reasons(), "");
}

TEST(EclipseDeck, ARecordWithoutAnEndIsSaid) {
  const auto found = read_bytes("a.inc", "EQUALS\n 'MULTZ' 0.5 1 2\n");
  EXPECT_EQ(found.reader, "eclipse-deck");
  EXPECT_NE(found.reasons().find("before the '/'"), std::string::npos);
}

TEST(EclipseDeck, ProseAboutDecksIsProse) {
  EXPECT_EQ(read_bytes("a.txt", "The deck has sections:\nRUNSPEC\nGRID\n"
                                "and records / that end so.\n")
                .reader,
            "text");
  EXPECT_EQ(read_bytes("a.data", "SOME NOTES\nabout the pump\n").reader,
            "text");
}

TEST(EclipseOutput, ARestartHasItsStepsDatesAndWells) {
  const auto found = read_bytes("A.UNRST", restart());
  EXPECT_EQ(found.reader, "eclipse-output");
  EXPECT_EQ(found.fact("data_type"), "restart");
  EXPECT_EQ(found.fact("report_steps"), "2");
  EXPECT_EQ(found.fact("first_report_date"), "2022-01-01");
  EXPECT_EQ(found.fact("last_report_date"), "2023-03-11");
  EXPECT_EQ(found.fact("unit_system"), "FIELD");
  EXPECT_EQ(found.fact("simulator"), "ECLIPSE 100");
  EXPECT_EQ(found.fact("phase"), "OIL|WATER|GAS");
  EXPECT_EQ(found.fact("grid_layers"), "3");
  EXPECT_EQ(found.fact("well_count"), "2");
  EXPECT_TRUE(found.has_key("WI_2"));
  EXPECT_EQ(found.reasons(), "");
}

TEST(EclipseOutput, ASummaryListsItsVectors) {
  const auto bytes =
      keyword("INTEHEAD", 2, "INTE", numbers({2, 300})) +
      keyword("DIMENS", 6, "INTE", numbers({3, 24, 25, 15, 0, 0})) +
      keyword("KEYWORDS", 3, "CHAR",
              padded("TIME", 8) + padded("WOPR", 8) + padded("GOPR", 8)) +
      keyword("WGNAMES", 3, "CHAR",
              ":+:+:+:+" + padded("PRODU2", 8) + padded("NORTH", 8)) +
      keyword("UNITS", 3, "CHAR",
              padded("DAYS", 8) + padded("SM3/DAY", 8) + padded("SM3", 8)) +
      keyword("STARTDAT", 3, "INTE", numbers({1, 12, 2015}));
  const auto found = read_bytes("A.SMSPEC", bytes);
  EXPECT_EQ(found.fact("data_type"), "summary specification");
  EXPECT_EQ(found.fact("grid_rows"), "25");
  EXPECT_EQ(found.fact("vector_count"), "3");
  EXPECT_EQ(found.fact("unit_system"), "FIELD");
  EXPECT_EQ(found.fact("simulator"), "ECLIPSE 300");
  EXPECT_EQ(found.fact("start_date"), "2015-12-01");
  EXPECT_EQ(found.fact("well_count"), "1") << "a group is no well";
  EXPECT_NE(found.text().find("Vector: WOPR; of: PRODU2; unit: SM3/DAY"),
            std::string::npos);
}

TEST(EclipseOutput, FormattedFilesAreReadAlike) {
  const auto found = read_bytes(
      "A.FEGRID", " 'FILEHEAD'         100 'INTE'\n"
                  "           3        2007           0           0\n"
                  " 'GRIDHEAD'           4 'INTE'\n"
                  "           1           4           2           3\n"
                  " 'GRIDUNIT'           2 'CHAR'\n"
                  " 'METRES  ' '        '\n"
                  " 'ACTNUM  '           3 'INTE'\n           1 0 1\n");
  EXPECT_EQ(found.reader, "eclipse-output");
  EXPECT_EQ(found.fact("grid_columns"), "4");
  EXPECT_EQ(found.fact("active_cells"), "2");
  EXPECT_EQ(found.fact("xy_unit"), "m");
}

TEST(EclipseOutput, WhatStandsBeforeDamageIsKept) {
  const auto whole = restart();
  for (size_t size = 40; size < whole.size(); size += 7) {
    const auto found = read_bytes("A.UNRST", whole.substr(0, size));
    EXPECT_EQ(found.error, "") << size;
    EXPECT_NE(found.fact("record_count"), "") << size;
  }
  auto broken = whole;
  broken[broken.size() - 6] = '\x7f'; // the type of the last record
  const auto found = read_bytes("A.UNRST", broken);
  EXPECT_EQ(found.fact("report_steps"), "2");
  EXPECT_NE(found.reasons().find("at byte"), std::string::npos);
}

TEST(EclipseOutput, CountsBeyondTheFileCostNothing) {
  const auto found = read_bytes(
      "A.INIT", keyword("PORV", 0x7FFFFFFF, "DOUB", std::string(8, '\0')) +
                    head(1, 1, 2022));
  EXPECT_EQ(found.error, "");
  EXPECT_NE(found.reasons(), "");
}

} // namespace
} // namespace readers::test
