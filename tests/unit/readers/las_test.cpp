// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/readers/reader_run.hpp"
#include "worker/readers/las_lexer.hpp"
#include "worker/readers/las_reader.hpp"

#include <gtest/gtest.h>

namespace {

using readers::Match;
using readers_test::Outcome;

Outcome read(const std::string& bytes, const std::string& extension = "las") {
  return readers_test::run(*readers::make_las_reader(), bytes, extension);
}

const std::string k_well = R"(~VERSION INFORMATION
 VERS.                 2.0: CWLS LOG ASCII STANDARD - VERSION 2.0
 WRAP.                  NO: ONE LINE PER DEPTH STEP
~WELL INFORMATION
 STRT.F          1700.0000: START DEPTH
 STOP.F          1701.0000: STOP DEPTH
 STEP.F             0.5000: STEP LENGTH
 NULL.           -999.2500: NO VALUE
 COMP. CITIES SERVICE COMPANY: Company
 WELL.                   1: Well Name
 LEAS.       HAVERKAMP 'A': Lease Name
 FLD .                GOFF: Field
 COUN.              NEMAHA: County Name
 STAT.              Kansas: State
 API .        151312004700: UNIQUE WELL ID
 LAT .            39.10458: Latitude North
 LON .            97.31871: LONGITUDE WEST
 DATE.          11/19/1982: LOGDATE
)";
const std::string k_curves = R"(~CURVE INFORMATION
 DEPT.F                   : Depth
 GR  .GAPI     45 310 01 00: Gamma Ray
~PARAMETER
 EKB .F          1206.0000: Kelly bushing
~OTHER
 The tool stuck at 1700.5.
)";
const std::string k_rows = R"(~A DEPTH GR
 1700.0000 40.5
 1700.5000 -999.25
 1701.0000 80.25
)";

TEST(Las, FactsOfAWholeFile) {
  const auto found = read(k_well + k_curves + k_rows);
  EXPECT_EQ(found.detection.match, Match::magic);
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_EQ(found.text("las_version"), "2.0");
  EXPECT_EQ(found.text("company"), "CITIES SERVICE COMPANY");
  EXPECT_EQ(found.text("county"), "NEMAHA");
  EXPECT_NEAR(found.number("depth_start_m"), 518.16, 1e-9);
  EXPECT_EQ(found.text("depth_start_m"), "1700.0000 F");
  EXPECT_NEAR(found.number("elevation_kb_m"), 1206 * 0.3048, 1e-9);
  EXPECT_EQ(found.number("longitude"), -97.31871);
  EXPECT_EQ(found.number("log_year"), 1982);
  EXPECT_EQ(found.number("data_rows"), 3);
  EXPECT_EQ(found.number("curve_count"), 2);
  EXPECT_TRUE(found.has_key("api", "151312004700"));
  EXPECT_TRUE(found.holds("The tool stuck"));
  EXPECT_TRUE(found.document.rejects.empty())
      << found.document.rejects.front().reason;
}

TEST(Las, TheLeaseBelongsToTheNameWhereTheWellIsANumber) {
  const auto found = read(k_well + k_curves + k_rows);
  EXPECT_EQ(found.document.head.title, "HAVERKAMP 'A' 1");
  EXPECT_TRUE(found.has_key("well-name", "HAVERKAMP 'A' 1"));
}

TEST(Las, CurvesHaveARangeAndANullFraction) {
  const auto found = read(k_well + k_curves + k_rows);
  std::vector<std::string> ranges;
  double nulls = 0;
  for (const auto& fact : found.document.facts) {
    if (fact.key == "curve_range") {
      ranges.push_back(fact.text);
    }
    if (fact.key == "curve_null_fraction") {
      nulls = *fact.number;
    }
  }
  EXPECT_EQ(ranges, (std::vector<std::string>{"DEPT 1700 to 1701 F",
                                              "GR 40.5 to 80.25 GAPI"}));
  EXPECT_NEAR(nulls, 1.0 / 3, 1e-9);
}

TEST(Las, Version12HasTheValueBehindTheColon) {
  const auto found = read(R"(~Version
 VERS.      1.2: CWLS
 WRAP.       NO:
~Well
 STRT.M   635.0:
 STOP.M   400.0:
 STEP.M  -0.125:
 NULL.  -999.25:
 COMP.  COMPANY: ANY OIL COMPANY INC.
 WELL.     WELL: ANY ET AL A9-16-49-20
 UWI . UNIQUE WELL ID: 100091604920W300
 SRVC. SERVICE COMPANY:
~Curve
 DEPT.M :
~A
 635.0
 634.875
)");
  EXPECT_EQ(found.text("company"), "ANY OIL COMPANY INC.");
  EXPECT_EQ(found.number("depth_start_m"), 635);
  EXPECT_EQ(found.fact("service_company"), nullptr);
  EXPECT_TRUE(found.has_key("uwi-ca", "100091604920W300"));
}

TEST(Las, TheNamesDecideTheOrderAgainstTheVersion) {
  auto text = k_well;
  text.replace(text.find("2.0:"), 4, "1.2:");
  // In the order of 2.0, though it says 1.2.
  const auto found = read(text + k_curves + k_rows);
  EXPECT_EQ(found.text("company"), "CITIES SERVICE COMPANY");
  EXPECT_EQ(found.text("state"), "Kansas");
}

TEST(Las, AWrappedRowTakesSeveralLines) {
  const auto found = read(R"(~V
 VERS. 2.0:
 WRAP. YES:
~W
 NULL. -999.25:
~C
 DEPT.M :
 A. :
 B. :
 C. :
~A
 910.0
 1 2
 3
 909.5
 4 5
 6
)");
  EXPECT_EQ(found.number("data_rows"), 2);
  EXPECT_EQ(found.number("data_lines"), 6);
  EXPECT_EQ(found.text("last_index"), "909.5");
  EXPECT_EQ(found.reject("row"), nullptr);
}

TEST(Las, DamageIsCountedWithItsFirstLine) {
  const auto found = read(k_well + k_curves +
                          "~A\n1700 1\n1700.5\n1701 x\n"
                          "1701.5 1 2 3\n\x1a");
  EXPECT_EQ(found.number("data_rows"), 4);
  ASSERT_NE(found.reject("row"), nullptr);
  EXPECT_EQ(found.reject("row")->raw, "1700.5");
  ASSERT_NE(found.reject("value"), nullptr);
  EXPECT_EQ(found.reject("value")->raw, "x");
}

TEST(Las, NumbersGluedByTheirSignArePartedAndCommasPart) {
  std::vector<std::string_view> values;
  readers::las::split_row("12.5-999.25-3e-4 7", readers::las::Delimiter::blank,
                          4, values);
  EXPECT_EQ(values,
            (std::vector<std::string_view>{"12.5", "-999.25", "-3e-4", "7"}));
  readers::las::split_row("1, 2,3", readers::las::Delimiter::blank, 3, values);
  EXPECT_EQ(values, (std::vector<std::string_view>{"1", "2", "3"}));
  readers::las::split_row("1,5 2,25", readers::las::Delimiter::blank, 2,
                          values);
  EXPECT_EQ(values, (std::vector<std::string_view>{"1,5", "2,25"}));
  EXPECT_EQ(readers::las::number_of("1,5"), 1.5);
}

TEST(Las, TheLineGrammar) {
  using readers::las::parse_item;
  const auto time = parse_item("DATE. 2020-08-09 20:01:42 : Date {HH:mm:ss}");
  EXPECT_EQ(time->value, "2020-08-09 20:01:42");
  EXPECT_EQ(time->description, "Date");
  const auto colons = parse_item("PORZ.:    : : : Porosity");
  EXPECT_EQ(colons->unit, "");
  EXPECT_EQ(colons->value, "");
  EXPECT_EQ(colons->description, "Porosity");
  const auto dotless = parse_item("STRT 100.5 : start");
  EXPECT_EQ(dotless->mnemonic, "STRT");
  EXPECT_EQ(dotless->value, "100.5");
  EXPECT_EQ(parse_item("COMP  ANY CO. LTD : c")->value, "ANY CO. LTD");
  const auto bare = parse_item("NULL : -999");
  EXPECT_TRUE(bare->dotless);
  EXPECT_FALSE(parse_item("no item at all"));
  EXPECT_EQ(parse_item("RHOB.G/CM3  :density")->unit, "G/CM3");
}

TEST(Las, SectionsOfVersion3AreNotTakenForTheOldOnes) {
  using readers::las::section_of;
  using Kind = readers::las::SectionKind;
  EXPECT_EQ(section_of("~Core[1] | Core_Definition"), Kind::custom);
  EXPECT_EQ(section_of("~Perforations_Data"), Kind::custom);
  EXPECT_EQ(section_of("~Log_Definition"), Kind::curve);
  EXPECT_EQ(section_of("~Log_Data | Log_Definition"), Kind::data);
  EXPECT_EQ(section_of("~A  DEPTH,GR"), Kind::data);
  EXPECT_EQ(section_of(" ~Curve Information"), Kind::curve);
  EXPECT_FALSE(section_of("DEPT.M"));
}

TEST(Las, DuplicatesAndLinesThatAreNoItemsAreRefused) {
  const auto found =
      read(k_well + " WELL. SECOND: twice\n junk line\n" + k_curves + k_rows);
  ASSERT_NE(found.reject("WELL"), nullptr);
  EXPECT_EQ(found.reject("WELL")->raw, "SECOND");
  ASSERT_NE(found.reject("line"), nullptr);
  EXPECT_EQ(found.reject("line")->raw, " junk line");
}

TEST(Las, WhatTheHeaderSaysOtherThanTheRowsIsRefused) {
  auto text = k_well;
  text.replace(text.find("1701.0000"), 9, "2900.0000");
  const auto found = read(text + k_curves + k_rows);
  ASSERT_NE(found.reject("STOP"), nullptr);
  EXPECT_EQ(found.reject("STOP")->reason, "the rows say 1701.0000");
}

TEST(Las, AnApiNumberThatIsNoneIsRefusedAndAPaddedStateIsRead) {
  auto text = k_well;
  text.replace(text.find("151312004700"), 12, "015-131-20225");
  const auto found = read(text + k_curves + k_rows);
  EXPECT_TRUE(found.has_key("api", "15-131-20225"));
  EXPECT_NE(found.reject("api"), nullptr);
}

TEST(Las, NumbersAmongTheParametersCountIfTheyAreNumbers) {
  auto text = k_well;
  text.replace(text.find("151312004700"), 12, "");
  const auto found = read(text + k_curves.substr(0, k_curves.find("~OTHER")) +
                          " APIN. 15-131-20047 : API\n" + k_rows);
  EXPECT_TRUE(found.has_key("api", "15-131-20047"));
}

TEST(Las, AUnitBehindTheValueIsRead) {
  auto text = k_well;
  text.replace(text.find("STRT.F          1700.0000"), 25, "STRT. 1700 M");
  const auto found = read(text + k_curves + k_rows);
  EXPECT_EQ(found.number("depth_start_m"), 1700);
}

TEST(Las, AnIndexInTimeIsNoDepth) {
  auto text = k_well;
  for (const auto* name : {"STRT.F", "STOP.F", "STEP.F"}) {
    text.replace(text.find(name), 6, std::string(name).substr(0, 5) + "S");
  }
  const auto found = read(text + k_curves + k_rows);
  EXPECT_EQ(found.fact("depth_start_m"), nullptr);
  EXPECT_EQ(found.number("index_start"), 1700);
  EXPECT_EQ(found.fact("index_start")->unit, "S");
}

TEST(Las, CyrillicUnitsAreDecoded) {
  // "DEPT.м" and a description in windows-1251.
  const std::string curves = "~C\n DEPT.\xEC :\n GK.\xEC\xEA\xD0/\xF7 : "
                             "\xE3\xE0\xEC\xEC\xE0-\xEA\xE0\xF0\xEE\xF2\xE0\xE6"
                             " \xF1\xEA\xE2\xE0\xE6\xE8\xED\xFB\n~A\n1 2\n";
  const auto found = read(k_well + curves);
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_EQ(found.number("data_rows"), 1);
  EXPECT_EQ(found.number("curve_count"), 2);
}

TEST(Las, PointCloudsAreNoWellLogs) {
  const auto found = read("LASF" + std::string(400, '\0'));
  EXPECT_EQ(found.detection.match, Match::no);
  EXPECT_FALSE(found.read);
}

TEST(Las, ATableWithTheSuffixIsNotTaken) {
  EXPECT_EQ(read("Depth(m)\tVelocity\n0\t1e30\n").detection.match, Match::no);
}

TEST(Las, ProseAboutTheFormatIsNotTaken) {
  const std::string prose =
      "The sections are:\n~V version\n~W well\n~C curve\n";
  EXPECT_EQ(read(prose, "txt").detection.match, Match::no);
  EXPECT_EQ(read(k_well + k_curves + k_rows, "txt").detection.match,
            Match::magic);
  // Named so, and the first line is damaged.
  EXPECT_EQ(read("junk\n" + k_well + k_curves, "las").detection.match,
            Match::content);
}

TEST(Las, TruncationAnywhereNeverCrashes) {
  const auto bytes = k_well + k_curves + k_rows;
  for (size_t size = 0; size < bytes.size(); size += 64) {
    const auto found = read(bytes.substr(0, size));
    EXPECT_TRUE(found.read || !found.error.empty()) << size;
  }
}

TEST(Las, TheDateOfTheWellSectionIsWhenItWasLogged) {
  const auto found = read(k_well + k_curves + k_rows);
  EXPECT_EQ(found.number("logged_date"), 19821119);
  EXPECT_EQ(found.number("year"), 1982);
  EXPECT_EQ(found.text("log_year"), "1982");
}

TEST(Las, LeaseAndNumberAreTheWellsName) {
  const auto found = read(k_well + k_curves + k_rows);
  EXPECT_TRUE(found.has_key("well-name", "HAVERKAMP 'A' 1"));
  EXPECT_FALSE(found.has_key("well-name", "1"));
}

TEST(Las, WhatFormsWriteForNothingIsARejectAndNoValue) {
  std::string well = k_well;
  well.replace(well.find("11/19/1982"), 10, "99/99/9999");
  const auto found =
      read(well + k_curves + " TD .F 0.0: Total depth\n" + k_rows);
  EXPECT_EQ(found.fact("logged_date"), nullptr);
  EXPECT_EQ(found.fact("log_date"), nullptr);
  EXPECT_NE(found.reject("DATE"), nullptr);
  EXPECT_EQ(found.fact("total_depth_driller_m"), nullptr);
}

} // namespace
