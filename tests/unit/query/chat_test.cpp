// SPDX-License-Identifier: Apache-2.0
#include "query/answer/chat.hpp"
#include "tests/support/mock_server.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace {

using base::Errc;
using query::Chat;
using query::ChatConfig;
using query::ChatOptions;
using query::ChatReader;
using query::Prompt;
using query::Source;
using support::MockServer;
using support::Received;
using support::reply;
using Json = nlohmann::json;

std::string event(const Json& data) {
  return "data: " + data.dump() + "\n\n";
}

std::string piece(const std::string& text) {
  return event({{"choices", {{{"delta", {{"content", text}}}}}}});
}

const std::string k_whole =
    R"({"model":"m-1","choices":[{"message":{"content":"Yes [1]."},)"
    R"("finish_reason":"stop"}],"usage":{"prompt_tokens":100,)"
    R"("completion_tokens":10,"cost":0.002,)"
    R"("prompt_tokens_details":{"cached_tokens":64}}})";

Prompt prompt(const std::string& question, std::string token) {
  Source one;
  one.id = 1;
  one.text = "The depth is 12 m.";
  return *query::make_prompt({one}, question, std::move(token));
}

ChatConfig config(const std::string& endpoint) {
  ChatConfig out;
  out.endpoint = endpoint;
  out.model = "m";
  return out;
}

ChatOptions no_waiting() {
  ChatOptions out;
  out.world.sleep = [](std::chrono::milliseconds) {};
  return out;
}

std::unique_ptr<Chat> open(const ChatConfig& with) {
  auto chat = Chat::open(with, std::move(*http::make_client()), no_waiting());
  EXPECT_TRUE(chat) << chat.error().message;
  return std::move(*chat);
}

TEST(Chat, asks_at_temperature_0_and_reads_usage_and_cost) {
  MockServer server([](const Received&) { return reply(200, k_whole); });
  const auto chat = open(config(server.url() + "/v1/"));
  const auto got = chat->ask(prompt("Why?", "aa"), nullptr);
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(got->text, "Yes [1].");
  EXPECT_EQ(got->model, "m-1");
  EXPECT_EQ(got->finish, "stop");
  EXPECT_EQ(got->usage.prompt_tokens, 100U);
  EXPECT_EQ(got->usage.cached_tokens, 64U);
  EXPECT_EQ(chat->cost_of(got->usage), 0.002);
  const auto request = server.received().at(0);
  EXPECT_EQ(request.line, "POST /v1/chat/completions HTTP/1.1");
  const auto body = Json::parse(request.body);
  EXPECT_EQ(body["temperature"], 0);
  EXPECT_EQ(body["stream"], false);
  EXPECT_EQ(body["messages"].size(), 2U);
}

TEST(Chat, sends_the_same_bytes_up_to_the_sources) {
  const auto a = chat_body(config("http://localhost/v1"),
                           prompt("What is the depth?", "0123"), true);
  const auto b = chat_body(config("http://localhost/v1"),
                           prompt("Who signed?", "fedc"), true);
  const size_t user = a.find("\"role\":\"user\"");
  ASSERT_NE(user, std::string::npos);
  EXPECT_EQ(a.substr(0, user), b.substr(0, user));
  EXPECT_NE(a.find("You answer questions"), std::string::npos);
  EXPECT_LT(a.find("You answer questions"), user);
  EXPECT_LT(a.find("The depth is 12 m."), a.find("What is the depth?"));
}

TEST(Chat, gives_out_a_stream_as_it_comes) {
  MockServer server([](const Received&) {
    return reply(
        200, ": OPENROUTER PROCESSING\r\n\r\n" + piece("The depth ") +
                 piece("is 12 m [1].") +
                 event({{"choices", Json::array()},
                        {"usage",
                         {{"prompt_tokens", 5}, {"completion_tokens", 7}}}}) +
                 "data: [DONE]\n\n");
  });
  const auto chat = open(config(server.url()));
  std::string text;
  const auto got = chat->ask(prompt("?", "aa"),
                             [&](std::string_view more) { text += more; });
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(text, "The depth is 12 m [1].");
  EXPECT_EQ(got->text, text);
  EXPECT_EQ(got->usage.completion_tokens, 7U);
  // Without a price there is no cost, and none is guessed.
  EXPECT_EQ(chat->cost_of(got->usage), std::nullopt);
}

TEST(Chat, tries_again_when_busy_but_not_once_text_has_come) {
  int calls = 0;
  MockServer busy([&](const Received&) {
    return ++calls < 3 ? reply(429, "slow down", "Retry-After: 1\r\n")
                       : reply(200, k_whole);
  });
  EXPECT_TRUE(open(config(busy.url()))->ask(prompt("?", "aa"), nullptr));
  EXPECT_EQ(calls, 3);
  calls = 0;
  MockServer breaks([&](const Received&) {
    ++calls;
    return support::Reply{"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n" +
                              piece("The depth "),
                          false};
  });
  std::string text;
  const auto got = open(config(breaks.url()))
                       ->ask(prompt("?", "aa"),
                             [&](std::string_view more) { text += more; });
  ASSERT_FALSE(got);
  EXPECT_EQ(calls, 1);
  EXPECT_NE(got.error().message.find("broke off"), std::string::npos);
}

TEST(Chat, says_what_an_endpoint_refuses_and_never_the_key) {
  setenv("KEYBED_CHAT_KEY", "sk-secret", 1);
  MockServer server([](const Received& request) {
    const bool sent = request.headers.find("Authorization: Bearer sk-secret") !=
                      std::string::npos;
    return reply(400, sent ? "no such model for sk-secret\n" : "no key");
  });
  const auto got = open(config(server.url()))->ask(prompt("?", "aa"), nullptr);
  unsetenv("KEYBED_CHAT_KEY");
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, Errc::invalid);
  EXPECT_NE(got.error().message.find("status 400"), std::string::npos);
  EXPECT_NE(got.error().message.find("no such model"), std::string::npos);
  EXPECT_EQ(got.error().message.find("sk-secret"), std::string::npos);
}

TEST(Chat, refuses_a_key_without_tls_to_another_machine) {
  setenv("KEYBED_CHAT_KEY", "sk-secret", 1);
  const auto open_to_others = Chat::open(config("http://example.org/v1"),
                                         std::move(*http::make_client()));
  const auto local = Chat::open(config("http://localhost:1/v1"),
                                std::move(*http::make_client()));
  unsetenv("KEYBED_CHAT_KEY");
  EXPECT_FALSE(open_to_others);
  EXPECT_TRUE(local);
  EXPECT_FALSE(Chat::open(config(""), std::move(*http::make_client())));
}

TEST(Chat, shows_endpoints_without_what_is_secret) {
  const auto chat = open(config("https://me:pw@host.example/v1?key=x"));
  EXPECT_EQ(chat->endpoint_shown(), "https://host.example/v1");
}

TEST(Chat, uses_the_newer_name_of_the_limit_where_it_is_asked_for) {
  MockServer server([](const Received& request) {
    return request.body.find("max_completion_tokens") == std::string::npos
               ? reply(400, "use max_completion_tokens instead")
               : reply(200, k_whole);
  });
  EXPECT_TRUE(open(config(server.url()))->ask(prompt("?", "aa"), nullptr));
}

TEST(Chat, counts_cost_by_prices_where_the_endpoint_tells_none) {
  auto priced = config("http://localhost/v1");
  priced.usd_per_million_prompt = 1.0;
  priced.usd_per_million_reply = 10.0;
  query::ChatUsage usage;
  usage.prompt_tokens = 1000;
  usage.completion_tokens = 100;
  EXPECT_DOUBLE_EQ(open(priced)->cost_of(usage).value(), 0.002);
}

std::string read(const std::vector<std::string>& chunks) {
  ChatReader reader;
  for (const auto& chunk : chunks) {
    if (const auto added = reader.add(chunk); !added) {
      return "error: " + std::string(name_of(added.error().code));
    }
  }
  const auto got = reader.finish();
  return got ? got->text : "error: " + std::string(name_of(got.error().code));
}

TEST(ChatReader, reads_streams_however_they_are_cut) {
  const std::string all = piece("Well ") + piece("\xc3\xa5 [1].") +
                          "event: x\nid: 7\n\ndata: [DONE]\n\n";
  for (size_t cut = 1; cut < all.size(); ++cut) {
    EXPECT_EQ(read({all.substr(0, cut), all.substr(cut)}),
              "Well \xc3\xa5 [1].");
  }
}

TEST(ChatReader, refuses_what_is_no_reply) {
  EXPECT_EQ(read({""}), "error: corrupt");
  EXPECT_EQ(read({"<html>busy</html>"}), "error: corrupt");
  EXPECT_EQ(read({"{\"choices\":[]}"}), "error: corrupt");
  EXPECT_EQ(read({"{\"choices\":[{\"message\":7}]}"}), "");
  EXPECT_EQ(read({"data: {\"choices\":5}\n\n"}), "error: corrupt");
  EXPECT_EQ(read({"data: nonsense\n\n"}), "error: corrupt");
  EXPECT_EQ(read({"{\"error\":{\"message\":\"x\",\"code\":503}}"}),
            "error: unavailable");
  EXPECT_EQ(read({"data: {\"error\":\"no\"}\n\n"}), "error: invalid");
  EXPECT_EQ(read({"data: " + std::string(2U << 20, 'x')}), "error: limit");
  EXPECT_EQ(read({piece(std::string(300U << 10, 'x'))}), "error: limit");
}

TEST(ChatReader, reads_content_in_parts) {
  EXPECT_EQ(read({R"({"choices":[{"message":{"content":[{"type":"text",)"
                  R"("text":"a"},{"type":"image"},{"text":"b"}]}}]})"}),
            "ab");
}

} // namespace
