// SPDX-License-Identifier: Apache-2.0
#include "query/eval/json_fields.hpp"

#include <algorithm>

namespace eval {

base::Result<std::string> text_field(const Json& row, const char* name) {
  const auto found = row.find(name);
  if (found == row.end()) {
    return std::string();
  }
  if (!found->is_string()) {
    return base::fail(base::Errc::invalid, std::string(name) + " is no text");
  }
  return found->get<std::string>();
}

base::Result<std::vector<std::string>> text_list(const Json& row,
                                                 const char* name) {
  std::vector<std::string> out;
  const auto found = row.find(name);
  if (found == row.end()) {
    return out;
  }
  if (found->is_string()) {
    out.push_back(*found);
    return out;
  }
  const bool texts =
      found->is_array() &&
      std::all_of(found->begin(), found->end(),
                  [](const Json& one) { return one.is_string(); });
  if (!texts) {
    return base::fail(base::Errc::invalid,
                      std::string(name) + " is no list of texts");
  }
  return found->get<std::vector<std::string>>();
}

void each_line(std::string_view text,
               const std::function<void(std::string_view, size_t)>& use) {
  if (text.starts_with("\xef\xbb\xbf")) {
    text.remove_prefix(3);
  }
  size_t number = 0;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
    }
    if (line.find_first_not_of(" \t") != std::string_view::npos) {
      use(line, number);
    }
  }
}

} // namespace eval
