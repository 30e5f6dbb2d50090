// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/readers/nav_sample.hpp"
#include "tests/unit/readers/reader_run.hpp"
#include "worker/readers/nav_reader.hpp"
#include "worker/readers/segy_text.hpp"

#include <gtest/gtest.h>

namespace {

using readers::Match;
using namespace readers_test;

Outcome read(const std::string& bytes, const std::string& extension = "") {
  return run(*readers::make_nav_reader(), bytes, extension);
}

std::string to_ebcdic(const std::string& text) {
  std::string out;
  for (const char c : text) {
    for (int code = 255; code > 0; --code) {
      const std::string one(1, static_cast<char>(code));
      if (c == '\n') {
        out += '\x25';
        break;
      }
      if (readers::segy::decode_text(one, readers::segy::Encoding::ebcdic) ==
              std::string(1, c) &&
          (c != ' ' || code == 0x40)) {
        out += one;
        break;
      }
    }
  }
  return out;
}

std::vector<std::string> all(const Outcome& found, std::string_view key) {
  std::vector<std::string> texts;
  for (const auto& fact : found.document.facts) {
    if (fact.key == key) {
      texts.push_back(fact.text);
    }
  }
  return texts;
}

void expect_sample(const Outcome& found) {
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_EQ(found.detection.match, Match::magic);
  EXPECT_EQ(found.detection.format, "ukooa_p1");
  EXPECT_EQ(found.text("area"), "LARK CREEK OFFSHORE");
  EXPECT_EQ(found.text("vessel"), "M/V MUDSTONE");
  EXPECT_EQ(found.text("client"), "MUDSTONE PETROLEUM");
  EXPECT_EQ(found.text("datum"), "ED50");
  EXPECT_EQ(found.text("survey_datum"), "WGS84");
  EXPECT_EQ(found.text("projection"), "UNIVERSAL TRANSVERSE MERCATOR");
  EXPECT_EQ(found.number("epsg"), 23031);
  EXPECT_EQ(all(found, "line_name"),
            (std::vector<std::string>{"ST0202-1", "ST0202-2"}));
  EXPECT_TRUE(found.has_key("line", "ST0202-1"));
  EXPECT_EQ(found.number("position_count"), 11);
  EXPECT_EQ(found.number("receiver_record_count"), 5);
  EXPECT_EQ(found.number("shot_point_min"), 101);
  EXPECT_EQ(found.number("shot_point_max"), 940);
  EXPECT_NEAR(found.number("max_latitude"), 58 + 35 / 60.0, 1e-9);
  EXPECT_NEAR(found.number("min_longitude"), -(1 + 15 / 60.0 + 14 / 3600.0),
              1e-9);
  EXPECT_EQ(found.number("min_x"), 426000.5);
  EXPECT_EQ(found.fact("min_x")->unit, "m");
  EXPECT_EQ(found.number("max_y"), 6490000);
  EXPECT_TRUE(found.document.rejects.empty())
      << found.document.rejects[0].reason;
}

TEST(Nav, P190GivesLinesGeodesyAndExtent) {
  expect_sample(read(joined(p190_file())));
}

TEST(Nav, LineEndsTapesAndEbcdicGiveTheSame) {
  const auto cards = p190_file();
  for (const auto& bytes :
       {joined(cards, "\r\n"), joined(cards, "\r"), on_tape(cards),
        to_ebcdic(joined(cards)), to_ebcdic(on_tape(cards)),
        "\xEF\xBB\xBF" + joined(cards)}) {
    expect_sample(read(bytes));
  }
}

TEST(Nav, TheRangeOfALineIsOfItsSourcesNotOfItsVessel) {
  const auto found = read(joined(p190_file()));
  EXPECT_TRUE(found.holds("LINE: ST0202-1; SHOTPOINTS: 101-105; RECORDS: 5 "
                          "(centre of source); LATITUDE: 58.519444 to "
                          "58.520556"));
  EXPECT_TRUE(found.holds("LINE: ST0202-2; SHOTPOINTS: 940; RECORDS: 1"));
}

TEST(Nav, DatesOfASurveyAreItsEnds) {
  const auto found = read(joined(p190_file()));
  std::vector<double> days;
  for (const auto& fact : found.document.facts) {
    if (fact.key == "recorded_date") {
      days.push_back(*fact.number);
    }
  }
  EXPECT_EQ(days, (std::vector<double>{19960723, 19960824}));
}

TEST(Nav, PositionsWithoutHeaderCardsAreRead) {
  auto cards = p190_file();
  cards.erase(cards.begin(), cards.begin() + 12);
  const auto found = read(joined(cards));
  EXPECT_EQ(found.detection.match, Match::magic);
  EXPECT_EQ(found.number("position_count"), 11);
  EXPECT_EQ(found.fact("min_x")->unit, "");
  EXPECT_EQ(found.fact("datum"), nullptr);
}

TEST(Nav, RecordsInWrongColumnsAreRefusedWithTheirPlace) {
  auto cards = p190_file();
  cards[12].insert(20, "  ");
  cards[13].replace(25, 4, "5861");
  const auto found = read(joined(cards));
  ASSERT_TRUE(found.read);
  const auto* record = found.reject("record");
  ASSERT_NE(record, nullptr);
  EXPECT_EQ(record->locator.line, 13);
  EXPECT_EQ(record->locator.byte, joined(cards).find(cards[12]));
  ASSERT_NE(found.reject("latitude"), nullptr);
  EXPECT_EQ(found.reject("latitude")->raw, "586110.00N");
  EXPECT_EQ(found.number("position_count"), 10);
}

TEST(Nav, AHundredThousandWrongRecordsGiveAHundredRejects) {
  auto cards = p190_file();
  cards.pop_back();
  for (int i = 0; i < 100000; ++i) {
    cards.push_back("S nothing of a position " + std::to_string(i));
  }
  const auto found = read(joined(cards));
  ASSERT_TRUE(found.read);
  EXPECT_EQ(found.document.rejects.size(), 101u);
  EXPECT_EQ(found.document.rejects.back().raw, "100000");
}

TEST(Nav, MoreLinesThanAreKeptAreCounted) {
  std::vector<std::string> cards = p190_cards();
  for (int i = 0; i < 6000; ++i) {
    cards.push_back(p190('S', "L" + std::to_string(i), "1", "583500.00N",
                         "0011000.00W", "427000.0", "6490000.0"));
  }
  const auto found = read(joined(cards));
  EXPECT_EQ(found.number("line_count"), 6000);
  EXPECT_EQ(found.reject("line_name")->raw, "L5999");
}

TEST(Nav, Segp1HasHundredthsOfSecondsWithoutAPoint) {
  const std::string head =
      "H\n SPHEROID: GRS 1980\n PROJECTION: UTM\n ZONE: 31\n UNITS: meters\n";
  const std::string one =
      " firstline             10 49000050N  2000000E  426857 5427937 1234\n";
  const std::string two =
      " secondline            20 49300000S  2300000W   97802-5442045 3456\n";
  const auto found = read(head + one + two);
  EXPECT_EQ(found.detection.match, Match::magic);
  EXPECT_EQ(found.detection.format, "segp1");
  EXPECT_EQ(found.text("projection"), "UTM");
  EXPECT_EQ(found.text("projection_zone"), "31");
  EXPECT_EQ(all(found, "line_name"),
            (std::vector<std::string>{"firstline", "secondline"}));
  EXPECT_NEAR(found.number("max_latitude"), 49 + 0.5 / 3600, 1e-9);
  EXPECT_NEAR(found.number("min_longitude"), -2.5, 1e-9);
  EXPECT_EQ(found.number("min_y"), -5442045);
  EXPECT_EQ(found.fact("min_y")->unit, "m");
}

TEST(Nav, AColumnIsACharacterNotAByte) {
  auto cards = p190_cards();
  cards.push_back(at("H0500POSITIONERINGSSELSKAP", 33, "ÅSGARD NAVIGASJON"));
  auto position = p190('S', "OE-1", "7", "583500.00N", "0011000.00W",
                       "427000.0", "6490000.0");
  position.replace(1, 2, "Ø"); // two bytes, one column
  position.insert(3, "E");
  const auto found = read(joined(cards) + position + "\n");
  EXPECT_EQ(found.text("positioning_contractor"), "ÅSGARD NAVIGASJON");
  EXPECT_EQ(found.text("line_name"), "ØE-1");
  EXPECT_EQ(found.number("min_x"), 427000);
  EXPECT_TRUE(found.document.rejects.empty());
}

TEST(Nav, GradsAreDegreesTimesNineTenths) {
  auto cards = p190_cards();
  cards.push_back(card("2002", "ANGULAR UNITS", "2GRADS"));
  cards.push_back(
      p190('S', "A-1", "1", "50.000000N", "002.500000E", "1.0", "2.0"));
  const auto found = read(joined(cards));
  EXPECT_NEAR(found.number("max_latitude"), 45, 1e-9);
  EXPECT_NEAR(found.number("max_longitude"), 2.25, 1e-9);
}

TEST(Nav, P6GivesTheBinGridThatItsCardsDescribe) {
  const auto found = read(joined(
      {card("0100", "SURVEY NAME", "LARK 3D"), card("0300", "CLIENT", "ACME"),
       card("1400", "GEODETIC DATUM", "ED50"),
       card("2000", "GRID UNITS", "METRES"),
       card("1500", "BIN GRID ORIGIN (IO,JO)", "1.0  1.0"),
       card("1600", "MAP GRID ORIGIN (E,N)", "456781.00E 5836723.00N"),
       card("1700", "BIN WIDTH ON I AXIS", "25.0"),
       card("1701", "BIN WIDTH ON J AXIS", "12.5"),
       card("1800", "GRID BEARING OF J AXIS", "20 30 00"),
       card("1900", "INLINE RANGE", "100 900"),
       card("1901", "CROSSLINE RANGE", "1 - 480")}));
  EXPECT_EQ(found.detection.format, "ukooa_p6");
  EXPECT_EQ(found.text("survey"), "LARK 3D");
  EXPECT_EQ(found.text("datum"), "ED50");
  EXPECT_EQ(found.number("bin_origin_x"), 456781);
  EXPECT_EQ(found.number("bin_origin_y"), 5836723);
  EXPECT_EQ(found.number("bin_origin_i"), 1);
  EXPECT_EQ(found.number("bin_width_i"), 25);
  EXPECT_EQ(found.fact("bin_width_j")->unit, "m");
  EXPECT_EQ(found.number("bin_grid_bearing"), 20.5);
  EXPECT_EQ(found.number("inline_min"), 100);
  EXPECT_EQ(found.number("inline_max"), 900);
  EXPECT_EQ(found.number("crossline_max"), 480);
}

std::vector<std::string> p294_cards() {
  auto line = at(at("H0000Line Name:", 29, "ST0202-101"), 46, "  17");
  auto project = at("H0001Project Name:", 29, "P123");
  project = at(at(project, 38, "LARK CREEK 3D"), 64, "19960723 19960824");
  auto media = at(at("H0003Media Specification:", 29, "19960930"), 38, "T0001");
  media = at(media, 66, "UKOOA P2/94 1.0");
  return {line,
          project,
          media,
          at("H0004Client:", 29, "MUDSTONE PETROLEUM"),
          at(at("H0111", 7, "ED50"), 25, "International 1924"),
          at("H1010 10.0", 12, "CENTRE OF MAST"),
          at(at(at("E1000", 7, "ST0202-101"), 24, "     101"), 50, "19960724"),
          "E1210 1",
          at(at(at("E1000", 7, "ST0202-101"), 24, "     102"), 50, "19960724"),
          "T6201 x"};
}

TEST(Nav, P294GivesLineSequenceProjectAndEvents) {
  const auto found = read(joined(p294_cards()));
  EXPECT_EQ(found.detection.format, "ukooa_p2");
  EXPECT_EQ(found.text("project"), "LARK CREEK 3D");
  EXPECT_EQ(found.text("project_number"), "P123");
  EXPECT_EQ(found.text("client"), "MUDSTONE PETROLEUM");
  EXPECT_EQ(found.text("format_version"), "UKOOA P2/94");
  EXPECT_EQ(found.text("datum"), "ED50");
  EXPECT_EQ(found.text("spheroid"), "International 1924");
  EXPECT_EQ(found.number("line_sequence"), 17);
  EXPECT_EQ(all(found, "line_name"), (std::vector<std::string>{"ST0202-101"}));
  EXPECT_EQ(found.number("shot_point_first"), 101);
  EXPECT_EQ(found.number("shot_point_last"), 102);
  EXPECT_EQ(found.text("record_kinds"), "3 E, 1 T");
  EXPECT_EQ(found.number("recorded_date"), 19960723);
  EXPECT_TRUE(found.document.rejects.empty());
}

TEST(Nav, P111NamesProjectSystemLineAndPoints) {
  const auto found = read(
      "OGP,OGP P1,1,1.1,9,2026:03:07,05:28:39,a.p111,Teapot\n"
      "HC,0,1,0,Project Name      ,NC21,Deepwater 3D,2026:02:16,\n"
      "HC,1,3,0,CRS Number/EPSG Code/Name/Source,1,32620,WGS 84 / UTM zone "
      "20N,7.4\n"
      "CC,1,0,0,LINE SEQUENCE NUMBER = 0007\n"
      "S1,0,3682A001,3682,5471,5471,1,1455348700.0,5,G03,4,,401892.3,1206127\n"
      "S1,0,3682A001,3682,5400,5400,1,1455348700.0,5,G03,4,,401892.3,"
      "1206127\n");
  EXPECT_EQ(found.detection.format, "iogp_p1");
  EXPECT_EQ(found.detection.match, Match::magic);
  EXPECT_EQ(found.text("project"), "Deepwater 3D");
  EXPECT_EQ(found.number("epsg"), 32620);
  EXPECT_EQ(found.number("line_sequence"), 7);
  EXPECT_EQ(found.text("line_name"), "3682A001");
  EXPECT_EQ(found.number("shot_point_first"), 5471);
  EXPECT_EQ(found.number("shot_point_last"), 5400);
}

TEST(Nav, TextThatIsNoNavigationIsLeftToOthers) {
  for (const std::string text :
       {"H1234 is the part number of the pump.\nIt is old.\n",
        "name,x,y\nS,1,2\nS,3,4\n", "H0100 of the form\nH0050\nH0020\nH0010\n",
        "Line  Shotpoint  Latitude  Longitude\nA 1 58.5 -1.2\n"}) {
    EXPECT_EQ(read(text).detection.match, Match::no) << text;
    EXPECT_EQ(read(text, "p190").detection.match, Match::no) << text;
  }
  EXPECT_FALSE(read("nothing at all\n").read);
}

TEST(Nav, FilesCutAnywhereAreReadOrRefused) {
  const auto whole = joined(p190_file());
  for (size_t size = 0; size < whole.size(); size += 37) {
    const auto found = read(whole.substr(0, size));
    EXPECT_TRUE(found.read || !found.error.empty());
  }
}

} // namespace
