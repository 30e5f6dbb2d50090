// SPDX-License-Identifier: Apache-2.0
#include "query/node/request.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace node {
namespace {

Request request_of(Question question) {
  Request out;
  out.id = 7;
  out.token = "secret";
  out.program = "1:2:3";
  out.deadline = std::chrono::milliseconds(1500);
  out.log = true;
  out.archive = "some/arch";
  out.question = std::move(question);
  return out;
}

std::vector<Question> every_question() {
  return {
      Search{"logs", {"state=WY"}, 5, 1, Hnsw::on, true, true, true},
      Lookup{{"49-025-06325", "*1"}, "api", 3, true, true, true, true, false},
      Facts{"state", 9, true},
      Stats{true},
      Health{},
      Ask{{"who?", {"state=WY"}, 4, 2, Hnsw::automatic, true, false, true},
          true}};
}

TEST(NodeRequest, comes_back_as_it_was) {
  for (const Question& question : every_question()) {
    const Request request = request_of(question);
    const auto decoded = decode_request(encode(request));
    ASSERT_TRUE(decoded) << decoded.error().message;
    EXPECT_EQ(*decoded, request);
  }
}

TEST(NodeReply, comes_back_as_it_was) {
  const Reply reply{9,
                    ReplyState::refused,
                    Refusal::late,
                    "too late",
                    {3, std::string("a\0b", 3), "e", "l"}};
  const auto decoded = decode_reply(encode(reply));
  ASSERT_TRUE(decoded) << decoded.error().message;
  EXPECT_EQ(*decoded, reply);
}

TEST(NodeRequest, of_every_cut_and_changed_frame_nothing_crashes) {
  for (const Question& question : every_question()) {
    const std::string whole = encode(request_of(question));
    for (size_t size = 0; size < whole.size(); ++size) {
      const auto cut = decode_request(whole.substr(0, size));
      if (size == 0) {
        EXPECT_FALSE(cut);
      }
      for (const int change : {1, 0x80, 0xff}) {
        std::string changed = whole;
        changed[size] = static_cast<char>(changed[size] ^ change);
        const auto decoded = decode_request(changed);
        if (decoded) {
          EXPECT_TRUE(check(decoded->question));
        }
      }
    }
  }
}

TEST(NodeRequest, of_another_version_is_refused) {
  std::string frame = encode(request_of(Health{}));
  frame[0] = 2;
  EXPECT_EQ(decode_request(frame).error().code, base::Errc::corrupt);
}

TEST(NodeRequest, beyond_a_limit_says_which) {
  Search search;
  search.question = std::string(k_most_question + 1, 'x');
  auto decoded = decode_request(encode(request_of(search)));
  ASSERT_FALSE(decoded);
  EXPECT_EQ(decoded.error().code, base::Errc::invalid);
  EXPECT_NE(decoded.error().message.find("question"), std::string::npos);

  Lookup lookup;
  lookup.identifiers.assign(k_most_identifiers + 1, "x");
  EXPECT_FALSE(decode_request(encode(request_of(lookup))));
  lookup.identifiers = {"x"};
  lookup.limit = k_most_hits + 1;
  EXPECT_FALSE(decode_request(encode(request_of(lookup))));
  lookup.limit = k_most_hits;
  EXPECT_TRUE(decode_request(encode(request_of(lookup))));
}

} // namespace
} // namespace node
