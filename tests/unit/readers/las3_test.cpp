// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/readers/reader_run.hpp"
#include "worker/readers/las_lexer.hpp"
#include "worker/readers/las_reader.hpp"

#include <gtest/gtest.h>

namespace {

using readers_test::Outcome;

Outcome read(const std::string& bytes) {
  return readers_test::run(*readers::make_las_reader(), bytes, "las");
}

std::string head(const std::string& delimiter) {
  return "~Version\n VERS. 3.0 : CWLS\n WRAP. NO :\n DLM . " + delimiter +
         " : DELIMITER\n~Well\n STRT.M 10 : START\n STOP.M 11 : STOP\n"
         " STEP.M 1 : STEP\n NULL. -999.25 : NULL\n WELL. LARK 1 : WELL\n";
}

size_t count(const Outcome& found, std::string_view key) {
  return static_cast<size_t>(
      std::count_if(found.document.facts.begin(), found.document.facts.end(),
                    [&](const domain::Fact& fact) { return fact.key == key; }));
}

TEST(Las3, DefinitionsNameTheColumnsOfTops) {
  for (const auto& [name, mark] :
       {std::pair<std::string, std::string>{"COMMA", ","},
        {"TAB", "\t"},
        {"SPACE", " "}}) {
    const auto found = read(head(name) +
                            "~Tops_Definition\n TOPN. : Formation Name {S}\n"
                            " TOPT.M : Formation Top Depth {F}\n"
                            "~Tops_Data | Tops_Definition\n"
                            "\"Basal Quartz\"" +
                            mark + "615.5\nViking" + mark + "545.5\n");
    ASSERT_TRUE(found.read) << found.error;
    EXPECT_TRUE(found.holds("TOPN: Basal Quartz; TOPT: 615.5 M")) << name;
    EXPECT_EQ(found.text("formation_top"), "Basal Quartz");
    EXPECT_EQ(count(found, "formation_top"), 2U);
    EXPECT_EQ(found.number("table_rows"), 2);
    EXPECT_TRUE(found.holds("TOPT [M]: Formation Top Depth"));
  }
}

TEST(Las3, SectionsWithNumbersShareADefinitionOrHaveTheirOwn) {
  const auto found =
      read(head("COMMA") + "~Core_Definition[1]\n C_T.M : Core Top\n"
                           "~Core_Definition[2]\n C_B.FT : Core Base\n"
                           "~Core_Data[1] | Core_Definition[1]\n 5\n"
                           "~Core_Data[2] | Core_Definition[2]\n 6\n"
                           "~Core_Data[3]\n 7\n");
  EXPECT_TRUE(found.holds("C_T: 5 M"));
  EXPECT_TRUE(found.holds("C_B: 6 FT"));
  EXPECT_TRUE(found.holds("C_T: 7 M"));
}

TEST(Las3, ASurveyHasStationsDepthsAndItsSteepestAngle) {
  const auto found =
      read(head("COMMA") + "~Inclinometry_Definition\n MD.FT : Measured Depth\n"
                           " DEVI.DEG : Borehole Deviation\n"
                           "~Inclinometry_Data | Inclinometry_Definition\n"
                           "0,0\n1000,31.5\n2000,12\n");
  EXPECT_EQ(found.number("survey_station_count"), 3);
  EXPECT_NEAR(found.number("survey_depth_stop_m"), 609.6, 1e-9);
  EXPECT_EQ(found.number("max_inclination_deg"), 31.5);
}

TEST(Las3, TheFormatOrdersDayAndMonth) {
  const auto of = [](const std::string& format) {
    return read(head("SPACE") + " DATE. 03/04/1998 : LOG DATE {" + format +
                "}\n");
  };
  EXPECT_EQ(of("DD/MM/YYYY").number("logged_date"), 19980403);
  EXPECT_EQ(of("MM/DD/YYYY").number("logged_date"), 19980304);
  EXPECT_EQ(of("DD/MM/YYYY").fact("ambiguous_date"), nullptr);
  EXPECT_NE(of("D").fact("ambiguous_date"), nullptr);
}

TEST(Las3, AnAssociationIsNoPartOfTheDescription) {
  const auto found =
      read(head("COMMA") + "~Parameter\n MATR. SAND : Matrix | Zone[1]\n");
  EXPECT_TRUE(found.holds("MATR: SAND (Matrix) for Zone[1]"));
}

TEST(Las3, ArrayChannelsAndTextAreColumnsOfTheLog) {
  const auto found = read(
      head("COMMA") + "~Log_Definition\n DEPT.M : Depth {F}\n"
                      " CDES. : Description {S}\n"
                      " NMR[1].ms : Echo {A:0}\n NMR[2].ms : Echo {A:5}\n"
                      "~Log_Data | Log_Definition\n"
                      "10,\"shale, grey\",1,2\n11,\"5 1/2\"\" hole\",3,4\n");
  EXPECT_EQ(found.number("data_rows"), 2);
  EXPECT_EQ(found.number("curve_count"), 4);
  EXPECT_EQ(found.text("curve_array"), "NMR 2");
  EXPECT_EQ(found.number("last_index"), 11);
  EXPECT_TRUE(found.document.rejects.empty())
      << found.document.rejects.front().reason;
}

TEST(Las3, ASecondLogHasItsOwnCurvesAndRows) {
  const auto found = read(
      head("COMMA") + "~Log_Definition[1]\n DEPT.M : Depth\n GR.GAPI : GR\n"
                      "~Log_Data[1] | Log_Definition[1]\n10,50\n11,51\n"
                      "~Log_Definition[2]\n TIME.S : Time\n HKLD.KLB : Load\n"
                      " RPM.RPM : Turns\n"
                      "~Log_Data[2] | Log_Definition[2]\n1,2,3\n2,3,4\n3,4\n");
  EXPECT_EQ(found.number("data_rows"), 2);
  EXPECT_EQ(found.number("curve_count"), 2);
  EXPECT_EQ(count(found, "curve"), 5U);
  EXPECT_EQ(count(found, "data_rows"), 2U);
  ASSERT_NE(found.reject("row"), nullptr);
  EXPECT_EQ(found.reject("row")->locator.section, "~Log_Data[2]");
}

TEST(Las3, OtherSectionsWithoutADefinitionStayText) {
  const auto found = read(head("COMMA") + "~Remarks\nThe tool stuck, twice.\n");
  EXPECT_TRUE(found.holds("The tool stuck, twice."));
}

TEST(Las3, RowsKeepWhatIsQuotedTogether) {
  using readers::las::Delimiter;
  std::vector<std::string_view> values;
  readers::las::split_row("1, \"a, b\" ,\"c\"", Delimiter::comma, 3, values);
  ASSERT_EQ(values.size(), 3U);
  EXPECT_EQ(readers::las::unquoted(values[1]), "a, b");
  // A mark of inches does not open a quote.
  readers::las::split_row("9 5/8\",x\"", Delimiter::comma, 2, values);
  EXPECT_EQ(values, (std::vector<std::string_view>{"9 5/8\"", "x\""}));
}

} // namespace
