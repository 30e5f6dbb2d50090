// SPDX-License-Identifier: Apache-2.0
#include "core/domain/dated_name.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

std::string read(std::string_view path) {
  const auto name = domain::dated_name(path);
  std::string out = name.form;
  for (const auto& date : name.dates) {
    out += " " + date.display();
  }
  return out;
}

TEST(DatedName, a_date_of_the_name_is_taken_out_of_it) {
  EXPECT_EQ(read("gis/Licensed_Blocks_On_Dec_2013.dbf"),
            "gis/Licensed_Blocks_On_#.dbf 2013-12");
  EXPECT_EQ(read("dec2013Offering.json"), "#Offering.json 2013-12");
  EXPECT_EQ(read("tadpole-2005-sample-100.shp"),
            "tadpole-#-sample-100.shp 2005");
  EXPECT_EQ(read("bulletin 2014-09-30.pdf"), "bulletin #.pdf 2014-09-30");
  EXPECT_EQ(read("bulletin_30.09.2014.pdf"), "bulletin_#.pdf 2014-09-30");
  EXPECT_EQ(read("20140930_wells.csv"), "#_wells.csv 2014-09-30");
  EXPECT_EQ(read("wells_2014_Sep_30.csv"), "wells_#.csv 2014-09-30");
  EXPECT_EQ(read("2005-2010/ponds/2008/ponds_2008.shp"),
            "#-#/ponds/#/ponds_#.shp 2005 2010 2008 2008");
}

TEST(DatedName, what_has_two_readings_or_is_part_of_a_code_stays) {
  for (const char* path :
       {"bulletin_03.04.2014.pdf", "B2013.las", "49-025-06325.las",
        "123452013.csv", "2013a.txt", "line_2099.sgy", "99999999.csv", "",
        "a/b.c", "\xff\x32\x30\x31\x33"}) {
    EXPECT_EQ(read(path), path);
  }
}

} // namespace
