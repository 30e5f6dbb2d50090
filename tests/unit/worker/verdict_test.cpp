// SPDX-License-Identifier: Apache-2.0
#include "worker/lease.hpp"
#include "worker/verdict.hpp"

#include <gtest/gtest.h>

namespace {

using namespace worker;
using namespace std::chrono_literals;

constexpr int64_t k_s = 1'000'000'000;

class Judge : public ::testing::Test {
protected:
  void SetUp() override {
    m_entry.path = "a.shp";
    m_entry.members = {{"a.shp", 10, 100 * k_s, 101 * k_s, 7, 0, 0, 0},
                       {"a.prj", 5, 100 * k_s, 101 * k_s, 8, 0, 0, 0}};
    m_manifest.set_state(pb::BUNDLE_STATE_DONE);
    m_manifest.set_read_at_ns(200 * k_s);
    m_manifest.set_detection_version(1);
    m_manifest.set_reader("shapefile");
    m_manifest.set_reader_version(3);
    m_manifest.set_chunker_version(4);
    m_manifest.set_keys_version(5);
    for (const wire::Member& member : m_entry.members) {
      pb::FileStamp* stamp = m_manifest.add_files();
      stamp->set_path(member.path);
      stamp->set_size(member.size);
      stamp->set_mtime_ns(member.mtime_ns);
      stamp->set_ctime_ns(member.ctime_ns);
      stamp->set_inode(member.inode);
    }
  }
  Verdict verdict() const {
    return judge(m_entry, &m_manifest, m_versions, m_wanted);
  }
  wire::Entry m_entry;
  pb::ManifestEntry m_manifest;
  Versions m_versions{1, {{"shapefile", 3}}, 4, 5, {}};
  Wanted m_wanted;
};

TEST_F(Judge, KeepsWhatDidNotChange) {
  EXPECT_EQ(verdict(), Verdict::keep);
}

TEST_F(Judge, ReadsWhatItNeverSaw) {
  EXPECT_EQ(judge(m_entry, nullptr, m_versions, m_wanted), Verdict::read);
}

TEST_F(Judge, ReadsWhenAnythingOfAnyMemberDiffers) {
  m_entry.members[1].size = 6;
  EXPECT_EQ(verdict(), Verdict::read);
  SetUp();
  m_entry.members[1].inode = 9;
  EXPECT_EQ(verdict(), Verdict::read);
  m_entry.members.pop_back();
  EXPECT_EQ(verdict(), Verdict::read) << "a member is gone";
}

TEST_F(Judge, ASameSizeEditWithItsTimePutBackShowsInTheChangeTime) {
  m_entry.members[0].ctime_ns += 1;
  EXPECT_EQ(verdict(), Verdict::read);
}

TEST_F(Judge, ReadsAgainWhatWasWrittenJustBeforeItWasRead) {
  m_manifest.set_read_at_ns(100 * k_s + 2 * k_s - 1);
  EXPECT_EQ(verdict(), Verdict::read);
  m_manifest.set_read_at_ns(102 * k_s);
  EXPECT_EQ(verdict(), Verdict::keep);
}

TEST_F(Judge, ReadsAgainWhenReadersOrDetectionOrChunkerAreNewer) {
  m_versions.detection = 2;
  EXPECT_EQ(verdict(), Verdict::read);
  m_versions = {1, {{"shapefile", 4}}, 4, 5, {}};
  EXPECT_EQ(verdict(), Verdict::read);
  m_versions = {1, {{"shapefile", 3}}, 5, 5, {}};
  EXPECT_EQ(verdict(), Verdict::read);
  m_versions = {1, {}, 4, 5, {}};
  EXPECT_EQ(verdict(), Verdict::read) << "its reader is gone";
}

TEST_F(Judge, ReadsAgainWhatTheTablesOfItsReaderChanged) {
  m_versions.tables["las"] = 7;
  EXPECT_EQ(verdict(), Verdict::keep) << "of another reader";
  m_versions.tables["shapefile"] = 7;
  EXPECT_EQ(verdict(), Verdict::read);
  m_manifest.set_tables(7);
  EXPECT_EQ(verdict(), Verdict::keep);
  m_versions.tables.clear();
  EXPECT_EQ(verdict(), Verdict::read) << "its table is gone";
}

TEST_F(Judge, WhatHadNoReaderIsReadWhenDetectionLearnt) {
  m_manifest.set_state(pb::BUNDLE_STATE_SKIPPED);
  m_manifest.clear_reader();
  m_manifest.clear_reader_version();
  m_manifest.clear_chunker_version();
  EXPECT_EQ(verdict(), Verdict::keep);
  m_versions.detection = 2;
  EXPECT_EQ(verdict(), Verdict::read);
}

TEST_F(Judge, NewKeyRulesNeedNoReading) {
  m_versions.keys = 6;
  EXPECT_EQ(verdict(), Verdict::rekey);
}

TEST_F(Judge, NewKeyRulesAreForWhatWasNotReadToo) {
  m_manifest.set_keys_version(4);
  for (const auto state :
       {pb::BUNDLE_STATE_SKIPPED, pb::BUNDLE_STATE_FAILED,
        pb::BUNDLE_STATE_PARTIAL, pb::BUNDLE_STATE_QUARANTINED}) {
    m_manifest.set_state(state);
    EXPECT_EQ(verdict(), Verdict::rekey) << state;
  }
}

TEST_F(Judge, EmbedsWhatIsPartialWhenItCan) {
  m_manifest.set_state(pb::BUNDLE_STATE_PARTIAL);
  EXPECT_EQ(verdict(), Verdict::keep);
  m_wanted.embeds = true;
  EXPECT_EQ(verdict(), Verdict::embed);
}

TEST_F(Judge, AFailureIsKeptUnlessItMayGoBetter) {
  m_manifest.set_state(pb::BUNDLE_STATE_FAILED);
  EXPECT_EQ(verdict(), Verdict::keep);
  m_wanted.only_failed = true;
  EXPECT_EQ(verdict(), Verdict::read);
  m_wanted.only_failed = false;
  m_manifest.set_own_crashes(1);
  EXPECT_EQ(verdict(), Verdict::read);
}

TEST_F(Judge, AnAttemptThatDidNotEndIsReadAgain) {
  m_manifest.set_state(pb::BUNDLE_STATE_READING);
  EXPECT_EQ(verdict(), Verdict::read);
}

TEST_F(Judge, QuarantineHoldsUntilAskedOrChanged) {
  m_manifest.set_state(pb::BUNDLE_STATE_QUARANTINED);
  EXPECT_EQ(verdict(), Verdict::keep);
  m_wanted.retry_quarantined = true;
  EXPECT_EQ(verdict(), Verdict::read);
  m_wanted.retry_quarantined = false;
  m_entry.members[0].size = 11;
  EXPECT_EQ(verdict(), Verdict::read);
}

TEST_F(Judge, OnlyFailedLeavesTheOthersOut) {
  m_wanted.only_failed = true;
  EXPECT_EQ(verdict(), Verdict::left_out);
  EXPECT_EQ(judge(m_entry, nullptr, m_versions, m_wanted), Verdict::left_out);
}

TEST_F(Judge, ReadsWhatAnOlderReaderMadeWhenAsked) {
  m_wanted.reader_older_than = 3;
  EXPECT_EQ(verdict(), Verdict::keep);
  m_wanted.reader_older_than = 4;
  EXPECT_EQ(verdict(), Verdict::read);
}

TEST(Lease, StopsAtTwoThirdsCountedFromSending) {
  Lease lease(9s, 100s);
  EXPECT_FALSE(lease.must_stop(105s));
  EXPECT_TRUE(lease.must_stop(106s));
  lease.renewed(104s);
  EXPECT_FALSE(lease.must_stop(109s));
  lease.renewed(101s); // a late answer to an older renewal
  EXPECT_FALSE(lease.must_stop(109s));
}

} // namespace
