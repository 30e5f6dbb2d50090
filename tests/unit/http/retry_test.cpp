// SPDX-License-Identifier: Apache-2.0
#include "core/http/retry.hpp"

#include <gtest/gtest.h>

namespace {

using namespace std::chrono_literals;
using base::Errc;
using http::backoff;
using http::parse_retry_after;
using http::Request;
using http::Response;
using http::RetryPolicy;
using http::World;
using std::chrono::milliseconds;

// 1994-11-06T08:49:37Z
constexpr base::Nanoseconds k_now = 784111777s;

TEST(RetryAfter, is_read_as_seconds) {
  EXPECT_EQ(parse_retry_after("0", k_now), 0ms);
  EXPECT_EQ(parse_retry_after("120", k_now), 120s);
}

TEST(RetryAfter, is_read_as_a_date) {
  EXPECT_EQ(parse_retry_after("Sun, 06 Nov 1994 08:49:47 GMT", k_now), 10s);
  EXPECT_EQ(parse_retry_after("Sun, 06 Nov 1994 08:00:00 GMT", k_now), 0ms);
}

TEST(RetryAfter, is_ignored_if_it_is_neither) {
  for (const auto* text :
       {"", "-1", "+1", "1.5", "1 ", "soon", "99999999999999999999",
        "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 31 Feb 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Nob 1994 08:49:37 GMT",
        "Sun, -6 Nov 1994 08:49:37 GMT"}) {
    EXPECT_EQ(parse_retry_after(text, k_now), std::nullopt) << text;
  }
}

TEST(Backoff, doubles_up_to_the_longest) {
  const RetryPolicy policy;
  EXPECT_EQ(backoff(policy, 2, 0), 500ms);
  EXPECT_EQ(backoff(policy, 3, 0), 1000ms);
  EXPECT_EQ(backoff(policy, 8, 0), 30s);
  EXPECT_EQ(backoff(policy, 1000000, 0), 30s);
}

TEST(Backoff, takes_away_up_to_half_at_random) {
  const RetryPolicy policy;
  EXPECT_EQ(backoff(policy, 3, 0.5), 750ms);
  EXPECT_GE(backoff(policy, 3, 0.999999), 500ms);
}

// Gives the answers of a list, one a call.
class Listed final : public http::Client {
public:
  explicit Listed(std::vector<base::Result<Response>> answers)
      : m_answers(std::move(answers)) {}
  base::Result<Response> send(const Request&) override {
    return m_answers.at(m_calls++);
  }
  size_t calls() const { return m_calls; }

private:
  std::vector<base::Result<Response>> m_answers;
  size_t m_calls = 0;
};

Response status(int code, std::string retry_after = "") {
  return Response{code, "", std::move(retry_after)};
}

struct Run {
  base::Result<Response> answer;
  std::vector<milliseconds> waits;
  size_t calls;
};

Run run(std::vector<base::Result<Response>> answers) {
  Listed client(std::move(answers));
  std::vector<milliseconds> waits;
  World world;
  world.wall = [] { return k_now; };
  world.sleep = [&](milliseconds time) { waits.push_back(time); };
  world.random = [] { return 0.0; };
  RetryPolicy policy;
  policy.attempts = 3;
  auto answer = send_with_retry(client, Request(), policy, world);
  return {std::move(answer), std::move(waits), client.calls()};
}

TEST(SendWithRetry, returns_the_first_answer_that_is_final) {
  const auto done = run({status(500), status(200), status(500)});
  EXPECT_EQ(done.answer.value().status, 200);
  EXPECT_EQ(done.waits, (std::vector<milliseconds>{500ms}));
  EXPECT_EQ(run({status(404), status(200)}).calls, 1U);
}

TEST(SendWithRetry, waits_as_long_as_the_server_asks_but_not_for_ever) {
  EXPECT_EQ(run({status(429, "7"), status(200)}).waits,
            (std::vector<milliseconds>{7s}));
  EXPECT_EQ(run({status(429, "0"), status(200)}).waits,
            (std::vector<milliseconds>{500ms}));
  const auto refused = run({status(429, "86400"), status(200)});
  EXPECT_EQ(refused.answer.error().code, Errc::unavailable);
  EXPECT_TRUE(refused.waits.empty());
}

TEST(SendWithRetry, gives_up_after_the_last_attempt) {
  const auto lost = run({base::fail(Errc::unavailable, "no route"), status(503),
                         status(503), status(200)});
  EXPECT_EQ(lost.calls, 3U);
  EXPECT_EQ(lost.answer.error().code, Errc::unavailable);
  EXPECT_EQ(lost.answer.error().message,
            "gave up after 3 attempts: status 503");
}

TEST(SendWithRetry, does_not_repeat_what_cannot_work) {
  const auto wrong = run({base::fail(Errc::invalid, "bad url"), status(200)});
  EXPECT_EQ(wrong.answer.error().code, Errc::invalid);
  EXPECT_EQ(wrong.calls, 1U);
}

} // namespace
