// SPDX-License-Identifier: Apache-2.0
#include "core/domain/asked.hpp"
#include "core/domain/date.hpp"

#include <gtest/gtest.h>

#include <random>

namespace {

using domain::DateOrder;
using domain::DateSpan;
using domain::parse_date;

DateSpan read(std::string_view text, DateOrder order = DateOrder::unknown) {
  const auto span = parse_date(text, order);
  EXPECT_TRUE(span) << text << ": " << span.error().message;
  return span ? *span : DateSpan{};
}

TEST(Date, OneDayIsReadInEveryFormThatFilesWriteItIn) {
  for (const char* text : {"1992-06-12",
                           "1992/6/12",
                           "1992.06.12",
                           "12-JUN-1992",
                           "12 June 1992",
                           "12JUN1992",
                           "12-jun-92",
                           "12\\jun\\92",
                           "June 12, 1992",
                           "JUN-12-1992",
                           "12th June 92",
                           "19920612",
                           "1992-06-12T16:20:07-07",
                           "1992-06-12 00:00:00",
                           "1992-06-12T00:00:00Z",
                           "Fri, 12 Jun 1992 10:11:12 +0200",
                           "D:19920612162007Z",
                           " \"1992-06-12\" ",
                           "12. juni 1992",
                           "92-JUN-12",
                           "12.mai.1992",
                           "12 OKT 1992",
                           "June 12 1992 at 4:30 PM"}) {
    const DateSpan span = read(text);
    EXPECT_TRUE(span.one_day()) << text;
    EXPECT_FALSE(span.ambiguous) << text;
    EXPECT_EQ(span.first / 10000, 1992U) << text;
    EXPECT_EQ(span.first % 100, 12U) << text;
  }
  EXPECT_EQ(read("12-JUN-1992").first, 19920612U);
  EXPECT_EQ(read("11/19/82").first, 19821119U);
  EXPECT_EQ(read("19/11/82").first, 19821119U);
  EXPECT_EQ(read("02/25/1999 15:01:42").first, 19990225U);
  EXPECT_EQ(read("04\\29\\92").first, 19920429U);
  EXPECT_EQ(read("111982").first, 19821119U);
  EXPECT_EQ(read("06251982").first, 19820625U);
}

TEST(Date, DayAndMonthThatCannotBeToldApartStayOpen) {
  const DateSpan span = read("06/12/92");
  EXPECT_TRUE(span.ambiguous);
  EXPECT_EQ(span.first, 19920612U);
  EXPECT_EQ(span.last, 19921206U);
  EXPECT_EQ(span.year(), 1992U);
  EXPECT_EQ(span.display(), "1992-06-12 or 1992-12-06");
  EXPECT_EQ(read("06/12/92", DateOrder::month_first).display(), "1992-06-12");
  EXPECT_EQ(read("06/12/92", DateOrder::day_first).display(), "1992-12-06");
  // An order that does not hold for a value does not make it another.
  EXPECT_EQ(read("25/12/92", DateOrder::month_first).display(), "1992-12-25");
  EXPECT_FALSE(read("06/06/92").ambiguous);
  EXPECT_TRUE(read("061292").ambiguous);
}

TEST(Date, WhatIsNotSaidIsASpan) {
  EXPECT_EQ(read("1992").first, 19920101U);
  EXPECT_EQ(read("1992").last, 19921231U);
  EXPECT_EQ(read("1992-02").last, 19920229U);
  EXPECT_EQ(read("Feb 1993").last, 19930228U);
  EXPECT_EQ(read("JUN-92").display(), "1992-06");
  EXPECT_EQ(read("06/1992").display(), "1992-06");
  EXPECT_FALSE(read("1992").ambiguous);
  EXPECT_FALSE(parse_date("June 12")) << "a day or a year";
}

TEST(Date, AYearOfTwoDigitsIsOfTheLast100YearsTo2030) {
  EXPECT_EQ(read("31-DEC-30").year(), 2030U);
  EXPECT_EQ(read("31-DEC-31").year(), 1931U);
  EXPECT_EQ(read("31-DEC-99").year(), 1999U);
  EXPECT_EQ(read("31-DEC-00").year(), 2000U);
}

TEST(Date, FillersAreMissingAndNotDates) {
  for (const char* text : {"",
                           "  ",
                           "0",
                           "0000-00-00",
                           "00/00/00",
                           "9999-12-31",
                           "99/99/99",
                           "99-99-9999",
                           "12/31/9999",
                           "99991231",
                           "1900-01-01",
                           "01/01/1900",
                           "1900-01-01 00:00:00",
                           "1899-12-30",
                           "0001-01-01T00:00:00",
                           "N/A",
                           "NULL",
                           "unknown",
                           "-999.25",
                           "-9999",
                           "-",
                           "1753-01-01"}) {
    EXPECT_TRUE(domain::is_missing_date(text)) << text;
    const auto span = parse_date(text);
    ASSERT_FALSE(span) << text;
    EXPECT_EQ(span.error().code, base::Errc::not_found) << text;
  }
  for (const char* text : {"1900", "1992-06-12", "1999", "09/09/99", "nine"}) {
    EXPECT_FALSE(domain::is_missing_date(text)) << text;
  }
}

TEST(Date, WhatIsNoDateIsNoDate) {
  for (const char* text :
       {"15/9",        "15/9-F-1 A",   "1992-13-01",
        "1992-02-30",  "31/04/1992",   "3747",
        "12345678",    "49-025-06325", "13-DEC-86 / 14-DEC-86",
        "soon",        "1/2/3/4",      "12/1992/06",
        "1992-W23",    "0.5",          "29 Feb 1993",
        "1992-06-12x", "99/13/40",     "2501-01-01",
        "1.5",         "June",         "123"}) {
    const auto span = parse_date(text);
    ASSERT_FALSE(span) << text << " " << span->display();
    EXPECT_EQ(span.error().code, base::Errc::invalid) << text;
  }
}

TEST(Date, EveryDayReadsBackAsItIsShown) {
  std::mt19937 random(3);
  for (domain::Day day = 18000101; day <= 21001231;
       day = domain::day_after(day)) {
    if (random() % 37 != 0) {
      continue;
    }
    ASSERT_EQ(read(domain::display_day(day)).first, day);
    ASSERT_EQ(domain::day_before(domain::day_after(day)), day);
    ASSERT_EQ(read(std::to_string(day)).last, day);
  }
}

TEST(Date, AFieldsNameSaysWhatTheDateIsOf) {
  const std::pair<const char*, const char*> roles[] = {
      {"SPUD", "spud_date"},
      {"SpudDate", "spud_date"},
      {"wlbEntryDate", "spud_date"},
      {"COMPLETION", "completed_date"},
      {"wlbCompletionDate", "completed_date"},
      {"PLUGGED", "plugged_date"},
      {"dateGrant", "granted_date"},
      {"DATE_LOGGED", "logged_date"},
      {"EXPIRATION_DATE", "expires_date"},
      {"dateUpdated", "updated_date"},
      {"wlbCompletionDateUpdated", "updated_date"},
      {"datesyncNPD", "exported_date"},
      {"data_pulled_at", "exported_date"},
      {"published", "published_date"},
      {"Rig Release", "drilled_date"},
      {"RIG_RELEASED_DATE", "drilled_date"},
      {"EFF_DATE", "effective_date"},
  };
  for (const auto& [field, role] : roles) {
    EXPECT_EQ(domain::date_role(field), role) << field;
  }
  for (const char* field : {"DATE", "GEOLOGIST", "CATALOG", "WELL_NAME", ""}) {
    EXPECT_EQ(domain::date_role(field), std::nullopt) << field;
  }
  EXPECT_TRUE(domain::names_a_date("SPUD_DT"));
  EXPECT_TRUE(domain::names_a_date("dTimSpud"));
  EXPECT_TRUE(domain::names_a_date("dtimspud"));
  EXPECT_FALSE(domain::names_a_date("SPUD"));
  EXPECT_FALSE(domain::names_a_date("standTime"));
}

domain::AskedFact only(std::string_view question) {
  const auto facts = domain::asked_facts(question);
  EXPECT_EQ(facts.size(), 1U) << question;
  return facts.empty() ? domain::AskedFact{} : facts.front();
}

TEST(AskedDate, AVerbAndAWordOfTimeMakeItAFact) {
  auto fact = only("wells logged in 1984");
  EXPECT_EQ(fact.key, "logged_date");
  EXPECT_EQ(fact.least, 19840101.0);
  EXPECT_EQ(fact.most, 19841231.0);
  EXPECT_EQ(fact.words, "logged in 1984");
  fact = only("which were logged after 1990?");
  EXPECT_EQ(fact.least, 19910101.0);
  EXPECT_FALSE(fact.most);
  fact = only("wells spudded before 1980-06-01");
  EXPECT_EQ(fact.key, "spud_date");
  EXPECT_EQ(fact.most, 19800531.0);
  fact = only("licences granted between 1965 and 1970");
  EXPECT_EQ(fact.key, "granted_date");
  EXPECT_EQ(fact.least, 19650101.0);
  EXPECT_EQ(fact.most, 19701231.0);
  fact = only("lines shot in the 1970s");
  EXPECT_EQ(fact.least, 19700101.0);
  EXPECT_EQ(fact.most, 19791231.0);
  fact = only("holes completed by 12 June 1992");
  EXPECT_EQ(fact.most, 19920612.0);
}

TEST(AskedDate, ANumberAloneOrADepthIsNoDate) {
  for (const char* question :
       {"what happened in 1984", "report 1984", "logged between 1990 and 2000",
        "line 1984 shot point 1200", "logged", "completed in 12345"}) {
    for (const auto& fact : domain::asked_facts(question)) {
      EXPECT_TRUE(std::string_view(question).find("between") !=
                  std::string_view::npos)
          << question << " " << fact.key;
    }
  }
  for (const auto& fact : domain::asked_facts("logged from 1990 to 2000 m")) {
    EXPECT_NE(fact.key, "logged_date");
  }
}

} // namespace
