// SPDX-License-Identifier: Apache-2.0
#include "core/domain/asked_near.hpp"

#include <gtest/gtest.h>

namespace {

std::string near(const std::string& question) {
  std::string out;
  for (const auto& one : domain::asked_near(question)) {
    out += one.cue + "|" + one.names.front() + "|" +
           (one.metres ? std::to_string(static_cast<int>(*one.metres + 0.5))
                       : "") +
           ";";
  }
  return out;
}

} // namespace

TEST(AskedNear, NamesBehindWordsOfPlace) {
  EXPECT_EQ(near("sonic logs near Casper not operated by Amoco"),
            "near|Casper|;");
  EXPECT_EQ(near("wells around North Platte."), "around|North Platte|;");
  EXPECT_EQ(near("Close to the town of Allen"), "Close to|Allen|;");
  EXPECT_EQ(near("wells near Casper, Wyoming"), "near|Casper|;");
  EXPECT_EQ(domain::asked_near("near North Platte River")[0].names,
            (std::vector<std::string>{"North Platte River", "North Platte",
                                      "North"}));
}

TEST(AskedNear, ADistanceIsTakenWithItsUnit) {
  EXPECT_EQ(near("logs within 20 km of Casper"),
            "within 20 km of|Casper|20000;");
  EXPECT_EQ(near("wells within 10 miles of Ekofisk"),
            "within 10 miles of|Ekofisk|16093;");
  EXPECT_EQ(near("within 1,500 m of Tor"), "within 1,500 m of|Tor|1500;");
}

TEST(AskedNear, OtherWordsNameNoPlace) {
  for (const char* question :
       {"", "near the top of the reservoir", "about 20 km of line",
        "within 20 km of the coast", "nearly Casper", "around 3000 m",
        "within 20 years of Casper"}) {
    EXPECT_EQ(near(question), "") << question;
  }
}

TEST(AskedNear, EndsSoonForAnyQuestion) {
  std::string endless;
  while (endless.size() < 200'000) {
    endless += "near Casper near ";
  }
  EXPECT_EQ(domain::asked_near(endless).size(), 8U);
  EXPECT_EQ(near("near \xff\xfe Casper near"), "");
}
