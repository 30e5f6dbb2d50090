// SPDX-License-Identifier: Apache-2.0
#include "proto/wire/codec.hpp"

#include <gtest/gtest.h>

namespace {

using namespace wire;

Entry some_entry() {
  Entry entry;
  entry.sequence = 7;
  entry.root = "arch";
  entry.path = "Wells/\xff odd.las";
  entry.members = {{entry.path, 10, -5, 6, 8, 0100644, 1, 2},
                   {"Wells/x.prj", 3, 1, 2, 3, 0100644, 1, 2}};
  return entry;
}

std::vector<Message> all_messages() {
  return {Hello{"host", 12, {0, 3}, 1000, 20},
          Heartbeat{42},
          ShardOpened{3, 9},
          ShardRefused{3, "held by process 7"},
          Finished{1, {{7, State::failed, 10, 0, 2, true, "crash"}}},
          Durable{1, {7, 8}},
          Counted{1, {{"arch", 10, 2}}},
          Report{1, 0, "{}\n"},
          Recognized{1, 12, 67},
          ShardDone{1, 2, {0, 1, 2}, 5, 100},
          Goodbye{},
          Welcome{77, {{"arch", "/a"}}, 1000, 9000, true, 3, true},
          Assign{2},
          Work{2, {some_entry()}},
          WalkEnd{2, {{"arch", 10, true, {"Wells/"}}}},
          Sweep{2, {"arch"}},
          Stop{true},
          StatusRequest{},
          StatusReply{"{}"}};
}

TEST(Codec, EveryMessageSurvivesTheTrip) {
  auto messages = all_messages();
  ASSERT_EQ(messages.size(), std::variant_size_v<Message>);
  for (const Message& message : messages) {
    auto back = decode(encode(message));
    ASSERT_TRUE(back.has_value()) << back.error().message;
    EXPECT_EQ(*back, message) << message.index();
  }
}

TEST(Codec, OddOutcomesSurviveTheTrip) {
  Message message = Finished{1, {{7, State::left_out, 1, 2, 3, false, ""}}};
  EXPECT_EQ(*decode(encode(message)), message);
}

TEST(Codec, RefusesOtherVersionsAndEmptyFrames) {
  std::string frame = encode(Goodbye{});
  frame[0] = 2;
  EXPECT_EQ(decode(frame).error().code, base::Errc::corrupt);
  EXPECT_FALSE(decode("").has_value());
  EXPECT_FALSE(decode("\x01").has_value());
}

TEST(Codec, RefusesPathsThatLeaveTheRoot) {
  for (const char* path :
       {"/etc/passwd", "../x", "a/../b", "a//b", "a/", "", "./a", "a/."}) {
    Entry entry = some_entry();
    entry.members[1].path = path;
    EXPECT_FALSE(decode(encode(Work{0, {entry}})).has_value()) << path;
    entry = some_entry();
    entry.path = path;
    EXPECT_FALSE(decode(encode(Work{0, {entry}})).has_value()) << path;
  }
}

TEST(Codec, RefusesShardsOutOfRange) {
  EXPECT_FALSE(decode(encode(Assign{k_max_shards})).has_value());
  EXPECT_FALSE(decode(encode(Hello{"h", 1, {k_max_shards}, 1, 1})).has_value());
}

TEST(Codec, TruncatedAndChangedFramesNeverCrash) {
  for (const Message& message : all_messages()) {
    std::string frame = encode(message);
    for (size_t size = 0; size < frame.size(); ++size) {
      (void)decode(std::string_view(frame).substr(0, size));
    }
    for (size_t at = 0; at < frame.size(); ++at) {
      for (int bit = 0; bit < 8; ++bit) {
        std::string changed = frame;
        changed[at] = static_cast<char>(changed[at] ^ (1 << bit));
        (void)decode(changed);
      }
    }
  }
}

} // namespace
