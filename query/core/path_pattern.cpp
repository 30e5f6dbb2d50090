// SPDX-License-Identifier: Apache-2.0
#include "query/core/path_pattern.hpp"

#include "core/domain/text.hpp"

namespace query {
namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

} // namespace

PathPattern::PathPattern(std::string_view text)
    : m_text(domain::lower_ascii(text)),
      m_is_glob(text.find_first_of("*?") != std::string_view::npos) {
  while (!m_is_glob && m_text.ends_with('/')) {
    m_text.pop_back();
  }
}

bool PathPattern::matches(std::string_view path) const {
  if (m_is_glob) {
    return glob(path);
  }
  if (path.size() < m_text.size()) {
    return false;
  }
  for (size_t i = 0; i < m_text.size(); ++i) {
    if (lower(path[i]) != m_text[i]) {
      return false;
    }
  }
  const std::string_view rest = path.substr(m_text.size());
  return rest.empty() || m_text.empty() || rest.starts_with('/') ||
         rest.starts_with("!/");
}

// Where the text behind a star does not fit, the star takes one byte more;
// only the last star ever needs to.
bool PathPattern::glob(std::string_view path) const {
  constexpr size_t k_no = std::string::npos;
  size_t at = 0;      // in the pattern
  size_t star = k_no; // the last one, and where its text ends in the path
  size_t taken = 0;
  for (size_t i = 0; i < path.size();) {
    if (at < m_text.size() && m_text[at] == '*') {
      star = at++;
      taken = i;
    } else if (at < m_text.size() &&
               (m_text[at] == '?' || m_text[at] == lower(path[i]))) {
      ++at;
      ++i;
    } else if (star != k_no) {
      at = star + 1;
      i = ++taken;
    } else {
      return false;
    }
  }
  return m_text.find_first_not_of('*', at) == std::string::npos;
}

} // namespace query
