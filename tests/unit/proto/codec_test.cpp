// SPDX-License-Identifier: Apache-2.0
#include "proto/document_codec.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace {

domain::Locator locator() {
  domain::Locator out;
  out.section = "~Well \xff"; // not UTF-8
  out.line = 12;
  out.byte = 0;
  return out;
}

template <typename Message, typename Value>
Value there_and_back(Value value) {
  Message first;
  proto::encode(value, first);
  Message second;
  EXPECT_TRUE(second.ParseFromString(first.SerializeAsString()));
  return proto::decode(second);
}

TEST(Codec, values_come_back_as_they_were) {
  const domain::Fact fact{"depth_m", "12 ft\xfe", 3.6576, "m", locator()};
  EXPECT_EQ(there_and_back<pb::Fact>(fact), fact);
  const domain::Passage passage{"text", locator(), domain::PassageKind::header};
  EXPECT_EQ(there_and_back<pb::Passage>(passage), passage);
  const domain::Key key{"api", "49-025-06325", locator()};
  EXPECT_EQ(there_and_back<pb::Key>(key), key);
  const domain::Reject reject{locator(), "STOP", "\xff\xfe", "no number"};
  EXPECT_EQ(there_and_back<pb::Reject>(reject), reject);
  const domain::DocumentHead head{"las", "title", {"a.zip", "b.las"}};
  EXPECT_EQ(there_and_back<pb::DocumentHead>(head), head);
}

TEST(Codec, what_is_absent_stays_absent) {
  const domain::Fact fact = there_and_back<pb::Fact>(domain::Fact{});
  EXPECT_FALSE(fact.number);
  EXPECT_FALSE(fact.locator.page);
  EXPECT_FALSE(fact.locator.byte);
}

TEST(Codec, a_number_that_is_not_finite_is_no_number) {
  pb::Fact message;
  message.set_text("inf");
  message.set_number(std::numeric_limits<double>::infinity());
  EXPECT_FALSE(proto::decode(message).number);
  EXPECT_EQ(proto::decode(message).text, "inf");
}

TEST(Codec, an_unknown_kind_of_passage_is_prose) {
  pb::Passage message;
  message.set_kind(99);
  EXPECT_EQ(proto::decode(message).kind, domain::PassageKind::prose);
}

} // namespace
