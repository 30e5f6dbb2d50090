// SPDX-License-Identifier: Apache-2.0
#include "query/node/http_request.hpp"
#include "query/node/request.hpp"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

constexpr uint16_t k_port = 8765;

// Takes the next line off.
std::string line_of(std::string_view& text) {
  const size_t end = text.find('\n');
  std::string out(text.substr(0, end));
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return out;
}

void http(std::string_view text) {
  node::HttpRequest request;
  request.method = line_of(text);
  request.target = line_of(text);
  request.host = line_of(text);
  request.origin = line_of(text);
  request.authorization = line_of(text);
  request.content_type = line_of(text);
  request.body = text;
  const auto refused = node::refuse(request, "token", k_port);
  if (!refused && request.authorization != "Bearer token" &&
      request.target.substr(0, request.target.find('?')) != "/v1/health") {
    std::abort(); // without the token
  }
  const auto question = node::question_of(request);
  if (question && !node::check(question->question)) {
    std::abort(); // beyond a limit
  }
  if (!question && node::error_body(question.error().message).empty()) {
    std::abort();
  }
}

} // namespace

// What decodes must encode to something that decodes to the same; what is
// answered is within its limits and came with the token.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  http(text);
  const auto request = node::decode_request(text);
  if (request) {
    const auto again = node::decode_request(node::encode(*request));
    if (!again || *again != *request) {
      std::abort();
    }
  }
  const auto reply = node::decode_reply(text);
  if (reply) {
    const auto again = node::decode_reply(node::encode(*reply));
    if (!again || *again != *reply) {
      std::abort();
    }
  }
  return 0;
}
