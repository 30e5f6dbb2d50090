// SPDX-License-Identifier: Apache-2.0
//
// What an HTTP request to a query node means, and whether it may be answered:
// everything of it that is not HTTP itself. Pure; safe from any thread.
#pragma once

#include "core/base/result.hpp"
#include "query/node/request.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace node {

struct HttpRequest {
  std::string method;
  std::string target; // "/v1/facts?key=state"
  std::string host;   // of the header; "" if there is none
  std::optional<std::string> origin;
  std::string authorization;
  std::string content_type;
  std::string fetch_site; // Sec-Fetch-Site
  std::string body;
};

// A loopback name or address with this port, as a browser on this machine
// writes it: "127.0.0.1:8765", "localhost:8765", "[::1]:8765". A page of
// another site whose name was pointed here (DNS rebinding) sends its own name.
bool is_our_host(std::string_view host, uint16_t port);
// "http://" and such a host: what a page of the node itself sends.
bool is_our_origin(std::string_view origin, uint16_t port);
// "Bearer TOKEN"; takes the same time wherever they differ.
bool has_token(std::string_view authorization, std::string_view token);

struct HttpRefusal {
  unsigned status = 400;
  std::string message;
};

// Nothing if it may be answered. Without the token only /v1/health may.
std::optional<HttpRefusal> refuse(const HttpRequest& request,
                                  std::string_view token, uint16_t port);

// The question of a request: POST /v1/search and /v1/lookup with a JSON object,
// GET /v1/facts, /v1/facts/KEY, /v1/stats and /v1/health. docs/serve.md lists
// the fields; what is not known is refused, so that a misspelt one is told.
struct HttpQuestion {
  Question question;
  std::chrono::milliseconds deadline{0};
};
tl::expected<HttpQuestion, HttpRefusal> question_of(const HttpRequest& request);

// {"error": message} and a line end.
std::string error_body(std::string_view message);

} // namespace node
