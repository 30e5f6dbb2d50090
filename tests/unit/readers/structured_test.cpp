// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/readers/read_support.hpp"

namespace readers::test {
namespace {

const char* const k_log = R"(<?xml version="1.0"?>
<logs xmlns="http://www.witsml.org/schemas/1series" version="1.4.1.1">
 <log uidWell="w1" uid="l1">
  <nameWell>6507/7-A-42</nameWell>
  <name>Run 3</name>
  <serviceCompany>Made Up Logging</serviceCompany>
  <startIndex uom="ft">1000</startIndex>
  <endIndex uom="m">509.01</endIndex>
  <logCurveInfo uid="a"><mnemonic>GR</mnemonic><unit>gAPI</unit>
   <curveDescription>gamma ray</curveDescription></logCurveInfo>
  <logData><data>499,1.2,3.4,5,6</data><data>500,1.2,3.4,5,6</data></logData>
 </log>
</logs>
)";

TEST(Structured, AWitsmlLogSaysWhatALogSays) {
  const auto out = read_bytes("log.xml", k_log);
  EXPECT_EQ(out.reader, "structured");
  EXPECT_EQ(out.document.head.format, "witsml");
  EXPECT_EQ(out.document.head.title, "6507/7-A-42 Run 3");
  EXPECT_EQ(out.fact("well_name"), "6507/7-A-42");
  EXPECT_EQ(out.fact("witsml_object"), "log");
  EXPECT_EQ(out.fact("service_company"), "Made Up Logging");
  EXPECT_EQ(out.fact("curve_family"), "gamma ray");
  EXPECT_EQ(out.fact("depth_stop_m"), "509.01 m");
  EXPECT_EQ(out.fact("depth_start_m"), "1000 ft");
  EXPECT_EQ(out.fact("numbers_left_out"), "5");
  ASSERT_EQ(out.document.keys.size(), 1U);
  EXPECT_EQ(out.document.keys[0].family, "wellbore");
  EXPECT_EQ(out.document.keys[0].locator.line, 4U);
  EXPECT_NE(out.text().find("499,1.2"), std::string::npos) << "a sample";
  EXPECT_EQ(out.text().find("500,1.2"), std::string::npos);
}

TEST(Structured, AWellInTheSecondSeriesIsNamedByItsCitation) {
  const auto out = read_bytes("w.xml", R"(<?xml version="1.0"?>
<Well xmlns="http://www.energistics.org/energyml/data/witsmlv2"
 xmlns:eml="http://www.energistics.org/energyml/data/commonv2"
 schemaVersion="2.1">
<eml:Citation><eml:Title>15/9-F-1</eml:Title></eml:Citation>
<NumAPI>49-025-06325</NumAPI><County>Natrona</County></Well>)");
  EXPECT_EQ(out.document.head.format, "witsml");
  EXPECT_EQ(out.fact("well_name"), "15/9-F-1");
  EXPECT_EQ(out.fact("api"), "49-025-06325");
  EXPECT_EQ(out.fact("county"), "Natrona");
  EXPECT_EQ(out.fact("witsml_version"), "2.1");
}

TEST(Structured, JsonIsKnownByItsFirstMemberWhateverItsName) {
  for (const char* name : {"a.txt", "a.las", "a.doc"}) {
    const auto out =
        read_bytes(name, R"( [ { "well" : {"api": "49-025-06325"}}])");
    EXPECT_EQ(out.document.head.format, "json") << name;
    EXPECT_EQ(out.fact("api"), "49-025-06325") << name;
  }
  for (const char* text :
       {"{ drilled } in 1964", "[1] Halden 7", "{\"a\", b}"}) {
    EXPECT_EQ(read_bytes("a.txt", text).reader, "text") << text;
  }
}

TEST(Structured, TimesInWitsmlAreDates) {
  const auto out = read_bytes("w.xml", R"(<?xml version="1.0"?>
<wells xmlns="http://www.witsml.org/schemas/1series" version="1.4.1.1">
<well uid="w"><name>Halden 7</name>
<dTimSpud>1964-03-04T05:06:07Z</dTimSpud></well></wells>)");
  EXPECT_EQ(out.fact("spud_date"), "1964-03-04T05:06:07Z");
}

TEST(Structured, PathsAndLinesLeadToARecord) {
  const auto out = read_bytes("a.json", R"({
 "name": "Parts", "maker": "Acme",
 "parts": [
  {"number": "ABC-4471-B", "price": 12.5},
  {"number": "ABC-4471-C", "tags": ["x", "y"]}
 ]})");
  EXPECT_EQ(out.document.head.format, "json");
  EXPECT_EQ(out.document.head.title, "Parts");
  const auto text = out.text();
  EXPECT_NE(text.find("name: Parts; maker: Acme"), std::string::npos) << text;
  EXPECT_NE(text.find("parts: number: ABC-4471-B; price: 12.5"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("tags: x, y"), std::string::npos) << text;
  bool second = false;
  for (const auto& passage : out.document.passages) {
    second = second || passage.locator.section == "parts";
  }
  EXPECT_TRUE(second || out.document.passages.size() == 1);
}

TEST(Structured, WhatIsSaidOfManyIsNoFactOfTheFile) {
  const auto out = read_bytes("w.json", R"([
 {"api_number": "49-025-06325", "county": "Natrona"},
 {"api_number": "49-025-06326", "county": "Converse"}])");
  EXPECT_EQ(out.fact("county"), "");
  ASSERT_EQ(out.document.keys.size(), 2U);
  EXPECT_EQ(out.document.keys[0].role, domain::KeyRole::row);
}

TEST(Structured, ValuesThatTheirFieldDoesNotAllowAreRejects) {
  const auto out =
      read_bytes("w.json", R"({"api_number": "12-XY", "latitude": 95.5})");
  EXPECT_EQ(out.fact("api"), "");
  EXPECT_EQ(out.fact("latitude"), "");
  ASSERT_EQ(out.document.rejects.size(), 2U);
}

TEST(Structured, JsonLinesAreReadOneAfterTheOther) {
  const auto out =
      read_bytes("a.ndjson", "{\"a\": 1}\n{\"a\": 2}\n\n{\"b\": \"x\"}\n");
  EXPECT_TRUE(out.document.rejects.empty());
  EXPECT_NE(out.text().find("a: 2"), std::string::npos);
  EXPECT_NE(out.text().find("b: x"), std::string::npos);
}

TEST(Structured, ABadLineOfJsonLinesCostsOnlyItself) {
  const auto out = read_bytes("a.json", "{\"a\": 1}\n{\"b\": oops}\n"
                                        "{\"c\": \"cut\n{\"d\": 4}\n");
  EXPECT_NE(out.text().find("a: 1"), std::string::npos);
  EXPECT_NE(out.text().find("d: 4"), std::string::npos);
  ASSERT_EQ(out.document.rejects.size(), 2U);
  EXPECT_EQ(out.document.rejects[0].locator.line, 2U);
  EXPECT_EQ(out.document.rejects[1].locator.line, 3U);
}

TEST(Structured, ManyBadLinesAreCounted) {
  std::string bytes = "{\"a\": 1}\n";
  for (int i = 0; i < 150; ++i) {
    bytes += "{bad\n";
  }
  const auto out = read_bytes("a.json", bytes + "{\"z\": 9}\n");
  EXPECT_EQ(out.document.rejects.size(), 101U);
  EXPECT_NE(out.reasons().find("the first 100"), std::string::npos);
  EXPECT_NE(out.text().find("z: 9"), std::string::npos);
}

TEST(Structured, FromDamageOnItIsReadAsText) {
  for (const auto& [name, bytes] :
       {std::pair{"a.json", "{\"a\": \"first\",\n\"b\": oops later}\n"},
        std::pair{"a.xml", "<r><a>first</a>\n<b>oops later</c></r>\n"}}) {
    const auto out = read_bytes(name, bytes);
    ASSERT_EQ(out.error, "") << name;
    EXPECT_NE(out.text().find("first"), std::string::npos) << name;
    EXPECT_NE(out.text().find("oops later"), std::string::npos) << name;
    ASSERT_EQ(out.document.rejects.size(), 1U) << name;
    EXPECT_EQ(out.document.rejects[0].locator.line, 2U) << name;
  }
}

TEST(Structured, EntitiesAreNotReplacedAndDepthEnds) {
  std::string laughs = "<?xml version=\"1.0\"?><!DOCTYPE l [<!ENTITY a \"ha\">";
  std::string last = "a";
  for (char c = 'b'; c < 'p'; ++c) {
    laughs += std::string("<!ENTITY ") + c + " \"";
    for (int i = 0; i < 10; ++i) {
      laughs += "&" + last + ";";
    }
    laughs += "\">";
    last = std::string(1, c);
  }
  laughs += "]><l><x>kept</x>&" + last + ";</l>";
  const auto out = read_bytes("l.xml", laughs);
  EXPECT_NE(out.text().find("kept"), std::string::npos);
  EXPECT_LT(out.text().size(), 10000U);

  const auto json = read_bytes("d.json", std::string(100000, '['));
  ASSERT_EQ(json.document.rejects.size(), 1U);
  std::string deep = "<?xml version=\"1.0\"?>";
  for (int i = 0; i < 100000; ++i) {
    deep += "<a>";
  }
  EXPECT_EQ(read_bytes("d.xml", deep).document.rejects.size(), 1U);
}

TEST(Structured, LongListsOfNumbersAreCountedNotWritten) {
  std::string numbers = "{\"depth\": [";
  for (int i = 0; i < 1000; ++i) {
    numbers += std::to_string(i) + ".25,";
  }
  const auto out = read_bytes("a.json", numbers + "0], \"unit\": \"m\"}");
  EXPECT_LT(out.text().size(), 400U);
  EXPECT_EQ(out.fact("numbers_left_out"), "981");
  EXPECT_NE(out.text().find("unit: m"), std::string::npos);
}

} // namespace
} // namespace readers::test
