// SPDX-License-Identifier: Apache-2.0
#include "worker/child/batches.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using namespace std::chrono_literals;

class BatchesTest : public ::testing::Test {
protected:
  static domain::Passage passage(size_t bytes) {
    return {std::string(bytes, 'x'), {}, domain::PassageKind::prose};
  }

  std::vector<pb::ReaderReply> m_sent;
  base::Nanoseconds m_now{};
  child::Batches m_batches{9,
                           [this](const pb::ReaderReply& reply) {
                             m_sent.push_back(reply);
                             return base::Result<void>();
                           },
                           [this] { return m_now; }};
};

TEST_F(BatchesTest, ItemsAreSentTogetherAndInOrder) {
  ASSERT_TRUE(m_batches.begin({"las", "t", {}}));
  ASSERT_TRUE(m_batches.fact({"k", "v", 1.5, "m", {}}));
  ASSERT_TRUE(m_batches.key({"api", "42", {}}));
  ASSERT_TRUE(m_batches.reject({{}, "f", "raw", "why"}));
  ASSERT_TRUE(m_batches.end());
  EXPECT_TRUE(m_sent.empty());
  ASSERT_TRUE(m_batches.flush());
  ASSERT_EQ(m_sent.size(), 1U);
  EXPECT_EQ(m_sent[0].id(), 9U);
  ASSERT_EQ(m_sent[0].batch().items_size(), 5);
  EXPECT_TRUE(m_sent[0].batch().items(0).has_begin());
  EXPECT_EQ(m_sent[0].batch().items(1).fact().number(), 1.5);
  EXPECT_TRUE(m_sent[0].batch().items(4).end());
  ASSERT_TRUE(m_batches.flush());
  EXPECT_EQ(m_sent.size(), 1U);
}

TEST_F(BatchesTest, MuchIsSentInPieces) {
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(m_batches.passage(passage(10'000)));
  }
  EXPECT_GT(m_sent.size(), 10U);
  for (const auto& reply : m_sent) {
    EXPECT_LT(reply.ByteSizeLong(), 100'000U);
  }
}

TEST_F(BatchesTest, ALongScanShowsThatItIsAlive) {
  ASSERT_TRUE(m_batches.progress());
  EXPECT_TRUE(m_sent.empty());
  m_now += 300ms;
  ASSERT_TRUE(m_batches.progress());
  ASSERT_TRUE(m_batches.progress());
  ASSERT_EQ(m_sent.size(), 1U);
  EXPECT_TRUE(m_sent[0].has_tick());
  m_now += 300ms;
  ASSERT_TRUE(m_batches.passage(passage(10)));
  ASSERT_EQ(m_sent.size(), 2U);
  EXPECT_TRUE(m_sent[1].has_batch());
}

TEST_F(BatchesTest, AnItemBeyondTheLimitIsAnErrorAndNotSent) {
  const auto added = m_batches.passage(passage(2 << 20));
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().code, base::Errc::limit);
  ASSERT_TRUE(m_batches.flush());
  EXPECT_TRUE(m_sent.empty());
}

} // namespace
