// SPDX-License-Identifier: Apache-2.0
#include "tests/support/made_dlis.hpp"
#include "tests/unit/readers/reader_run.hpp"
#include "worker/readers/dlis_reader.hpp"
#include "worker/readers/dlis_set.hpp"
#include "worker/readers/tape_marks.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using namespace made::dlis;
using readers::Match;
using readers_test::Outcome;

Outcome read(const std::string& bytes, const std::string& extension = "dlis") {
  return readers_test::run(*readers::make_dlis_reader(), bytes, extension);
}

std::string one_log(int rows = 5, bool limits = true, Dress dress = {}) {
  File file;
  put_log(file, "LOG A", "LARK CREEK 1-12", rows, limits, dress);
  return file.bytes();
}

bool refuses(const Outcome& found, std::string_view reason) {
  return std::any_of(found.document.rejects.begin(),
                     found.document.rejects.end(),
                     [&](const domain::Reject& reject) {
                       return reject.reason.find(reason) != std::string::npos;
                     });
}

void expect_the_log(const Outcome& found) {
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_EQ(found.detection.format, "dlis");
  EXPECT_EQ(found.document.head.title, "LARK CREEK 1-12");
  EXPECT_EQ(found.text("logical_file"), "LOG A");
  EXPECT_EQ(found.text("field"), "LARK CREEK");
  EXPECT_EQ(found.text("company"), "MUDSTONE PETROLEUM");
  EXPECT_EQ(found.text("service_company"), "PLUMB LINE LOGGING");
  EXPECT_EQ(found.text("run_number"), "2");
  EXPECT_EQ(found.text("file_number"), "7");
  EXPECT_EQ(found.text("creation_time"), "1984-03-14 10:30:15 UTC");
  EXPECT_EQ(found.number("created_date"), 19840314);
  EXPECT_TRUE(found.has_key("api", "49-025-06325"));
  EXPECT_TRUE(found.has_key("well-name", "LARK CREEK 1-12"));
  EXPECT_EQ(found.number("curve_count"), 2);
  EXPECT_EQ(found.text("curve_family"), "gamma ray");
  EXPECT_EQ(found.text("index_type"), "BOREHOLE-DEPTH");
  EXPECT_EQ(found.number("depth_start_m"), 100);
  EXPECT_EQ(found.number("depth_stop_m"), 102);
  EXPECT_EQ(found.number("data_rows"), 5);
  EXPECT_EQ(found.number("elevation_kb_m"), 31.5);
  EXPECT_TRUE(found.holds("HIDE (Header identifier): Platform Express"));
  EXPECT_TRUE(found.holds("GR [gAPI]: Gamma Ray, 2 x 3 values"));
}

TEST(Dlis, AWholeFileGivesItsFacts) {
  const auto found = read(one_log());
  expect_the_log(found);
  EXPECT_EQ(found.detection.match, Match::magic);
  EXPECT_TRUE(found.document.rejects.empty())
      << found.document.rejects.front().reason;
}

TEST(Dlis, FactsAreLocatedByTheirLogicalFile) {
  const auto found = read(one_log());
  EXPECT_EQ(found.fact("well_name")->locator.section, "logical file 1 (LOG A)");
  EXPECT_EQ(found.fact("data_rows")->locator.section,
            "logical file 1 (LOG A), frame MAIN");
}

TEST(Dlis, SegmentsWithPaddingChecksumAndTrailingLengthReadAlike) {
  for (unsigned trailer = 0; trailer < 8; ++trailer) {
    for (const size_t segment : {12U, 50U, 4000U}) {
      SCOPED_TRACE(trailer);
      const auto found = read(one_log(5, true, {segment, trailer, false}));
      expect_the_log(found);
      EXPECT_TRUE(found.document.rejects.empty());
    }
  }
}

TEST(Dlis, SmallVisibleRecordsReadAlike) {
  File file;
  file.visible = 700;
  put_log(file, "LOG A", "LARK CREEK 1-12", 5, true, {60, 0, false});
  expect_the_log(read(file.bytes()));
}

TEST(Dlis, ReadsTapeMarksBeforeEachRecord) {
  File file;
  file.tape = true;
  file.visible = 400;
  put_log(file, "LOG A", "LARK CREEK 1-12", 5, true, {60, 0, false});
  const auto found = read(file.bytes(), "tif");
  expect_the_log(found);
  EXPECT_EQ(found.text("tape_image"), "TIF");
  EXPECT_TRUE(found.document.rejects.empty())
      << found.document.rejects.front().reason;
}

TEST(Dlis, ReadsAFileWithoutALabel) {
  File file;
  file.label = false;
  put_log(file, "LOG A", "LARK CREEK 1-12");
  const auto found = read(file.bytes(), "bin");
  EXPECT_EQ(found.detection.match, Match::content);
  expect_the_log(found);
  EXPECT_NE(found.reject("storage unit label"), nullptr);
}

TEST(Dlis, JunkBeforeTheFileIsNamedAndSteppedOver) {
  const auto found = read("From: somebody\n\n" + one_log(), "dat");
  expect_the_log(found);
  ASSERT_NE(found.reject("junk"), nullptr);
  EXPECT_EQ(found.reject("junk")->reason.substr(0, 3), "16 ");
}

TEST(Dlis, TheDataSayTheRangeWhereTheFrameDoesNot) {
  const auto found = read(one_log(9, false));
  EXPECT_EQ(found.number("depth_start_m"), 100);
  EXPECT_EQ(found.number("depth_stop_m"), 104);
  EXPECT_EQ(found.number("data_rows"), 9);
}

TEST(Dlis, ARangeThatTheDataDenyIsRefused) {
  File file;
  put_log(file, "A", "W 1", 50);
  auto bytes = file.bytes();
  const auto at = bytes.rfind(fdoubl(124.5)); // of the last frame
  ASSERT_NE(at, std::string::npos);
  bytes.replace(at, 8, fdoubl(150));
  const auto found = read(bytes);
  ASSERT_NE(found.reject("index stop"), nullptr);
  EXPECT_EQ(found.reject("index stop")->reason, "the data say 150 m");
}

TEST(Dlis, SeveralLogicalFilesAreToldApart) {
  File file;
  put_log(file, "LOG A", "LARK CREEK 1-12");
  put_log(file, "LOG B", "TEAPOT FLATS 7");
  const auto found = read(file.bytes());
  EXPECT_EQ(found.number("logical_file_count"), 2);
  std::vector<std::string> sections;
  for (const auto& fact : found.document.facts) {
    if (fact.key == "well_name") {
      sections.push_back(fact.locator.section + ": " + fact.text);
    }
  }
  EXPECT_EQ(sections, (std::vector<std::string>{
                          "logical file 1 (LOG A): LARK CREEK 1-12",
                          "logical file 2 (LOG B): TEAPOT FLATS 7"}));
}

TEST(Dlis, EncryptedRecordsAreCountedAndRefused) {
  File file;
  put_log(file, "LOG A", "LARK CREEK 1-12");
  file.put(Set("TOOL", {"STATUS"}).object("T", {text("x")}), 5,
           {4000, 0, true});
  const auto found = read(file.bytes());
  expect_the_log(found);
  ASSERT_NE(found.reject("encrypted"), nullptr);
  EXPECT_FALSE(found.holds("T; STATUS"));
}

TEST(Dlis, WhatStandsBeforeAZeroFilledTailIsSalvaged) {
  const auto whole = one_log(40);
  const auto found =
      read(whole.substr(0, whole.size() - 300) + std::string(5000, '\0'));
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_EQ(found.text("well_name"), "LARK CREEK 1-12");
  EXPECT_LT(found.number("data_rows"), 40);
  EXPECT_GT(found.number("data_rows"), 20);
  const auto* reject = found.reject("record");
  ASSERT_NE(reject, nullptr);
  ASSERT_TRUE(reject->locator.byte.has_value());
  EXPECT_GE(*reject->locator.byte, whole.size() - 400);
}

TEST(Dlis, ReadingGoesOnBehindDamage) {
  File file;
  file.visible = 300;
  put_log(file, "LOG A", "LARK CREEK 1-12", 60, true, {60, 0, false});
  auto bytes = file.bytes();
  // In the middle of the frames.
  bytes.replace(bytes.size() / 2, 200, std::string(200, '#'));
  const auto found = read(bytes);
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_TRUE(refuses(found, "reading goes on at byte"));
  EXPECT_GT(found.number("data_rows"), 45);
  EXPECT_LT(found.number("data_rows"), 60);
}

TEST(Dlis, CutAnywhereItIsReadOrRefusedWithAPlace) {
  const auto whole = one_log(3);
  for (size_t n = 0; n < whole.size(); n += 3) {
    const auto found = read(whole.substr(0, n));
    if (found.read) {
      EXPECT_FALSE(found.document.rejects.empty() && n + 40 < whole.size())
          << n;
    } else {
      EXPECT_FALSE(found.error.empty());
    }
  }
}

TEST(Dlis, CountsThatLieTakeNoMemory) {
  File file;
  file.put(file_header("LIAR"), 0);
  file.put(Set("PARAMETER", {"VALUES"})
               .object("P", {Value{"", k_fdoubl, 0x3FFFFFFF, "", false}}),
           5);
  const auto found = read(file.bytes());
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_TRUE(refuses(found, "the record ends within an attribute"));
}

TEST(Dlis, AFileThatIsNoneSaysWhatIsMissing) {
  EXPECT_EQ(read("just some text\n").detection.match, Match::no);
  const auto found = read(std::string("\x01\x02\x00\x03 no records", 15));
  EXPECT_EQ(found.detection.match, Match::extension);
  EXPECT_FALSE(found.read);
  EXPECT_NE(found.error.find("storage unit label"), std::string::npos);
  EXPECT_EQ(read("V1.00RECORD is how a label begins", "txt").detection.match,
            Match::no);
}

struct Sample {
  int code;
  std::string bytes;
  double number;
};

TEST(DlisValue, NumbersAreReadInAllCodes) {
  // The examples of RP66 V1, appendix B: 153 and -153.
  const std::vector<Sample> samples{
      {1, "\x4C\x88", 153},
      {1, "\xB3\x88", -153},
      {2, std::string("\x43\x19\x00\x00", 4), 153},
      {2, std::string("\xC3\x19\x00\x00", 4), -153},
      {5, std::string("\x42\x99\x00\x00", 4), 153},
      {5, std::string("\xC2\x99\x00\x00", 4), -153},
      {6, std::string("\x19\x44\x00\x00", 4), 153},
      {6, std::string("\x19\xC4\x00\x00", 4), -153},
      {7, std::string("\x40\x63\x20\x00\x00\x00\x00\x00", 8), 153},
      {12, "\x59", 89},
      {12, "\xA7", -89},
      {13, std::string("\x00\x99", 2), 153},
      {13, "\xFF\x67", -153},
      {14, std::string("\x00\x00\x00\x99", 4), 153},
      {14, "\xFF\xFF\xFF\x67", -153},
      {15, "\xD9", 217},
      {16, "\x80\x99", 32921},
      {17, std::string("\x00\x00\x00\x99", 4), 153},
      {18, "\x7F", 127},
      {18, std::string("\x81\x00", 2), 256},
      {18, std::string("\xC0\x00\x00\x99", 4), 153},
      {26, "\x01", 1},
  };
  for (const auto& sample : samples) {
    readers::dlis::Cursor from(sample.bytes);
    const auto value = readers::dlis::read_value(
        from, static_cast<readers::dlis::Code>(sample.code));
    ASSERT_TRUE(value && value->number) << sample.code;
    EXPECT_EQ(*value->number, sample.number) << sample.code;
  }
}

TEST(DlisValue, SkippingIsReading) {
  const std::string bytes =
      std::string(30, '\x03') + "abcabcabcabc" + std::string(30, '\x02');
  for (uint8_t code = 1; code <= 27; ++code) {
    readers::dlis::Cursor read_from(bytes), skip_from(bytes);
    readers::dlis::read_value(read_from, readers::dlis::Code{code});
    readers::dlis::skip_value(skip_from, readers::dlis::Code{code});
    EXPECT_EQ(read_from.position(), skip_from.position()) << int(code);
  }
}

TEST(DlisSet, AttributesTakeTheTemplatesDefaults) {
  // Count 2, code UNORM, units "s", values 7 and 8 in the template.
  const std::string body =
      "\xF0" + ident("T") + "\x3F" + ident("A") + uvari(2) + be(16, 1) +
      ident("s") + be(7, 2) + be(8, 2) + "\x70" + obname(1, 0, "as template") +
      "\x70" + obname(1, 0, "absent") + std::string(1, '\0') + "\x70" +
      obname(1, 0, "own") + "\x21" + be(1, 2) + be(2, 2);
  const auto set = readers::dlis::parse_set(body);
  ASSERT_FALSE(set.stopped) << set.reason;
  ASSERT_EQ(set.objects.size(), 3U);
  EXPECT_EQ(readers::dlis::text_of(*set.find(set.objects[0], "A")), "7, 8");
  EXPECT_EQ(set.find(set.objects[1], "A"), nullptr);
  EXPECT_EQ(readers::dlis::text_of(*set.find(set.objects[2], "A")), "1, 2");
}

TEST(TapeMarks, SurroundTheirRecord) {
  const std::string mark =
      std::string(8, '\0') + std::string("\x40\x00\x00\x00", 4);
  EXPECT_EQ(readers::find_tape_marks(mark + std::string(10, 'x')),
            readers::TapeOrder::little);
  EXPECT_EQ(readers::find_tape_marks(std::string(200, '\0')),
            readers::TapeOrder::none);
}

} // namespace
