// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace http {

// Takes pieces of a body while it arrives; false stops the request.
using BodySink = std::function<bool(std::string_view)>;

struct Request {
  std::string method = "POST"; // or "GET", which sends no body
  std::string url;             // http or https
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  std::chrono::milliseconds connect_timeout{10'000};
  std::chrono::milliseconds timeout{60'000}; // of the whole exchange
  // Without a byte for so long it is given up; 0: only `timeout` counts.
  std::chrono::seconds idle_timeout{0};
  size_t max_response = 64U << 20; // bytes of the body
  // Gets the body of a response with a status of 200 to 299 as it arrives, in
  // the thread of send(); Response::body is then "".
  BodySink on_body = nullptr;
  // Asked about once a second while it waits, and with each piece; true stops
  // the request. Null: nothing stops it.
  std::function<bool()> stopped = nullptr;
};

// Any status is a response: 404 and 500 are for the caller to judge.
struct Response {
  int status = 0;
  std::string body;
  std::string retry_after; // that header's value, "" if it was not sent
};

// Sends one request and waits. Safe from several threads at once; connections
// are kept open between calls. Certificates are checked. Redirects are not
// followed, so that neither a key nor a document goes to a host that nobody
// named.
//
// Errc::invalid: a malformed URL or header. Errc::unavailable: no answer, or
// not in time. Errc::io: the server's certificate is not trusted.
// Errc::limit: the answer is longer than max_response. Errc::cancelled: on_body
// or `stopped` stopped it. Errc::corrupt: a body that is not packed as it says.
// No packed body is asked for; one that comes all the same is unpacked, and
// max_response counts what comes out.
class Client {
public:
  Client() = default;
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  virtual ~Client() = default;
  virtual base::Result<Response> send(const Request& request) = 0;
};

// libcurl, loaded by the first call and not when the program starts: linking
// it made every start 5 ms slower. Errc::unsupported if it is not installed.
base::Result<std::unique_ptr<Client>> make_client();

// Whether `url` is http without TLS to another machine than this one, where a
// key could be read on the way.
bool is_open_to_others(std::string_view url);

} // namespace http
