// SPDX-License-Identifier: Apache-2.0
#include "core/http/client.hpp"
#include "tests/support/mock_server.hpp"

#include <gtest/gtest.h>

namespace {

using namespace std::chrono_literals;
using base::Errc;
using http::Request;
using http::Response;
using support::MockServer;
using support::Received;
using support::Reply;
using support::reply;

base::Result<Response> send(const Request& request) {
  const auto client = http::make_client();
  EXPECT_TRUE(client);
  return (*client)->send(request);
}

Request to(const std::string& url) {
  Request request;
  request.url = url;
  return request;
}

std::string refusal(const Request& request) {
  const auto answer = send(request);
  return answer ? "status " + std::to_string(answer->status)
                : std::string(name_of(answer.error().code));
}

TEST(HttpClient, posts_a_body_with_headers_and_reads_the_answer) {
  MockServer server([](const Received&) {
    return reply(201, "hello", "rEtry-After:  3 \r\n");
  });
  auto request = to(server.url() + "/v1/x");
  request.body = std::string("a\0b", 3);
  request.headers = {{"Content-Type", "application/json"}, {"X-Key", "k"}};
  const auto answer = send(request);
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->status, 201);
  EXPECT_EQ(answer->body, "hello");
  EXPECT_EQ(answer->retry_after, "3");
  const auto got = server.received().at(0);
  EXPECT_EQ(got.line, "POST /v1/x HTTP/1.1");
  EXPECT_EQ(got.body, request.body);
  EXPECT_NE(got.headers.find("X-Key: k\r\n"), std::string::npos);
}

TEST(HttpClient, gets_without_a_body) {
  MockServer server([](const Received&) { return reply(200, "x"); });
  auto request = to(server.url() + "/models");
  request.method = "GET";
  EXPECT_EQ(refusal(request), "status 200");
  EXPECT_EQ(server.received().at(0).line, "GET /models HTTP/1.1");
}

TEST(HttpClient, does_not_follow_redirects) {
  MockServer other([](const Received&) { return reply(200, "secret"); });
  MockServer server([&](const Received&) {
    return reply(307, "", "Location: " + other.url() + "/\r\n");
  });
  EXPECT_EQ(refusal(to(server.url())), "status 307");
  EXPECT_TRUE(other.received().empty());
}

TEST(HttpClient, stops_reading_at_the_limit) {
  MockServer server(
      [](const Received&) { return reply(200, std::string(100000, 'x')); });
  auto request = to(server.url());
  request.max_response = 99999;
  EXPECT_EQ(refusal(request), "limit");
  request.max_response = 100000;
  EXPECT_EQ(refusal(request), "status 200");
}

TEST(HttpClient, gives_the_body_of_a_success_out_as_it_arrives) {
  int status = 200;
  MockServer server(
      [&](const Received&) { return reply(status, std::string(70000, 'x')); });
  auto request = to(server.url());
  size_t taken = 0;
  size_t most = 1U << 20;
  request.on_body = [&](std::string_view piece) {
    taken += piece.size();
    return taken <= most;
  };
  const auto got = send(request);
  ASSERT_TRUE(got);
  EXPECT_EQ(taken, 70000U);
  EXPECT_EQ(got->body, "");
  // What is no success is the caller's to read.
  status = 500;
  taken = 0;
  EXPECT_EQ(send(request)->body.size(), 70000U);
  EXPECT_EQ(taken, 0U);
  status = 200;
  most = 10;
  EXPECT_EQ(refusal(request), "cancelled");
}

TEST(HttpClient, gives_up_on_a_silent_server) {
  MockServer server([](const Received&) { return Reply{"", true}; });
  auto request = to(server.url());
  request.timeout = 50ms;
  EXPECT_EQ(refusal(request), "unavailable");
}

TEST(HttpClient, says_unavailable_when_nobody_answers_or_only_in_part) {
  std::string url;
  {
    MockServer gone([](const Received&) { return Reply{}; });
    url = gone.url();
    EXPECT_EQ(refusal(to(url)), "unavailable");
  }
  EXPECT_EQ(refusal(to(url)), "unavailable");
  MockServer partial([](const Received&) {
    return Reply{"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", false};
  });
  EXPECT_EQ(refusal(to(partial.url())), "unavailable");
}

TEST(HttpClient, refuses_other_schemes_and_headers_with_line_ends) {
  EXPECT_EQ(refusal(to("file:///etc/hostname")), "invalid");
  EXPECT_EQ(refusal(to("")), "invalid");
  auto request = to("http://127.0.0.1:1/");
  request.headers = {{"Authorization", "Bearer a\r\nX: y"}};
  EXPECT_EQ(refusal(request), "invalid");
}

TEST(OpenToOthers, is_plain_http_to_another_machine) {
  EXPECT_TRUE(http::is_open_to_others("http://example.org/v1"));
  EXPECT_TRUE(http::is_open_to_others("HTTP://10.0.0.1:8080"));
  EXPECT_TRUE(http::is_open_to_others("http://localhost@example.org/"));
  EXPECT_TRUE(http::is_open_to_others("http://localhost.example.org/"));
  EXPECT_FALSE(http::is_open_to_others("https://example.org/v1"));
  EXPECT_FALSE(http::is_open_to_others("http://localhost:11434/v1"));
  EXPECT_FALSE(http::is_open_to_others("http://127.0.0.1/v1"));
  EXPECT_FALSE(http::is_open_to_others("http://[::1]:8080/v1"));
}

} // namespace
