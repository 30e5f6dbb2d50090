// SPDX-License-Identifier: Apache-2.0
#include "query/answer/fence.hpp"

#include "core/base/hash.hpp"
#include "core/domain/text.hpp"
#include "core/domain/visible.hpp"

namespace query {

std::string make_fence_token() {
  return base::random_hex(16);
}

std::string fenced_text(std::string_view text, const std::string& token) {
  std::string out = domain::visible_text(text);
  std::string small = domain::lower_ascii(out);
  const std::string wanted = domain::lower_ascii(token);
  // What is left of one removal may hold the token anew.
  for (size_t at = 0;
       !wanted.empty() && (at = small.find(wanted, at)) != std::string::npos;) {
    out.erase(at, wanted.size());
    small.erase(at, wanted.size());
    at -= at < wanted.size() ? at : wanted.size();
  }
  return out;
}

std::string fence_begin(unsigned id, const std::string& token) {
  return "BEGIN SOURCE " + std::to_string(id) + " " + token + "\n";
}

std::string fence_end(unsigned id, const std::string& token) {
  return "END SOURCE " + std::to_string(id) + " " + token + "\n";
}

} // namespace query
