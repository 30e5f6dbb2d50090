// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/text_lines.hpp"

#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/table_profile.hpp"

#include <algorithm>
#include <utility>

namespace readers {
namespace {

bool may_name(std::string_view token) {
  const auto digits = std::count_if(
      token.begin(), token.end(), [](char c) { return c >= '0' && c <= '9'; });
  return digits >= 7 && token.find_first_of(".eE") == std::string_view::npos;
}

// Counts as well: "12*0.25", as simulators write repeated values.
bool is_measured(std::string_view token) {
  const auto star = token.find('*');
  if (star != std::string_view::npos) {
    return plain_number(token.substr(0, star)) &&
           plain_number(token.substr(star + 1));
  }
  return plain_number(token).has_value();
}

size_t characters(std::string_view text) {
  return static_cast<size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

constexpr std::string_view k_marks = "=-~^*\"'#+`:.";

} // namespace

bool is_number_line(std::string_view line) {
  bool any = false;
  while (true) {
    const auto from = line.find_first_not_of(" \t,;/");
    if (from == std::string_view::npos) {
      return any;
    }
    line.remove_prefix(from);
    const auto token = line.substr(0, line.find_first_of(" \t,;/"));
    if (!is_measured(token) || may_name(token)) {
      return false;
    }
    any = true;
    line.remove_prefix(token.size());
  }
}

bool NumberRuns::drop(std::string_view line) {
  if (!is_number_line(line)) {
    m_run = trim(line).empty() ? m_run : 0;
    return false;
  }
  if (m_run < k_kept) {
    ++m_run;
    return false;
  }
  ++m_dropped;
  return true;
}

bool UnderlinedHeadings::take(std::string_view line) {
  const auto text = trim(line);
  const auto title = std::exchange(m_before, std::string(text));
  if (text.size() < 3 || k_marks.find(text.front()) == std::string_view::npos ||
      text.find_first_not_of(text.front()) != std::string_view::npos) {
    return false;
  }
  const size_t length = characters(title);
  if (length < 3 || length > 120 || text.size() < length ||
      text.size() > length + 4 || heading_like(title).empty()) {
    return false;
  }
  auto level = m_marks.find(text.front());
  if (level == std::string::npos) {
    level = m_marks.size();
    m_marks += text.front();
  }
  m_path.resize(std::min(m_path.size(), level));
  m_path.push_back(squeeze(title));
  return true;
}

std::string UnderlinedHeadings::path() const {
  std::string out;
  for (const auto& title : m_path) {
    out += (out.empty() ? "" : " > ") + title;
  }
  return out;
}

} // namespace readers
