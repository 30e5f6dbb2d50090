// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/xml_root.hpp"

#include <gtest/gtest.h>

namespace {

TEST(XmlRoot, IsTheDocumentElementWithoutItsPrefix) {
  EXPECT_EQ(readers::xml_root("<kml xmlns='x'>").name, "kml");
  EXPECT_EQ(readers::xml_root("<office:document a='b'/>").name, "document");
  EXPECT_EQ(readers::xml_root("<a/>").name, "a");
  EXPECT_TRUE(readers::xml_root("<a href='u'>").has("href='u'"));
}

TEST(XmlRoot, StandsBehindWhatMayStandBeforeIt) {
  EXPECT_EQ(readers::xml_root("\xEF\xBB\xBF\r\n<?xml version='1.0'?>\n"
                              "<!-- <kml> --><!DOCTYPE g [<!ENTITY a '>'>]>\n"
                              "<?style <b>?><g:gpx >")
                .name,
            "gpx");
  EXPECT_EQ(readers::xml_root("<!DOCTYPE html><html>").name, "html");
}

TEST(XmlRoot, IsNoneWhereATextOnlyMentionsOne) {
  EXPECT_EQ(readers::xml_root("xml = \"\"\"<VRTDataset>\"\"\"").name, "");
  EXPECT_EQ(readers::xml_root("a < b and <kml>").name, "");
  EXPECT_EQ(readers::xml_root("< kml>").name, "");
  EXPECT_EQ(readers::xml_root("<3 apples>").name, "");
  EXPECT_EQ(readers::xml_root("</kml>").name, "");
}

TEST(XmlRoot, IsNoneWhereTheTextEndsBeforeIt) {
  for (const char* text : {"", " ", "<", "<?xml", "<!--", "<!-- <kml>",
                           "<!DOCTYPE kml [", "<kml", "<!>", "<!DOCTYPE a>"}) {
    EXPECT_EQ(readers::xml_root(text).name, "") << text;
  }
}

} // namespace
