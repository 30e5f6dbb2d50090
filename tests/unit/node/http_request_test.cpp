// SPDX-License-Identifier: Apache-2.0
#include "query/node/http_request.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace node {
namespace {

constexpr uint16_t k_port = 8765;
const std::string k_token = std::string(64, 'a');

HttpRequest get(const std::string& target) {
  HttpRequest out;
  out.method = "GET";
  out.target = target;
  out.host = "127.0.0.1:8765";
  out.authorization = "Bearer " + k_token;
  return out;
}

HttpRequest post(const std::string& target, const std::string& body) {
  HttpRequest out = get(target);
  out.method = "POST";
  out.content_type = "application/json";
  out.body = body;
  return out;
}

unsigned refused(const HttpRequest& request) {
  const auto why = refuse(request, k_token, k_port);
  return why ? why->status : 0;
}

unsigned status_of(const HttpRequest& request) {
  const auto question = question_of(request);
  return question ? 200 : question.error().status;
}

TEST(HttpGuard, a_host_is_loopback_with_the_port) {
  for (const char* host : {"127.0.0.1:8765", "localhost:8765", "[::1]:8765"}) {
    EXPECT_TRUE(is_our_host(host, k_port)) << host;
    EXPECT_TRUE(is_our_origin(std::string("http://") + host, k_port)) << host;
  }
  for (const char* host :
       {"", "evil.example", "evil.example:8765", "127.0.0.1", "127.0.0.1:80",
        "localhost.evil.example:8765", "127.0.0.1:8765.evil.example",
        "evil.example:8765:8765", "0.0.0.0:8765", " localhost:8765"}) {
    EXPECT_FALSE(is_our_host(host, k_port)) << host;
  }
  EXPECT_FALSE(is_our_origin("https://127.0.0.1:8765", k_port));
  EXPECT_FALSE(is_our_origin("null", k_port));
  EXPECT_FALSE(is_our_origin("http://127.0.0.1:8765/x", k_port));
}

TEST(HttpGuard, a_name_that_was_pointed_here_is_refused) {
  HttpRequest request = get("/v1/stats");
  EXPECT_EQ(refused(request), 0U);
  request.host = "rebound.example:8765";
  EXPECT_EQ(refused(request), 403U);
  request.target = "/v1/health";
  EXPECT_EQ(refused(request), 403U);
}

TEST(HttpGuard, pages_of_other_sites_are_refused) {
  HttpRequest request = get("/v1/stats");
  request.origin = "http://127.0.0.1:8765";
  EXPECT_EQ(refused(request), 0U);
  request.origin = "https://evil.example";
  EXPECT_EQ(refused(request), 403U);
  request.origin = "";
  EXPECT_EQ(refused(request), 403U);
  request.origin.reset();
  request.fetch_site = "cross-site";
  EXPECT_EQ(refused(request), 403U);
}

TEST(HttpGuard, only_health_is_told_without_the_token) {
  for (const std::string& wrong :
       {std::string(), std::string("Bearer"), std::string("Bearer "),
        "bearer " + k_token, "Bearer " + k_token + "a",
        "Bearer " + k_token.substr(1), "Basic " + k_token}) {
    HttpRequest request = get("/v1/stats");
    request.authorization = wrong;
    EXPECT_EQ(refused(request), 401U) << wrong;
    request.target = "/v1/health";
    EXPECT_EQ(refused(request), 0U);
    request.target = "/v1/health/../stats";
    EXPECT_EQ(refused(request), 401U);
  }
  EXPECT_FALSE(has_token("Bearer ", ""));
}

TEST(HttpQuestion, search_takes_the_options_of_the_command) {
  const auto asked = question_of(
      post("/v1/search", R"({"question": "logs", "where": ["state=WY"],
        "limit": 3, "per_document": 1, "hnsw": "auto", "embedder": "none",
        "explain": true, "deadline_ms": 250})"));
  ASSERT_TRUE(asked) << asked.error().message;
  const Search expected{"logs",          {"state=WY"}, 3,    1,
                        Hnsw::automatic, true,         true, true};
  EXPECT_EQ(std::get<Search>(asked->question), expected);
  EXPECT_EQ(asked->deadline.count(), 250);
}

TEST(HttpQuestion, ask_quotes_as_many_passages_as_the_command) {
  const auto asked =
      question_of(post("/v1/ask", R"({"question": "who?", "where": ["a=b"]})"));
  ASSERT_TRUE(asked) << asked.error().message;
  Ask expected;
  expected.question.question = "who?";
  expected.question.where = {"a=b"};
  expected.question.limit = k_passages_asked;
  expected.question.json = true;
  EXPECT_EQ(std::get<Ask>(asked->question), expected);
}

TEST(HttpQuestion, lookup_facts_stats_and_health) {
  const auto lookup = question_of(
      post("/v1/lookup", R"({"identifiers": ["a-1", "*2"], "ocr": true})"));
  ASSERT_TRUE(lookup);
  EXPECT_EQ(std::get<Lookup>(lookup->question).identifiers.size(), 2U);
  EXPECT_TRUE(std::get<Lookup>(lookup->question).ocr);
  EXPECT_EQ(std::get<Facts>(question_of(get("/v1/facts"))->question).key, "");
  EXPECT_EQ(
      std::get<Facts>(question_of(get("/v1/facts/a%20b%2f"))->question).key,
      "a b/");
  EXPECT_TRUE(std::get<Stats>(question_of(get("/v1/stats"))->question).json);
  EXPECT_TRUE(std::holds_alternative<Health>(
      question_of(get("/v1/health?x=1"))->question));
}

TEST(HttpQuestion, what_is_no_question_says_why) {
  const std::pair<HttpRequest, unsigned> wrong[] = {
      {get("/"), 404},
      {get("/v1/nothing"), 404},
      {get("/v1/search"), 405},
      {get("/v1/ask"), 405},
      {post("/v1/ask", "{}"), 400},
      {post("/v1/ask", R"({"question": "x", "explain": true})"), 400},
      {post("/v1/asks", "{}"), 405},
      {post("/v1/stats", "{}"), 405},
      {post("/v1/search", ""), 400},
      {post("/v1/search", "[]"), 400},
      {post("/v1/search", "{}"), 400},
      {post("/v1/search", R"({"question": 7})"), 400},
      {post("/v1/search", R"({"question": "x", "qestion": "y"})"), 400},
      {post("/v1/search", R"({"question": "x", "limit": -1})"), 400},
      {post("/v1/search", R"({"question": "x", "limit": 1e99})"), 400},
      {post("/v1/search", R"({"question": "x", "limit": 1000000})"), 400},
      {post("/v1/search", R"({"question": "x", "where": "a=b"})"), 400},
      {post("/v1/search", R"({"question": "x", "where": [1]})"), 400},
      {post("/v1/search", R"({"question": "x", "hnsw": "maybe"})"), 400},
      {post("/v1/search", R"({"question": "x", "embedder": "local"})"), 400},
      {post("/v1/search", R"({"question": "x", "deadline_ms": 9999999})"), 400},
      {post("/v1/search", std::string(500'000, '[')), 400},
      {post("/v1/lookup", R"({"identifiers": []})"), 400},
      {get("/v1/facts/"), 400},
      {get("/v1/facts/%"), 400},
      {get("/v1/facts/%4"), 400},
      {get("/v1/facts/%zz"), 400},
  };
  for (const auto& [request, status] : wrong) {
    EXPECT_EQ(status_of(request), status)
        << request.method << " " << request.target << " "
        << request.body.substr(0, 80);
  }
  HttpRequest form = post("/v1/search", R"({"question": "x"})");
  form.content_type = "text/plain"; // what a form of another site can send
  EXPECT_EQ(status_of(form), 415U);
  form.content_type = "application/json; charset=utf-8";
  EXPECT_EQ(status_of(form), 200U);
}

TEST(HttpQuestion, an_error_is_json_whatever_it_quotes) {
  EXPECT_EQ(error_body("a \"b\"\n"), "{\"error\":\"a \\\"b\\\"\\n\"}\n");
  EXPECT_EQ(error_body("\xff"), "{\"error\":\"\xef\xbf\xbd\"}\n");
}

} // namespace
} // namespace node
