// SPDX-License-Identifier: Apache-2.0
#include "tests/support/made_lis.hpp"
#include "tests/unit/readers/reader_run.hpp"
#include "worker/readers/lis_reader.hpp"
#include "worker/readers/lis_value.hpp"

#include <gtest/gtest.h>

namespace {

using namespace made::lis;
using readers::Match;
using readers_test::Outcome;

Outcome read(const std::string& bytes, const std::string& extension = "lis") {
  return readers_test::run(*readers::make_lis_reader(), bytes, extension);
}

void expect_the_log(const Outcome& found) {
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_EQ(found.document.head.title, "LARK CREEK 1-12");
  EXPECT_EQ(found.text("logical_file"), "LOG1.001");
  EXPECT_EQ(found.text("reel_name"), "REEL1");
  EXPECT_EQ(found.text("tape_name"), "TAPE1");
  EXPECT_EQ(found.text("company"), "MUDSTONE PETROLEUM");
  EXPECT_TRUE(found.has_key("api", "49-025-06325-00-00"));
  EXPECT_NEAR(found.number("elevation_kb_m"), 100.5 * 0.3048, 1e-9);
  EXPECT_EQ(found.number("data_rows"), 10);
  EXPECT_NEAR(found.number("depth_start_m"), 304.8, 1e-9);
  EXPECT_EQ(found.text("curve_family"), "gamma ray");
  EXPECT_EQ(found.number("null_value"), -999.25);
  EXPECT_TRUE(found.holds("The tool stuck at 1002 ft."));
  EXPECT_TRUE(found.document.rejects.empty())
      << found.document.rejects.front().reason;
}

TEST(Lis, AWholeFileGivesItsFacts) {
  File file;
  put_log(file);
  const auto found = read(file.bytes(), "bin");
  EXPECT_EQ(found.detection.match, Match::content);
  expect_the_log(found);
  EXPECT_NEAR(found.number("depth_stop_m"), 1004.5 * 0.3048, 1e-9);
  EXPECT_EQ(found.text("index_direction"), "INCREASING");
  EXPECT_EQ(found.number("curve_count"), 2);
}

TEST(Lis, DepthMayStandOnceInARecord) {
  File file;
  put_log(file, 10, true, true);
  const auto found = read(file.bytes());
  expect_the_log(found);
  EXPECT_NEAR(found.number("depth_stop_m"), 995.5 * 0.3048, 1e-9);
  EXPECT_EQ(found.text("index_direction"), "DECREASING");
}

TEST(Lis, TapeMarksTrailersAndPaddingReadAlike) {
  for (const bool tape : {false, true}) {
    for (const unsigned attributes : {0U, 0x0600U, 0x1600U, 0x8000U}) {
      for (const size_t padding : {0U, 3U}) {
        File file;
        file.tape = tape;
        file.attributes = attributes;
        file.padding = padding;
        file.piece = 60;
        put_log(file);
        SCOPED_TRACE(attributes);
        expect_the_log(read(file.bytes()));
      }
    }
  }
}

TEST(Lis, ATruncatedFileSaysWhere) {
  File file;
  put_log(file, 400);
  const auto whole = file.bytes();
  const auto found = read(whole.substr(0, whole.size() * 3 / 4));
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_EQ(found.text("well_name"), "LARK CREEK 1-12");
  EXPECT_GT(found.number("data_rows"), 200);
  EXPECT_LT(found.number("data_rows"), 400);
  const auto* reject = found.reject("record");
  ASSERT_NE(reject, nullptr);
  EXPECT_NE(reject->reason.find(std::to_string(whole.size() * 3 / 4)),
            std::string::npos);
}

TEST(Lis, ReadingGoesOnBehindDamage) {
  for (const bool tape : {false, true}) {
    File file;
    file.tape = tape;
    put_log(file, 400);
    auto bytes = file.bytes();
    bytes.replace(bytes.size() / 2, 100, std::string(100, '\xFF'));
    const auto found = read(bytes);
    ASSERT_TRUE(found.read) << found.error;
    EXPECT_GT(found.number("data_rows"), 350);
    EXPECT_LT(found.number("data_rows"), 400);
    EXPECT_NE(found.reject("record"), nullptr);
    EXPECT_TRUE(found.holds("The tool stuck"));
  }
}

TEST(Lis, AZeroFilledTailEndsTheFile) {
  File file;
  put_log(file);
  const auto found = read(file.bytes() + std::string(70000, '\0'));
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_EQ(found.number("data_rows"), 10);
}

TEST(Lis, CutAnywhereItIsReadOrRefused) {
  File file;
  put_log(file);
  const auto whole = file.bytes();
  for (size_t n = 0; n < whole.size(); n += 3) {
    const auto found = read(whole.substr(0, n));
    EXPECT_TRUE(found.read || !found.error.empty());
  }
}

TEST(Lis, OtherFilesAreNotItsOwn) {
  for (const std::string bytes :
       {"A text that is long enough to be looked at, and no log.",
        "\x89PNG\r\n\x1a\n", "GIF89a"}) {
    EXPECT_EQ(read(bytes, "txt").detection.match, Match::no);
  }
  EXPECT_EQ(read(std::string(4000, '\0'), "bin").detection.match, Match::no);
}

TEST(Lis, NumbersAreReadInAllCodes) {
  // 153 and -153 as LIS 79 writes them.
  using readers::lis::number_of;
  EXPECT_EQ(number_of(49, "\x4C\x88"), 153);
  EXPECT_EQ(number_of(49, "\xB3\x88"), -153);
  EXPECT_EQ(number_of(50, std::string("\x00\x08\x4C\x80", 4)), 153);
  EXPECT_EQ(number_of(50, std::string("\x00\x08\xB3\x80", 4)), -153);
  EXPECT_EQ(number_of(56, "\xA7"), -89);
  EXPECT_EQ(number_of(66, "\xD9"), 217);
  EXPECT_EQ(number_of(68, std::string("\x44\x4C\x80\x00", 4)), 153);
  EXPECT_EQ(number_of(68, std::string("\xBB\xB3\x80\x00", 4)), -153);
  EXPECT_EQ(number_of(70, std::string("\x00\x99\x40\x00", 4)), 153.25);
  EXPECT_EQ(number_of(73, std::string("\x00\x00\x00\x99", 4)), 153);
  EXPECT_EQ(number_of(79, "\xFF\x67"), -153);
  EXPECT_EQ(number_of(65, "abcd"), std::nullopt);
  EXPECT_EQ(number_of(68, "\x44"), std::nullopt);
  EXPECT_EQ(readers::lis::text_of(68, real32(145.2)), "145.2");
}

} // namespace
