// SPDX-License-Identifier: Apache-2.0
#include "query/answer/draft.hpp"

#include <algorithm>
#include <utility>

namespace query {

void say(std::vector<Sentence>& to, std::string text,
         std::vector<unsigned> cites) {
  std::sort(cites.begin(), cites.end());
  cites.erase(std::unique(cites.begin(), cites.end()), cites.end());
  to.push_back({std::move(text), std::move(cites)});
}

std::string one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!blank) {
      out.push_back(c);
    } else if (!out.empty() && out.back() != ' ') {
      out.push_back(' ');
    }
  }
  if (out.ends_with(' ')) {
    out.pop_back();
  }
  return out;
}

std::string quoted(std::string_view text) {
  return "\u201c" + one_line(text) + "\u201d";
}

std::string file_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

std::string document_name(const Source& source) {
  if (!source.title.empty()) {
    return one_line(source.title);
  }
  return source.paths.empty() ? "" : file_name(source.paths.front().path);
}

} // namespace query
