// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/readers/documents_of.hpp"
#include "worker/readers/compressed_rtf.hpp"
#include "worker/readers/mapi_properties.hpp"
#include "worker/readers/msg_properties.hpp"

namespace readers::test {
namespace {

using namespace std::string_literals;

std::string utf16(std::string_view text) {
  std::string out;
  for (const char c : text) {
    out += c;
    out += '\0';
  }
  return out;
}

// The example of [MS-OXRTFCP], 4.1.
TEST(Mapi, CompressedRtfIsUnpackedAsTheStandardShows) {
  const std::string packed =
      "\x2d\0\0\0\x2b\0\0\0LZFu\xf1\xc5\xc7\xa7\x03\0\x0a\0\x72\x63\x70\x67\x31"
      "\x32\x35\x42\x32\x0a\xf3\x20\x68\x65\x6c\x09\0\x20\x62\x77\x05\xb0\x6c"
      "\x64\x7d\x0a\x80\x0f\xa0"s;
  const std::string text = "{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n";
  EXPECT_EQ(unpack_compressed_rtf(packed, 1000).value_or("failed"), text);
  EXPECT_EQ(unpack_compressed_rtf(packed, 5).value_or("failed"), "{\\rtf");
  for (size_t size = 16; size < packed.size(); ++size) {
    const auto cut = unpack_compressed_rtf(packed.substr(0, size), 1000);
    ASSERT_TRUE(cut);
    EXPECT_TRUE(text.starts_with(*cut));
  }
  EXPECT_FALSE(unpack_compressed_rtf("short", 1000));
  const auto stored = little(20, 4) + little(3, 4) + "MELA" + little(0, 4);
  EXPECT_EQ(unpack_compressed_rtf(stored + "abcdef", 1000).value_or(""), "abc");
}

TEST(Mapi, TextsAreDecodedByTypeAndCodePage) {
  MapiProperties one;
  one.add(mapi::k_subject, mapi::k_unicode, "\xC5\0s\0e\0\0\0"s);
  one.add(mapi::k_body, mapi::k_string8, "\xCE\xF2"s);
  one.set_code_page(1251);
  EXPECT_EQ(one.text(mapi::k_subject), "Åse");
  EXPECT_EQ(one.text(mapi::k_body), "От");
  EXPECT_EQ(one.text(mapi::k_sender_name), "");
  EXPECT_EQ(one.number(mapi::k_subject), std::nullopt);
}

TEST(Mapi, TimesOutsideOfOurCenturiesAreNone) {
  EXPECT_EQ(time_of_filetime(126745327730000000).value_or(""),
            "2002-08-22T23:32:53Z");
  EXPECT_EQ(time_of_filetime(0), std::nullopt);
  EXPECT_EQ(time_of_filetime(~uint64_t{0}), std::nullopt);
}

TEST(Mapi, RecipientsAreToldApart) {
  MapiProperties message;
  message.add(mapi::k_sender_name, mapi::k_string8, "Ada");
  message.add(mapi::k_sender_email, mapi::k_string8, "ada@example.org");
  std::vector<MapiProperties> people(2);
  people[0].add(mapi::k_display_name, mapi::k_string8, "Ben");
  people[0].add(0x39FE, mapi::k_string8, "ben@example.org");
  people[1].add(mapi::k_recipient_type, mapi::k_int32, little(2, 4));
  people[1].add(mapi::k_display_name, mapi::k_string8, "Carl");
  people[1].add(0x3003, mapi::k_string8, "/o=x/cn=carl");
  const auto facts = mail_facts_of(message, people);
  EXPECT_EQ(facts.from, std::vector<std::string>{"Ada <ada@example.org>"});
  EXPECT_EQ(facts.to, std::vector<std::string>{"Ben <ben@example.org>"});
  EXPECT_EQ(facts.cc, std::vector<std::string>{"Carl"});
}

TEST(Mapi, TheTableOfAMessageIsReadWhateverItsHead) {
  const std::string row = little(mapi::k_int32, 2) + little(0x3FFD, 2) +
                          little(6, 4) + little(1251, 8);
  const auto page_of = [](const std::string& stream) {
    MapiProperties out;
    parse_msg_table(stream, out);
    return out.number(0x3FFD).value_or(0);
  };
  EXPECT_EQ(page_of(std::string(32, '\0') + row), 1251U);
  EXPECT_EQ(page_of(std::string(8, '\0') + little(1, 4) + little(1, 4) +
                    little(1, 4) + little(1, 4) + row),
            1251U);
  EXPECT_EQ(page_of(std::string(8, '\0') + row), 1251U);
  EXPECT_EQ(page_of(""), 0U);
  EXPECT_EQ(page_of(row), 0U);
}

TEST(Mapi, NamedPropertiesAreFoundByTheirNames) {
  const auto text = utf16("Keywords");
  const auto strings = little(text.size(), 4) + text;
  const auto entries = little(0, 4) + little(2 << 1 | 1, 2) + little(5, 2) +
                       little(0x8208, 4) + little(3 << 1, 2) + little(7, 2);
  const auto guids = "\x02\x20\x06\0\0\0\0\0\xC0\0\0\0\0\0\0\x46"s;
  const auto names = parse_msg_names(guids, entries, strings);
  EXPECT_EQ(names.keywords, 0x8005);
  EXPECT_EQ(names.location, 0x8007);
  EXPECT_EQ(names.begins, 0);
  EXPECT_EQ(parse_msg_names("", entries, "").keywords, 0);
}

std::string attribute(char level, uint32_t id, const std::string& bytes) {
  return std::string(1, level) + little(id, 4) + little(bytes.size(), 4) +
         bytes + little(0, 2);
}

std::string tnef() {
  const auto subject = little(mapi::k_string8, 2) + little(0x37, 2) +
                       little(1, 4) + little(6, 4) + "Pumps\0\0\0"s;
  const auto named = little(mapi::k_int32, 2) + little(0x8001, 2) +
                     std::string(16, 'g') + little(1, 4) + little(4, 4) +
                     utf16("ab") + little(9, 4);
  return "\x78\x9F\x3E\x22\x01\0"s +
         attribute(1, 0x00069007, little(1252, 4) + little(0, 4)) +
         attribute(1, 0x00069003, little(2, 4) + named + subject) +
         attribute(1, 0x0002800C, "The body.\0"s) +
         attribute(1, 0x00038005,
                   little(1999, 2) + little(10, 2) + little(14, 2) +
                       std::string(8, '\0')) +
         attribute(2, 0x00069002, std::string(14, '\0')) +
         attribute(2, 0x0006800F, "The Halden 7 well.\n") +
         attribute(2, 0x00018010, "note.txt\0"s);
}

TEST(Tnef, AMessageAndItsAttachmentsAreRead) {
  const auto found = documents_of("winmail.dat", tnef());
  EXPECT_EQ(found.reader, "tnef");
  EXPECT_EQ(found.names(), "note.txt");
  EXPECT_EQ(found.at(0).fact("subject"), "Pumps");
  EXPECT_EQ(found.at(0).fact("sent_date"), "1999-10-14");
  EXPECT_EQ(found.at(0).text(), "The body.\n");
  EXPECT_EQ(found.member("note.txt").text(), "The Halden 7 well.\n");
}

TEST(Tnef, EveryCutGivesWhatStoodBeforeIt) {
  const auto whole = tnef();
  for (size_t size = 6; size < whole.size(); ++size) {
    const auto found = documents_of("x.dat", whole.substr(0, size));
    EXPECT_EQ(found.error, "") << size;
  }
  const auto cut = documents_of("x.dat", whole.substr(0, whole.size() - 40));
  EXPECT_EQ(cut.at(0).fact("subject"), "Pumps");
  EXPECT_NE(cut.at(0).reasons().find("damaged"), std::string::npos);
}

} // namespace
} // namespace readers::test
