// SPDX-License-Identifier: Apache-2.0
#include "temp_folder.hpp"
#include "worker/child/answer.hpp"

#include <functional>
#include <vector>

namespace {

using proto::ReaderRequestKind;
using proto::ReaderResult;

struct Answered {
  std::vector<pb::ReaderReply> replies;
  bool worker_was_there = true;

  const pb::ReaderDone& done() const { return replies.back().done(); }
  ReaderResult result() const {
    return static_cast<ReaderResult>(done().result());
  }
};

Answered ask(ReaderRequestKind kind, const std::string& path,
             const std::function<void(const pb::ReaderReply&)>& seen = {}) {
  pb::ReaderRequest request;
  request.set_id(4);
  request.set_kind(static_cast<uint32_t>(kind));
  request.set_path(path);
  request.set_hash(true);
  Answered out;
  const auto answered = child::answer(
      request,
      [&](const pb::ReaderReply& reply) {
        out.replies.push_back(reply);
        if (seen) {
          seen(reply);
        }
        return base::Result<void>();
      },
      base::boot_time);
  out.worker_was_there = bool(answered);
  EXPECT_FALSE(out.replies.empty());
  EXPECT_TRUE(out.replies.back().has_done());
  return out;
}

TEST(Answer, ATextFileIsChosenSentAndHashed) {
  const TempFolder folder;
  const auto path = folder.file("a.txt", "The quick brown fox.\n");
  const auto out = ask(ReaderRequestKind::read, path);
  EXPECT_EQ(out.result(), ReaderResult::ok) << out.done().message();
  ASSERT_GE(out.replies.size(), 3U);
  EXPECT_EQ(out.replies[0].chosen().reader().name(), "text");
  EXPECT_TRUE(out.replies[1].batch().items(0).has_begin());
  EXPECT_EQ(out.done().content_hash().size(), 16U);
  ASSERT_EQ(out.done().stamps_size(), 1);
  EXPECT_EQ(out.done().stamps(0).size(), 21U);
  EXPECT_GT(out.done().peak_memory(), 0U);
  const auto hashed = ask(ReaderRequestKind::hash, path);
  EXPECT_EQ(hashed.done().content_hash(), out.done().content_hash());
  EXPECT_EQ(hashed.replies.size(), 1U);
}

TEST(Answer, DetectionAloneReadsNothing) {
  const TempFolder folder;
  const auto out = ask(ReaderRequestKind::detect, folder.file("a.txt", "hi"));
  EXPECT_EQ(out.result(), ReaderResult::ok);
  EXPECT_EQ(out.replies.size(), 2U);
  EXPECT_EQ(out.done().content_hash(), "");
}

TEST(Answer, WhatNoReaderKnowsIsHashedAllTheSame) {
  const TempFolder folder;
  const auto out = ask(ReaderRequestKind::read,
                       folder.file("a.zzz", std::string(4096, '\x01')));
  EXPECT_EQ(out.result(), ReaderResult::no_reader);
  EXPECT_EQ(out.done().content_hash().size(), 16U);
}

TEST(Answer, AMissingFileFails) {
  const auto out = ask(ReaderRequestKind::read, "/nonexistent/a.txt");
  EXPECT_EQ(out.result(), ReaderResult::failed);
  EXPECT_EQ(out.done().code(), static_cast<uint32_t>(base::Errc::not_found));
  EXPECT_NE(out.done().message().find("No such file"), std::string::npos);
}

TEST(Answer, AFileThatChangesWhileItIsReadIsNoticed) {
  const TempFolder folder;
  const auto path = folder.file("a.txt", "before\n");
  const auto out =
      ask(ReaderRequestKind::read, path, [&](const pb::ReaderReply& reply) {
        if (reply.has_chosen()) {
          folder.file("a.txt", "and after\n");
        }
      });
  EXPECT_EQ(out.result(), ReaderResult::changed);
  EXPECT_EQ(out.done().content_hash(), "");
  EXPECT_EQ(out.done().stamps_size(), 0);
}

TEST(Answer, AWorkerThatIsGoneEndsTheWork) {
  const TempFolder folder;
  pb::ReaderRequest request;
  request.set_id(1);
  request.set_kind(static_cast<uint32_t>(ReaderRequestKind::read));
  request.set_path(folder.file("a.txt", "hi"));
  int sends = 0;
  const auto answered = child::answer(
      request,
      [&](const pb::ReaderReply&) -> base::Result<void> {
        ++sends;
        return base::fail(base::Errc::unavailable, "gone");
      },
      base::boot_time);
  EXPECT_FALSE(answered);
  EXPECT_EQ(sends, 1);
}

TEST(Answer, ARequestOfAnUnknownKindIsRefused) {
  pb::ReaderRequest request;
  request.set_kind(77);
  const auto answered = child::answer(
      request, [](const pb::ReaderReply&) { return base::Result<void>(); },
      base::boot_time);
  ASSERT_FALSE(answered);
  EXPECT_EQ(answered.error().code, base::Errc::unsupported);
}

} // namespace
