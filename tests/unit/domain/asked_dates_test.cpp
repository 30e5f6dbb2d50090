// SPDX-License-Identifier: Apache-2.0
#include "core/domain/asked_dates.hpp"

#include <gtest/gtest.h>

namespace {

domain::AskedFact loose(const char* question) {
  const auto found = domain::loose_dates(question);
  EXPECT_EQ(found.size(), 1U) << question;
  return found.empty() ? domain::AskedFact{} : found.front();
}

std::string key_of(const char* question) {
  const auto found = domain::asked_dates(question);
  return found.empty() ? "" : found.front().key;
}

} // namespace

TEST(LooseDates, AreYearsBehindAWordThatSaysWhen) {
  EXPECT_EQ(loose("discoveries of 1989 in the North sea").least, 19890101);
  EXPECT_EQ(loose("discoveries of 1989 in the North sea").most, 19891231);
  EXPECT_EQ(loose("production since 2010").least, 20100101);
  EXPECT_FALSE(loose("production since 2010").most);
  EXPECT_EQ(loose("letters dated 3 March 2013").most, 20130303);
  EXPECT_EQ(loose("rows from 2005 to 2010").most, 20101231);
  EXPECT_EQ(loose("cases before 2001").most, 20001231);
}

TEST(LooseDates, AreNeitherDepthsNorWhatAVerbExplains) {
  for (const char* question :
       {"from 1990 to 2000 m", "in 4004", "wells spudded in 1984", "of 42",
        "between 1984", "model 1984", ""}) {
    EXPECT_TRUE(domain::loose_dates(question).empty()) << question;
  }
}

TEST(AskedDates, OfAPermitThatIsIssuedAreNotThoseOfAPublication) {
  EXPECT_EQ(key_of("permits issued after 2019"), "permitted_date");
  EXPECT_EQ(key_of("licences issued in 1965"), "granted_date");
  EXPECT_EQ(key_of("reports issued after 2019"), "published_date");
}
