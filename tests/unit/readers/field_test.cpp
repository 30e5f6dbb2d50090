// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/readers/field_sample.hpp"
#include "tests/unit/readers/reader_run.hpp"
#include "tests/unit/readers/segy_sample.hpp"
#include "worker/readers/segd_reader.hpp"
#include "worker/readers/su_reader.hpp"

#include <gtest/gtest.h>

namespace {

using readers::Match;
using namespace readers_test;

Outcome read_su(const std::string& bytes, const std::string& extension = "") {
  return run(*readers::make_su_reader(), bytes, extension);
}

Outcome read_segd(const std::string& bytes) {
  return run(*readers::make_segd_reader(), bytes);
}

TEST(Su, EitherByteOrderGivesTheSameNumbers) {
  for (const bool little : {false, true}) {
    SuSample sample;
    sample.little = little;
    const auto found = read_su(sample.bytes());
    EXPECT_EQ(found.detection.match, Match::content) << little;
    ASSERT_TRUE(found.read) << found.error;
    EXPECT_EQ(found.text("byte_order"),
              little ? "little-endian" : "big-endian");
    EXPECT_EQ(found.number("trace_count"), 6);
    EXPECT_EQ(found.number("samples_per_trace"), 20);
    EXPECT_EQ(found.number("sample_interval_us"), 4000);
    EXPECT_EQ(found.number("record_length_ms"), 80);
    EXPECT_EQ(found.number("cdp_first"), 300);
    EXPECT_EQ(found.number("cdp_last"), 305);
    EXPECT_EQ(found.number("source_x_max"), 5005);
    EXPECT_EQ(found.fact("inline_first"), nullptr);
    EXPECT_TRUE(found.document.rejects.empty());
  }
}

TEST(Su, ASingleTraceIsTakenOnlyByItsName) {
  SuSample sample;
  sample.traces = 1;
  EXPECT_EQ(read_su(sample.bytes()).detection.match, Match::no);
  EXPECT_EQ(read_su(sample.bytes(), "su").detection.match, Match::content);
}

TEST(Su, ACutLastTraceIsRefusedWithItsOffset) {
  auto bytes = SuSample().bytes();
  bytes.resize(bytes.size() - 100);
  const auto found = read_su(bytes, "su");
  EXPECT_EQ(found.number("trace_count"), 5);
  ASSERT_NE(found.reject("trace 6"), nullptr);
  EXPECT_EQ(found.reject("trace 6")->locator.byte, 5U * 320);
}

TEST(Su, OtherFilesAreNotTakenForTheirName) {
  EXPECT_EQ(read_su(SegySample().bytes(), "su").detection.match, Match::no);
  EXPECT_EQ(read_su(std::string(5000, 'a'), "su").detection.match, Match::no);
  EXPECT_EQ(read_su(std::string(5000, '\0'), "su").detection.match, Match::no);
  EXPECT_EQ(read_su("", "su").detection.match, Match::no);
}

TEST(Segd, EveryRevisionGivesFileDateIntervalAndChannels) {
  for (const int revision : {0, 1, 2, 3}) {
    SegdSample sample;
    sample.revision = revision;
    const auto found = read_segd(sample.bytes());
    SCOPED_TRACE(revision);
    EXPECT_EQ(found.detection.match, Match::content);
    ASSERT_TRUE(found.read) << found.error;
    EXPECT_EQ(found.number("revision"), revision);
    EXPECT_EQ(found.number("file_number"), revision == 0 ? 100 : 70000);
    EXPECT_EQ(found.text("format_code"), "8058");
    EXPECT_EQ(found.number("recorded_date"), 20070221);
    EXPECT_EQ(found.text("recorded_time"), "13:04:15");
    EXPECT_EQ(found.number("sample_interval_us"), 2000);
    EXPECT_EQ(found.number("record_length_ms"), revision == 0 ? 2048 : 6000);
    EXPECT_EQ(found.number("channel_set_count"), 2);
    EXPECT_EQ(found.number("channel_count"), 482);
    EXPECT_EQ(found.number("seismic_channel_count"), 480);
    EXPECT_TRUE(found.holds("CHANNEL SET: 2; TYPE: seismic; CHANNELS: 480; "
                            "START: 0 ms; END: 6000 ms"));
    EXPECT_TRUE(found.document.rejects.empty());
  }
}

TEST(Segd, ARecordBehindAStorageUnitLabelIsRead) {
  SegdSample sample;
  sample.label = true;
  const auto found = read_segd(sample.bytes());
  ASSERT_TRUE(found.read) << found.error;
  EXPECT_EQ(found.number("file_number"), 70000);
  EXPECT_EQ(found.fact("file_number")->locator.byte, 128U);
  EXPECT_EQ(found.text("storage_unit_label"), "1SD1.0RECORD");
}

TEST(Segd, MoreChannelSetsThanTheFileHoldsAreRefused) {
  SegdSample sample;
  sample.sets = 99;
  auto bytes = sample.bytes();
  bytes.resize(64 + 32 * 3);
  const auto found = read_segd(bytes);
  ASSERT_TRUE(found.read) << found.error;
  ASSERT_NE(found.reject("channel_set_count"), nullptr);
  EXPECT_EQ(found.reject("channel_set_count")->raw, "99");
}

TEST(Segd, OtherFilesAreNotTaken) {
  EXPECT_EQ(read_segd(SegySample().bytes()).detection.match, Match::no);
  EXPECT_EQ(read_segd(std::string(5000, '\0')).detection.match, Match::no);
  EXPECT_EQ(read_segd(std::string(5000, 'a')).detection.match, Match::no);
  auto bytes = SegdSample().bytes();
  bytes[14] = '\x77'; // minute 77
  EXPECT_EQ(read_segd(bytes).detection.match, Match::no);
  EXPECT_FALSE(read_segd(bytes).read);
}

TEST(Segd, TruncationAnywhereNeverCrashes) {
  const auto bytes = SegdSample().bytes();
  for (size_t size = 0; size < 600; size += 7) {
    const auto found = read_segd(bytes.substr(0, size));
    EXPECT_TRUE(found.read || !found.error.empty()) << size;
  }
}

} // namespace
