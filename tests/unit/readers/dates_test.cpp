// SPDX-License-Identifier: Apache-2.0
//
// Dates and names that readers put together from fields and columns.
#include "read_support.hpp"
#include "worker/readers/dates.hpp"
#include "worker/readers/name_columns.hpp"

namespace {

using readers::DateColumn;
using readers::DatesFound;
using readers::test::read_bytes;
using readers::test::Reading;

std::string shown(const std::vector<domain::Fact>& facts, const char* key) {
  std::string out;
  for (const auto& fact : facts) {
    if (fact.key == key) {
      out += (out.empty() ? "" : " ") +
             (fact.number ? std::to_string(static_cast<long>(*fact.number))
                          : fact.text);
    }
  }
  return out;
}

TEST(DateField, IsAFactOfItsRoleAndAYear) {
  const auto found = readers::dates_of("spud_date", "SPUD", "12-JUN-1992", {});
  EXPECT_EQ(shown(found.facts, "spud_date"), "19920612");
  EXPECT_EQ(shown(found.facts, "drilled_date"), "19920612");
  EXPECT_EQ(shown(found.facts, "year"), "1992");
  EXPECT_EQ(found.facts.front().text, "12-JUN-1992");
  EXPECT_TRUE(found.rejects.empty());
}

TEST(DateField, ThatMayBeTwoGivesBothAndSaysSo) {
  const auto found = readers::dates_of("logged_date", "DATE", "06/12/92", {});
  EXPECT_EQ(shown(found.facts, "logged_date"), "19920612 19921206");
  EXPECT_EQ(shown(found.facts, "ambiguous_date"),
            "logged_date 06/12/92: 1992-06-12 or 1992-12-06");
}

TEST(DateField, FillersAndNonsenseAreRejects) {
  for (const char* text : {"9999-12-31", "0000-00-00", "1900-01-01", "-999.25",
                           "13-DEC-86 / 14-DEC-86", "yesterday"}) {
    const auto found = readers::dates_of("logged_date", "DATE", text, {});
    EXPECT_TRUE(found.facts.empty()) << text;
    ASSERT_EQ(found.rejects.size(), 1U) << text;
    EXPECT_EQ(found.rejects[0].field, "DATE");
    EXPECT_EQ(found.rejects[0].raw, text);
  }
  EXPECT_TRUE(
      readers::dates_of("logged_date", "DATE", " - ", {}).rejects.empty());
}

DatesFound found_in(const char* name, const std::vector<std::string>& values) {
  auto column = DateColumn::of(name);
  EXPECT_TRUE(column);
  for (const auto& value : values) {
    column->add(value, {});
  }
  EXPECT_TRUE(column->holds());
  return column->found({});
}

TEST(DateColumns, OneRowTellsTheOrderOfAll) {
  EXPECT_EQ(
      shown(found_in("SPUD_DATE", {"06/12/92", "06/25/92"}).facts, "spud_date"),
      "19920612 19920625");
  EXPECT_EQ(
      shown(found_in("SPUD_DATE", {"06/12/92", "25/06/92"}).facts, "spud_date"),
      "19921206 19920625");
  // Rows that contradict each other leave it open.
  EXPECT_EQ(
      shown(found_in("SPUD_DATE", {"06/12/92", "06/25/92", "25/06/92"}).facts,
            "spud_date"),
      "19920612 19921206 19920625 19920625");
}

TEST(DateColumns, ManyDaysKeepTheEndsOfEachMonth) {
  auto column = DateColumn::of("completion_date");
  domain::Day day = 19700101;
  for (int i = 0; i < 3000; ++i, day = domain::day_after(day)) {
    column->add(domain::display_day(day), {});
  }
  const auto found = column->found({});
  EXPECT_LT(found.facts.size(), 800U);
  const std::string all = shown(found.facts, "completed_date");
  for (const char* known : {"19700101", "19710630", "19750301", "19780319"}) {
    EXPECT_NE(all.find(known), std::string::npos) << known;
  }
  EXPECT_EQ(shown(found.facts, "year"), "") << "of eight years it is of none";
}

TEST(DateColumns, NumbersAreNoYearsUnlessTheNameSaysSo) {
  auto column = DateColumn::of("COMPLETION");
  column->add("1984", {});
  column->add("2011", {});
  EXPECT_FALSE(column->holds());
  EXPECT_EQ(
      shown(found_in("COMPLETION_YEAR", {"1984"}).facts, "completed_date"),
      "19840101 19841231");
  EXPECT_FALSE(DateColumn::of("WELL_NAME"));
}

const char* const k_wells = "API,LEASE,WELL_NUM,SPUD_DATE,TOTAL_DEPTH\n"
                            "49-025-06386,GOVT,1,1980-06-01,3200\n"
                            "49-013-21068,FEDERAL,8-18,1984-02-29,0\n"
                            "49-005-41483,RAG,#35-31,9999-12-31,2950\n"
                            "49-005-41182,JORDAN 'A',NO. 2,1991-12-01,-999.25\n"
                            "49-025-07787,LIGHT OIL,29,,3100\n";

TEST(Csv, LeaseAndNumberInTwoColumnsAreOneName) {
  const Reading reading = read_bytes("wells.csv", k_wells);
  ASSERT_EQ(reading.reader, "csv") << reading.error;
  for (const char* name : {"GOVT 1", "FEDERAL 8-18", "RAG #35-31",
                           "JORDAN 'A' NO. 2", "LIGHT OIL 29"}) {
    EXPECT_TRUE(reading.has_key(name)) << name;
  }
}

TEST(Csv, ColumnsOfDatesAreFactsAndFillersRejects) {
  const Reading reading = read_bytes("wells.csv", k_wells);
  EXPECT_EQ(shown(reading.document.facts, "spud_date"),
            "19800601 19840229 19911201");
  EXPECT_NE(reading.reasons().find("says that there is no date"),
            std::string::npos);
  EXPECT_NE(reading.reasons().find("2 values say that nothing was measured"),
            std::string::npos);
  for (const auto& fact : reading.document.facts) {
    if (fact.key == "column_minimum" && fact.locator.section == "TOTAL_DEPTH") {
      EXPECT_EQ(fact.number, 2950.0);
    }
  }
}

TEST(Html, ADateOfThePageIsPublished) {
  const Reading reading = read_bytes(
      "a.html", "<html><head><meta name=\"date\" content=\"2012-06-05\">"
                "<meta property=\"x\" content=\"1\"></head><body><p>Text of "
                "the page.</p></body></html>");
  EXPECT_EQ(shown(reading.document.facts, "published_date"), "20120605");
}

} // namespace
