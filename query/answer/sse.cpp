// SPDX-License-Identifier: Apache-2.0
#include "query/answer/sse.hpp"

#include <utility>

namespace query {

void SseReader::line(std::string_view text, std::vector<std::string>& out) {
  if (text.empty()) {
    if (m_any) {
      out.push_back(std::exchange(m_data, {}));
      m_any = false;
    }
    return;
  }
  const size_t colon = text.find(':');
  if (text.substr(0, colon) != "data") {
    return;
  }
  text = colon == std::string_view::npos ? std::string_view()
                                         : text.substr(colon + 1);
  text.remove_prefix(text.starts_with(' ') ? 1 : 0);
  m_data += (m_any ? "\n" : "") + std::string(text);
  m_any = true;
}

base::Result<std::vector<std::string>> SseReader::add(std::string_view chunk) {
  std::vector<std::string> out;
  for (const char c : chunk) {
    // "\r\n", "\n" or "\r" end a line.
    const bool second = c == '\n' && m_return;
    m_return = c == '\r';
    if (second) {
      continue;
    }
    if (c == '\n' || c == '\r') {
      line(m_line, out);
      m_line.clear();
      continue;
    }
    m_line.push_back(c);
    if (m_line.size() + m_data.size() > k_longest_event) {
      return base::fail(base::Errc::limit,
                        "the stream holds an event of more than " +
                            std::to_string(k_longest_event) + " bytes");
    }
  }
  return out;
}

std::vector<std::string> SseReader::finish() {
  std::vector<std::string> out;
  if (!m_line.empty()) {
    line(std::exchange(m_line, {}), out);
  }
  line("", out);
  return out;
}

} // namespace query
