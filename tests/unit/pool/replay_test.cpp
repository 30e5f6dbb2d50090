// SPDX-License-Identifier: Apache-2.0
#include "core/domain/collect.hpp"
#include "worker/pool/replay.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using pool::Ending;
using pool::Heard;

class ReplayTest : public ::testing::Test {
protected:
  static pb::ReaderReply reply(uint64_t id = 5) {
    pb::ReaderReply out;
    out.set_id(id);
    return out;
  }
  static pb::ReaderReply begin() {
    auto out = reply();
    out.mutable_batch()->add_items()->mutable_begin()->set_format("las");
    return out;
  }
  static pb::ReaderReply end() {
    auto out = reply();
    out.mutable_batch()->add_items()->set_end(true);
    return out;
  }
  static pb::ReaderReply done(proto::ReaderResult result) {
    auto out = reply();
    out.mutable_done()->set_result(static_cast<uint32_t>(result));
    return out;
  }
  Heard take(const pb::ReaderReply& what) {
    const auto heard = m_replay.take(what);
    EXPECT_TRUE(heard);
    return heard ? *heard : Heard::rubbish;
  }

  domain::Collector m_sink{10};
  pool::Replay m_replay{5, &m_sink};
};

TEST_F(ReplayTest, ADocumentInOrderIsPassedOn) {
  EXPECT_EQ(take(begin()), Heard::more);
  auto items = reply();
  items.mutable_batch()->add_items()->mutable_fact()->set_key("well_name");
  items.mutable_batch()->add_items()->mutable_key()->set_family("api");
  items.mutable_batch()->add_items()->mutable_reject()->set_reason("junk");
  items.mutable_batch()->add_items()->mutable_passage()->set_text("x");
  EXPECT_EQ(take(items), Heard::more);
  EXPECT_EQ(take(end()), Heard::more);
  auto last = done(proto::ReaderResult::ok);
  last.mutable_done()->set_content_hash(std::string(16, '\x42'));
  last.mutable_done()->add_stamps()->set_path("/a");
  EXPECT_EQ(take(last), Heard::answer);
  const auto& outcome = m_replay.outcome();
  EXPECT_EQ(outcome.ending, Ending::ok);
  ASSERT_TRUE(outcome.content);
  EXPECT_EQ(outcome.content->bytes[3], 0x42);
  EXPECT_EQ(outcome.stamps.at(0).path, "/a");
  const auto& document = m_sink.documents().at(0);
  EXPECT_EQ(document.facts.size() + document.keys.size() +
                document.rejects.size() + document.passages.size(),
            4U);
}

TEST_F(ReplayTest, AnItemOutsideADocumentIsRubbish) {
  EXPECT_EQ(take(end()), Heard::rubbish);
}

TEST_F(ReplayTest, ADocumentInsideADocumentIsRubbish) {
  EXPECT_EQ(take(begin()), Heard::more);
  EXPECT_EQ(take(begin()), Heard::rubbish);
}

TEST_F(ReplayTest, AnotherRequestsReplyIsRubbish) {
  EXPECT_EQ(take(reply(6)), Heard::rubbish);
  EXPECT_EQ(take(reply(5)), Heard::rubbish); // no body
  EXPECT_EQ(take(reply(4)), Heard::rubbish); // too late to be a left-over
}

TEST_F(ReplayTest, WhatIsLeftOfAnEarlierRequestIsStale) {
  EXPECT_EQ(take(reply(4)), Heard::stale);
}

TEST_F(ReplayTest, AnUnknownResultAndAShortHashAreRubbish) {
  EXPECT_EQ(take(done(static_cast<proto::ReaderResult>(99))), Heard::rubbish);
  auto shorter = done(proto::ReaderResult::ok);
  shorter.mutable_done()->set_content_hash("abc");
  EXPECT_EQ(take(shorter), Heard::rubbish);
}

TEST_F(ReplayTest, AnOpenDocumentIsWholeOnlyIfTheReaderFailed) {
  EXPECT_EQ(take(begin()), Heard::more);
  EXPECT_EQ(take(done(proto::ReaderResult::ok)), Heard::rubbish);
  auto failed = done(proto::ReaderResult::failed);
  failed.mutable_done()->set_message(std::string("bad\x01\xff", 5));
  EXPECT_EQ(take(failed), Heard::answer);
  EXPECT_EQ(m_replay.outcome().reason, "bad \xEF\xBF\xBD");
}

TEST_F(ReplayTest, DocumentsWithoutASinkAreRubbish) {
  pool::Replay alone(5, nullptr);
  const auto heard = alone.take(begin());
  ASSERT_TRUE(heard);
  EXPECT_EQ(*heard, Heard::rubbish);
}

} // namespace
