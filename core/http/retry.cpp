// SPDX-License-Identifier: Apache-2.0
#include "core/http/retry.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <random>
#include <thread>

namespace http {
namespace {

using std::chrono::milliseconds;

// Exactly `text`, digits only.
std::optional<int64_t> number(std::string_view text) {
  int64_t value = 0;
  const auto* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc() || stop != end || value < 0 ||
      text.front() < '0' || text.front() > '9') {
    return std::nullopt;
  }
  return value;
}

std::optional<unsigned> month(std::string_view name) {
  static constexpr std::array<std::string_view, 12> k_names = {
      "Jan", "Feb", "Mar", "Apr", "May", "Jun",
      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const auto* found = std::find(k_names.begin(), k_names.end(), name);
  if (found == k_names.end()) {
    return std::nullopt;
  }
  return static_cast<unsigned>(found - k_names.begin()) + 1;
}

// "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110, section 5.6.7).
std::optional<std::chrono::sys_seconds> http_date(std::string_view text) {
  if (text.size() != 29 || text.substr(3, 2) != ", " || text[7] != ' ' ||
      text[11] != ' ' || text[16] != ' ' || text[19] != ':' ||
      text[22] != ':' || text.substr(25) != " GMT") {
    return std::nullopt;
  }
  const auto day = number(text.substr(5, 2));
  const auto month_number = month(text.substr(8, 3));
  const auto year = number(text.substr(12, 4));
  const auto hour = number(text.substr(17, 2));
  const auto minute = number(text.substr(20, 2));
  const auto second = number(text.substr(23, 2));
  if (!day || !month_number || !year || !hour || !minute || !second ||
      *hour > 23 || *minute > 59 || *second > 60) {
    return std::nullopt;
  }
  const std::chrono::year_month_day date{
      std::chrono::year(static_cast<int>(*year)),
      std::chrono::month(*month_number),
      std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) {
    return std::nullopt;
  }
  return std::chrono::sys_days(date) + std::chrono::hours(*hour) +
         std::chrono::minutes(*minute) + std::chrono::seconds(*second);
}

double system_random() {
  thread_local std::mt19937_64 generator{std::random_device{}()};
  return std::uniform_real_distribution<double>(0, 1)(generator);
}

void sleep(const World& world, milliseconds time) {
  if (world.sleep) {
    world.sleep(time);
  } else {
    std::this_thread::sleep_for(time);
  }
}

// Whether it came to its end.
bool wait(const World& world, milliseconds time) {
  constexpr milliseconds k_slice{100};
  if (!world.stopped) {
    sleep(world, time);
    return true;
  }
  while (time.count() > 0 && !world.stopped()) {
    sleep(world, std::min(time, k_slice));
    time -= std::min(time, k_slice);
  }
  return !world.stopped();
}

std::string reason_of(const base::Result<Response>& answer) {
  return answer ? "status " + std::to_string(answer->status)
                : answer.error().message;
}

} // namespace

std::optional<milliseconds> parse_retry_after(std::string_view value,
                                              base::Nanoseconds now) {
  if (const auto seconds = number(value)) {
    constexpr int64_t k_most = int64_t{1} << 40;
    return milliseconds(std::min(*seconds, k_most) * 1000);
  }
  const auto date = http_date(value);
  if (!date) {
    return std::nullopt;
  }
  const auto today = std::chrono::duration_cast<milliseconds>(now);
  const auto then =
      std::chrono::duration_cast<milliseconds>(date->time_since_epoch());
  return std::max(then - today, milliseconds(0));
}

milliseconds backoff(const RetryPolicy& policy, int next, double random) {
  auto time = policy.first;
  for (int i = 2; i < next && time < policy.longest; ++i) {
    time *= 2;
  }
  time = std::min(time, policy.longest);
  const auto less =
      static_cast<double>(time.count()) * 0.5 * std::clamp(random, 0.0, 1.0);
  return time - milliseconds(static_cast<int64_t>(less));
}

bool may_work_later(int status) {
  static constexpr std::array<int, 8> k_statuses = {408, 425, 429, 500,
                                                    502, 503, 504, 529};
  return std::find(k_statuses.begin(), k_statuses.end(), status) !=
         k_statuses.end();
}

base::Result<Response>
send_with_retry(Client& client, const Request& request,
                const RetryPolicy& policy, const World& world,
                const std::function<void()>& before_each) {
  for (int attempt = 1;; ++attempt) {
    if (before_each) {
      before_each();
    }
    auto answer = client.send(request);
    if (answer ? !may_work_later(answer->status)
               : answer.error().code != base::Errc::unavailable) {
      return answer;
    }
    auto time = backoff(policy, attempt + 1,
                        world.random ? world.random() : system_random());
    const auto asked =
        answer ? parse_retry_after(answer->retry_after, world.wall())
               : std::nullopt;
    if (asked) {
      time = std::max(time, *asked);
    }
    if (attempt >= policy.attempts ||
        (asked && *asked > policy.longest_asked)) {
      return base::fail(base::Errc::unavailable,
                        "gave up after " + std::to_string(attempt) +
                            (attempt == 1 ? " attempt: " : " attempts: ") +
                            reason_of(answer));
    }
    if (!wait(world, time)) {
      return base::fail(base::Errc::cancelled, "stopped on our side");
    }
  }
}

} // namespace http
