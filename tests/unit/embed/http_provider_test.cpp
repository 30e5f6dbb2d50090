// SPDX-License-Identifier: Apache-2.0
#include "core/base/fd.hpp"
#include "core/embed/http_provider.hpp"
#include "tests/support/mock_server.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>

namespace {

using namespace std::chrono_literals;
using embed::Config;
using embed::HttpEmbedder;
using embed::HttpOptions;
using embed::TextKind;
using nlohmann::json;
using support::MockServer;
using support::Received;
using support::Reply;
using support::reply;

// Answers every text with (length of the text, 1), last text first.
Reply lengths(const Received& received) {
  const auto asked = json::parse(received.body);
  json data = json::array();
  uint64_t tokens = 0;
  for (size_t i = asked["input"].size(); i-- > 0;) {
    const auto length = asked["input"][i].get<std::string>().size();
    data.push_back({{"index", i}, {"embedding", {length, 1}}});
    tokens += length;
  }
  return reply(
      200, json{{"data", data}, {"usage", {{"total_tokens", tokens}}}}.dump());
}

class Http : public testing::Test {
protected:
  void TearDown() override { unsetenv("KEYBED_EMBED_KEY"); }

  static Config config_of(const MockServer& server) {
    Config config;
    config.provider = "http";
    config.url = server.url() + "/v1/";
    config.model = "m";
    config.dimensions = 2;
    return config;
  }

  base::Result<std::unique_ptr<HttpEmbedder>> open(const Config& config) {
    HttpOptions options;
    options.retry.attempts = 3;
    options.world.sleep = [this](std::chrono::milliseconds time) {
      m_waits.push_back(time);
    };
    options.world.random = [] { return 0.0; };
    options.limits = m_limits;
    options.timeout = m_timeout;
    options.clock = [this] { return m_now; };
    return HttpEmbedder::open(config, http::make_client().value(), options);
  }

  // The error of embedding one text, "none" if there is none.
  std::string refusal(const Config& config, std::string* message = nullptr) {
    const auto embedder = open(config);
    const auto rows = embedder ? (*embedder)->embed(m_one, TextKind::passage)
                               : base::fail(embedder.error());
    if (rows) {
      return "none";
    }
    if (message != nullptr) {
      *message = rows.error().message;
    }
    return std::string(name_of(rows.error().code));
  }

  std::vector<std::chrono::milliseconds> m_waits;
  embed::BatchLimits m_limits;
  std::chrono::milliseconds m_timeout{5000};
  base::Nanoseconds m_now{1};
  const std::vector<std::string> m_one = {"abc"};
};

TEST_F(Http, asks_as_openai_says_and_gives_unit_vectors_in_order) {
  MockServer server(lengths);
  setenv("KEYBED_EMBED_KEY", "sk-secret\n", 1);
  const auto embedder = open(config_of(server)).value();
  const std::vector<std::string> texts = {"abc", "a\"\xFF"};
  const auto rows = embedder->embed(texts, TextKind::query).value();
  EXPECT_NEAR(rows.at(0).at(0), 3 / std::sqrt(10.0), 1e-6);
  EXPECT_NEAR(rows.at(1).at(1), 1 / std::sqrt(26.0), 1e-6); // U+FFFD is three
  const auto got = server.received().at(0);
  EXPECT_EQ(got.line, "POST /v1/embeddings HTTP/1.1");
  EXPECT_NE(got.headers.find("Authorization: Bearer sk-secret\r\n"),
            std::string::npos);
  EXPECT_EQ(json::parse(got.body),
            (json{{"model", "m"},
                  {"dimensions", 2},
                  {"encoding_format", "float"},
                  {"input", {"abc", "a\"\xEF\xBF\xBD"}}}));
  EXPECT_EQ(embedder->space().id(), "http/m/2");
}

TEST_F(Http, learns_the_dimensions_if_none_are_asked_for) {
  MockServer server(lengths);
  auto config = config_of(server);
  config.dimensions = 0;
  EXPECT_EQ(open(config).value()->space().dimensions, 2U);
  EXPECT_FALSE(
      json::parse(server.received().at(0).body).contains("dimensions"));
}

TEST_F(Http, does_not_ask_for_dimensions_that_it_merely_knows) {
  MockServer server(lengths);
  auto config = config_of(server);
  config.dimensions = 0;
  config.known_dimensions = 2;
  const auto embedder = open(config).value();
  EXPECT_TRUE(server.received().empty());
  EXPECT_EQ(embedder->space().id(), "http/m/2");
  EXPECT_TRUE(embedder->embed(m_one, TextKind::passage));
  EXPECT_FALSE(
      json::parse(server.received().at(0).body).contains("dimensions"));
  config.known_dimensions = 3;
  EXPECT_EQ(refusal(config), "corrupt");
}

TEST_F(Http, sends_batches_several_at_a_time) {
  std::mutex mutex;
  std::condition_variable changed;
  int waiting = 0;
  MockServer server([&](const Received& received) {
    std::unique_lock lock(mutex);
    ++waiting;
    changed.notify_all();
    // Nobody is answered before there are two.
    changed.wait_for(lock, 5s, [&] { return waiting >= 2; });
    return lengths(received);
  });
  m_limits.texts = 3;
  const auto embedder = open(config_of(server)).value();
  std::vector<std::string> texts;
  for (size_t i = 1; i <= 20; ++i) {
    texts.emplace_back(i, 'x');
  }
  const auto rows = embedder->embed(texts, TextKind::passage).value();
  for (size_t i = 0; i < rows.size(); ++i) {
    EXPECT_NEAR(rows[i].at(0) / rows[i].at(1), static_cast<double>(i + 1),
                1e-3);
  }
  EXPECT_GE(server.most_at_once(), 2U);
  EXPECT_LE(server.most_at_once(), 4U);
  EXPECT_EQ(embedder->usage().requests, 7U);
  EXPECT_EQ(embedder->usage().texts, 20U);
  EXPECT_EQ(embedder->usage().tokens, 210U);
}

TEST_F(Http, tries_again_when_the_endpoint_is_busy_or_broken) {
  std::atomic<int> calls = 0;
  MockServer server([&](const Received& received) {
    switch (++calls) {
    case 1:
      return reply(429, "slow down", "Retry-After: 9\r\n");
    case 2:
      return reply(500, "oops");
    default:
      return lengths(received);
    }
  });
  EXPECT_EQ(refusal(config_of(server)), "none");
  EXPECT_EQ(m_waits, (std::vector<std::chrono::milliseconds>{9s, 1s}));
}

TEST_F(Http, gives_up_as_unavailable_when_it_stays_broken_or_hangs) {
  MockServer broken([](const Received&) { return reply(503, "no"); });
  EXPECT_EQ(refusal(config_of(broken)), "unavailable");
  EXPECT_EQ(broken.received().size(), 3U);
  MockServer silent([](const Received&) { return Reply{"", true}; });
  m_timeout = 30ms;
  EXPECT_EQ(refusal(config_of(silent)), "unavailable");
  MockServer closing([](const Received&) { return Reply{}; });
  EXPECT_EQ(refusal(config_of(closing)), "unavailable");
}

TEST_F(Http, leaves_an_endpoint_that_stayed_broken_alone_for_a_while) {
  std::atomic<bool> broken = true;
  MockServer server([&](const Received& received) {
    return broken ? reply(503, "no") : lengths(received);
  });
  const auto embedder = open(config_of(server)).value();
  const auto first = embedder->embed(m_one, TextKind::passage);
  const auto second = embedder->embed(m_one, TextKind::passage);
  ASSERT_FALSE(first || second);
  EXPECT_EQ(second.error().message, first.error().message);
  EXPECT_EQ(server.received().size(), 3U); // the attempts of the first
  broken = false;
  m_now += 61s;
  EXPECT_TRUE(embedder->embed(m_one, TextKind::passage));
}

TEST_F(Http, takes_no_answer_that_is_malformed_or_of_another_dimension) {
  MockServer malformed([](const Received&) { return reply(200, "{\"da"); });
  EXPECT_EQ(refusal(config_of(malformed)), "corrupt");
  MockServer server(lengths);
  auto config = config_of(server);
  config.dimensions = 3;
  std::string message;
  EXPECT_EQ(refusal(config, &message), "corrupt");
  EXPECT_EQ(message, "the endpoint gives 2 dimensions where 3 are wanted");
}

TEST_F(Http, never_shows_the_key) {
  MockServer server([](const Received&) {
    return reply(400, "bad key sk-secret,\nreally: sk-secret");
  });
  setenv("KEYBED_EMBED_KEY", "sk-secret", 1);
  std::string message;
  EXPECT_EQ(refusal(config_of(server), &message), "invalid");
  EXPECT_EQ(message, "the embedding endpoint answers with status 400: bad key "
                     "***, really: ***");
  MockServer refusing([](const Received&) { return reply(401, "sk-secret"); });
  EXPECT_EQ(refusal(config_of(refusing), &message), "invalid");
  EXPECT_EQ(message.find("secret"), std::string::npos);
}

TEST_F(Http, reads_the_key_from_a_file_first) {
  MockServer server(lengths);
  setenv("KEYBED_EMBED_KEY", "other", 1);
  auto config = config_of(server);
  config.key_file = testing::TempDir() + "/keybed-key-test";
  ASSERT_TRUE(base::write_file_atomic(config.key_file, "from-file\n"));
  EXPECT_EQ(refusal(config), "none");
  EXPECT_NE(server.received().at(0).headers.find("Bearer from-file\r\n"),
            std::string::npos);
  ASSERT_TRUE(base::write_file_atomic(config.key_file, "two\nlines\n"));
  EXPECT_EQ(refusal(config), "invalid");
  std::remove(config.key_file.c_str());
  EXPECT_EQ(refusal(config), "not-found");
}

TEST_F(Http, sends_no_key_in_the_clear_to_another_machine) {
  Config config;
  config.url = "http://192.0.2.1/v1";
  config.model = "m";
  config.dimensions = 2;
  setenv("KEYBED_EMBED_KEY", "k", 1);
  EXPECT_EQ(refusal(config), "invalid");
}

TEST_F(Http, stops_before_the_cost_limit_is_passed) {
  MockServer server(lengths);
  auto config = config_of(server);
  config.usd_per_million_tokens = 1e6; // a dollar a token
  config.max_cost_usd = 14;
  const auto embedder = open(config).value();
  const std::vector<std::string> six = {"abcdef"}; // at most eight tokens
  EXPECT_TRUE(embedder->embed(six, TextKind::passage));
  EXPECT_DOUBLE_EQ(embedder->usage().cost_usd, 6);
  EXPECT_TRUE(embedder->embed(m_one, TextKind::passage));
  const auto refused = embedder->embed(six, TextKind::passage);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, base::Errc::limit);
  EXPECT_EQ(server.received().size(), 2U);
  config.usd_per_million_tokens = 0;
  EXPECT_EQ(refusal(config), "invalid");
}

} // namespace
