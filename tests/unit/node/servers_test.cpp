// SPDX-License-Identifier: Apache-2.0
//
// Both servers with answers made up: what reaches a question, what does not,
// and that nobody holds others up.
#include "core/base/fd.hpp"
#include "query/node/http_server.hpp"
#include "query/node/zmq_server.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <future>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

namespace node {
namespace {

using namespace std::chrono_literals;

base::Result<View> no_view() {
  return View();
}

// "slow" takes until `go`; "throw" throws; else an echo.
struct Answers {
  std::promise<void> go;
  std::shared_future<void> gone = go.get_future().share();
  std::atomic<int> started = 0;

  Answerer answerer() {
    return
        [this](const Question& question, const Means&) -> base::Result<Answer> {
          ++started;
          const auto* search = std::get_if<Search>(&question);
          const std::string text = search ? search->question : "other";
          if (text == "slow") {
            gone.wait();
          } else if (text == "throw") {
            throw std::runtime_error("thrown");
          } else if (text == "usage") {
            return Answer{2, "", "keybed: not so\n", ""};
          } else if (text == "huge") {
            return Answer{0, std::string(k_most_answer + 1, 'x'), "", ""};
          }
          return Answer{3, "{\"echo\": \"" + text + "\"}\n", "", ""};
        };
  }
};

// A client that says exactly these bytes.
class Raw {
public:
  explicit Raw(uint16_t port)
      : m_fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    m_connected =
        ::connect(m_fd.get(), reinterpret_cast<sockaddr*>(&to), sizeof to) == 0;
    const timeval patience{20, 0};
    ::setsockopt(m_fd.get(), SOL_SOCKET, SO_RCVTIMEO, &patience,
                 sizeof patience);
  }
  bool connected() const { return m_connected; }
  void say(const std::string& text) {
    // A server that refuses early may have closed already.
    [[maybe_unused]] const ssize_t sent =
        ::send(m_fd.get(), text.data(), text.size(), MSG_NOSIGNAL);
  }
  // Up to `end` of the text; all that comes if that is "".
  std::string hear(const std::string& end = "") {
    std::string out;
    char block[4096];
    while (end.empty() || out.find(end) == std::string::npos) {
      const ssize_t n = ::recv(m_fd.get(), block, sizeof block, 0);
      if (n <= 0) {
        break;
      }
      out.append(block, static_cast<size_t>(n));
    }
    return out;
  }

private:
  base::Fd m_fd;
  bool m_connected = false;
};

class Http : public ::testing::Test {
protected:
  void start(Limits limits, HttpLimits http = {}) {
    m_dispatcher.emplace(no_view, m_answers.answerer(), limits);
    auto server =
        HttpServer::listen("127.0.0.1", 0, "token", *m_dispatcher, http);
    ASSERT_TRUE(server) << server.error().message;
    m_server.emplace(std::move(*server));
  }
  void TearDown() override {
    if (!m_released) {
      release();
    }
    if (m_dispatcher) {
      m_dispatcher->stop();
    }
  }
  void release() {
    m_released = true;
    m_answers.go.set_value();
  }
  std::string search(const std::string& question, bool keep = false,
                     const std::string& more = "") const {
    const std::string body = R"({"question": ")" + question + "\"" + more + "}";
    return "POST /v1/search HTTP/1.1\r\nHost: 127.0.0.1:" +
           std::to_string(m_server->port()) +
           "\r\nAuthorization: Bearer token\r\n"
           "Content-Type: application/json\r\n" +
           (keep ? "" : "Connection: close\r\n") +
           "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  }
  std::string said_to(const std::string& text) const {
    Raw raw(m_server->port());
    raw.say(text);
    return raw.hear();
  }

  Answers m_answers;
  bool m_released = false;
  std::optional<Dispatcher> m_dispatcher;
  std::optional<HttpServer> m_server; // goes first
};

TEST_F(Http, answers_with_what_the_command_prints) {
  start({2, 8, 5s});
  const std::string answer = said_to(search("x"));
  EXPECT_TRUE(answer.starts_with("HTTP/1.1 200 ")) << answer;
  EXPECT_NE(answer.find("Keybed-Exit: 3\r\n"), std::string::npos) << answer;
  EXPECT_TRUE(answer.ends_with("\r\n\r\n{\"echo\": \"x\"}\n")) << answer;
}

TEST_F(Http, keeps_a_connection_for_the_next_question) {
  start({2, 8, 5s});
  Raw raw(m_server->port());
  for (const char* text : {"one", "two", "three"}) {
    raw.say(search(text, true));
    EXPECT_NE(raw.hear("\"}\n").find(text), std::string::npos);
  }
}

TEST_F(Http, says_what_is_wrong) {
  start({2, 8, 5s});
  const std::string port = std::to_string(m_server->port());
  const std::string head = " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n";
  const std::pair<std::string, const char*> wrong[] = {
      {"GET /v1/stats" + head + "\r\n", "401"},
      {"GET /v1/stats HTTP/1.1\r\nHost: evil.example\r\n"
       "Authorization: Bearer token\r\n\r\n",
       "403"},
      {"GET /v1/none" + head + "Authorization: Bearer token\r\n\r\n", "404"},
      {"\x16\x03\x01 this is TLS\r\n\r\n", "400"},
      {"GET /v1/health" + head + "X: " + std::string(20'000, 'x') + "\r\n\r\n",
       "431"},
      {"POST /v1/search" + head + "Content-Length: 99999999\r\n\r\n", "413"},
      {search("usage"), "400"},
      {search("throw"), "500"},
      {search("huge"), "500"},
  };
  for (const auto& [text, status] : wrong) {
    Raw raw(m_server->port());
    raw.say(text);
    const std::string answer = raw.hear("\r\n\r\n");
    EXPECT_TRUE(answer.starts_with(std::string("HTTP/1.1 ") + status))
        << text.substr(0, 60) << "\n"
        << answer;
  }
  EXPECT_TRUE(said_to(search("x")).starts_with("HTTP/1.1 200 "))
      << "it is still well";
}

TEST_F(Http, tells_those_beyond_the_queue_to_come_again) {
  start({1, 0, 20s});
  Raw first(m_server->port());
  first.say(search("slow"));
  while (m_answers.started == 0) {
    std::this_thread::yield();
  }
  const std::string answer = said_to(search("x"));
  EXPECT_TRUE(answer.starts_with("HTTP/1.1 503 ")) << answer;
  EXPECT_NE(answer.find("Retry-After: 1\r\n"), std::string::npos) << answer;
  release();
  EXPECT_TRUE(first.hear().starts_with("HTTP/1.1 200 "));
}

TEST_F(Http, gives_up_a_question_whose_time_is_over) {
  start({1, 4, 20s});
  Raw first(m_server->port());
  first.say(search("slow"));
  while (m_answers.started == 0) {
    std::this_thread::yield();
  }
  Raw second(m_server->port());
  second.say(search("x", false, R"(, "deadline_ms": 1)"));
  std::this_thread::sleep_for(20ms);
  release();
  EXPECT_TRUE(second.hear().starts_with("HTTP/1.1 504 "));
}

TEST_F(Http, slow_clients_hold_nobody_up) {
  start({1, 4, 5s}, {64, 16'384, 300ms});
  std::vector<Raw> slow;
  slow.reserve(50);
  for (int i = 0; i < 50; ++i) {
    slow.emplace_back(m_server->port());
    slow.back().say("POST /v1/search HTT");
  }
  const auto before = std::chrono::steady_clock::now();
  EXPECT_TRUE(said_to(search("x")).starts_with("HTTP/1.1 200 "));
  EXPECT_LT(std::chrono::steady_clock::now() - before, 5s);
  for (Raw& raw : slow) { // a byte now and then does not help them
    raw.say("P");
    EXPECT_EQ(raw.hear(), "");
  }
}

TEST_F(Http, closes_connections_beyond_its_limit) {
  start({1, 4, 5s}, {3, 16'384, 10s});
  std::vector<Raw> held;
  held.reserve(3);
  for (int i = 0; i < 3; ++i) {
    held.emplace_back(m_server->port());
    held.back().say(search("x", true));
    EXPECT_NE(held.back().hear("\"}\n"), "");
  }
  EXPECT_EQ(said_to(search("x")), "");
}

TEST(Listen, is_loopback_alone) {
  EXPECT_EQ(parse_listen("127.0.0.1:80")->port, 80U);
  EXPECT_EQ(parse_listen("localhost:0")->address, "127.0.0.1");
  EXPECT_EQ(parse_listen("[::1]:7")->address, "::1");
  for (const char* text :
       {"", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:65536",
        "0.0.0.0:80", "192.168.1.2:80", "[::]:80", "example.org:80", ":80"}) {
    const auto parsed = parse_listen(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().code, base::Errc::invalid);
  }
}

TEST(Dispatcher, answers_many_threads_at_once) {
  Answers answers;
  answers.go.set_value();
  Dispatcher dispatcher(no_view, answers.answerer(), {4, 10'000, 10s});
  std::atomic<int> done = 0;
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 200; ++i) {
        Request request;
        request.question = Search{"x", {}, 1, 1, Hnsw::off, false, false, true};
        dispatcher.ask(request, [&](const Reply& reply) {
          done += reply.state == ReplyState::done ? 1 : 0;
        });
      }
    });
  }
  threads.clear();
  while (done < 800) {
    std::this_thread::yield();
  }
  EXPECT_EQ(dispatcher.answered(), 800U);
  dispatcher.stop();
}

} // namespace
} // namespace node
