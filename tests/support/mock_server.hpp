// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace support {

// One request as the server got it.
struct Received {
  std::string line;    // "POST /v1/embeddings HTTP/1.1"
  std::string headers; // as sent, lines end in \r\n
  std::string body;
};

// What to send back. `raw` is a whole answer; "" closes the connection without
// one, and `hang` keeps it open and silent until the server is destroyed.
struct Reply {
  std::string raw;
  bool hang = false;
};

Reply reply(int status, const std::string& body,
            const std::string& extra_headers = "");

// An HTTP server on a free port of 127.0.0.1 with a thread for each
// connection; closes every connection after one answer. `handler` may run in
// several threads at once.
class MockServer {
public:
  using Handler = std::function<Reply(const Received&)>;
  explicit MockServer(Handler handler);
  ~MockServer();
  MockServer(const MockServer&) = delete;
  MockServer& operator=(const MockServer&) = delete;

  std::string url() const; // "http://127.0.0.1:PORT"
  std::vector<Received> received() const;
  size_t most_at_once() const; // requests open at the same time

private:
  struct State;
  std::unique_ptr<State> m_state;
};

} // namespace support
