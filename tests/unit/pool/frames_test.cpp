// SPDX-License-Identifier: Apache-2.0
#include "proto/reader_frames.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

std::string two_requests() {
  std::string bytes;
  for (uint64_t id : {1, 2}) {
    pb::ReaderRequest request;
    request.set_id(id);
    request.set_path("/a/\xff");
    EXPECT_TRUE(proto::append_frame(request, bytes));
  }
  return bytes;
}

TEST(ReaderFrames, AnyPiecesGiveTheSameFrames) {
  const std::string bytes = two_requests();
  for (size_t piece = 1; piece <= bytes.size(); ++piece) {
    proto::FrameSplitter splitter;
    std::vector<uint64_t> ids;
    for (size_t at = 0; at < bytes.size(); at += piece) {
      splitter.feed(std::string_view(bytes).substr(at, piece));
      for (auto frame = splitter.next(); frame && *frame;
           frame = splitter.next()) {
        const auto request = proto::parse_request(**frame);
        ASSERT_TRUE(request);
        EXPECT_EQ(request->path(), "/a/\xff");
        ids.push_back(request->id());
      }
    }
    EXPECT_EQ(ids, (std::vector<uint64_t>{1, 2}));
    EXPECT_TRUE(splitter.empty());
  }
}

TEST(ReaderFrames, ALengthOfNoiseIsCorruptAndAllocatesNothing) {
  proto::FrameSplitter splitter;
  splitter.feed("\xff\xff\xff\xff");
  const auto frame = splitter.next();
  ASSERT_FALSE(frame);
  EXPECT_EQ(frame.error().code, base::Errc::corrupt);
}

TEST(ReaderFrames, AMessageBeyondTheLimitIsNotSent) {
  pb::ReaderRequest request;
  request.set_path(std::string(proto::k_reader_frame_limit, 'x'));
  std::string out;
  const auto appended = proto::append_frame(request, out);
  ASSERT_FALSE(appended);
  EXPECT_EQ(appended.error().code, base::Errc::limit);
  EXPECT_EQ(out, "");
}

TEST(ReaderFrames, NoiseIsNoMessage) {
  EXPECT_FALSE(proto::parse_reply("\xff\xff\xff\xff"));
  EXPECT_FALSE(proto::parse_request("\x08"));
}

} // namespace
