// SPDX-License-Identifier: Apache-2.0
#include "core/http/endpoint.hpp"

#include "core/base/fd.hpp"

#include <algorithm>
#include <cstdlib>

namespace http {
namespace {

using base::Errc;

constexpr size_t k_max_key = 16U << 10;

} // namespace

base::Result<std::string> read_key(const std::string& file,
                                   const EndpointWords& words) {
  std::string key;
  if (!file.empty()) {
    TRY_ASSIGN(key, base::read_file(file, k_max_key));
  } else if (const char* set = std::getenv(words.variable.c_str())) {
    key = set;
  }
  const auto last = key.find_last_not_of(" \t\r\n");
  key.resize(last == std::string::npos ? 0 : last + 1);
  if (std::any_of(key.begin(), key.end(),
                  [](char c) { return c <= ' ' || c > '~'; })) {
    return base::fail(Errc::invalid, "the key of " + words.name +
                                         " holds white space or characters "
                                         "beyond ASCII");
  }
  return key;
}

base::Result<void> may_send_key(const std::string& url,
                                const std::string& key) {
  if (!key.empty() && is_open_to_others(url)) {
    return base::fail(Errc::invalid,
                      "a key is not sent without TLS to another machine; use "
                      "an https URL, or no key");
  }
  return {};
}

std::string without_key(std::string text, const std::string& key) {
  for (size_t at = 0;
       !key.empty() && (at = text.find(key, at)) != std::string::npos;) {
    text.replace(at, key.size(), "***");
  }
  return text;
}

base::Error refusal(const Response& response, const EndpointWords& words,
                    const std::string& key) {
  const auto status = std::to_string(response.status);
  if (response.status == 401 || response.status == 403) {
    return {Errc::invalid, words.name + " refuses the key (status " + status +
                               "); set " + words.variable +
                               " or name a file that holds it"};
  }
  if (response.status >= 300 && response.status < 400) {
    return {Errc::invalid, words.name + " sends elsewhere (status " + status +
                               "); give the URL it moved to"};
  }
  auto said = without_key(response.body, key).substr(0, 300);
  std::replace_if(
      said.begin(), said.end(),
      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; },
      ' ');
  return {Errc::invalid,
          words.name + " answers with status " + status + ": " + said};
}

} // namespace http
