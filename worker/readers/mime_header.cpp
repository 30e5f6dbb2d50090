// SPDX-License-Identifier: Apache-2.0
#include "core/domain/text.hpp"
#include "worker/readers/mime_walk.hpp"
#include "worker/readers/passage_packer.hpp"

#include <algorithm>

namespace readers {
namespace {

// RFC 5322, 3.6.8: printable ASCII without the colon; blanks before the colon
// are old but read.
bool is_field_name(std::string_view name) {
  return !name.empty() && name.size() <= 256 &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return c > ' ' && c < 0x7F; });
}

} // namespace

bool MailHeader::line(std::string_view text, uint64_t number) {
  const bool folded = !text.empty() && (text[0] == ' ' || text[0] == '\t');
  if (folded && !m_fields.empty()) {
    auto& value = m_fields.back().value;
    const size_t room = value.size() < k_longest && m_bytes < k_most_bytes
                            ? k_longest - value.size()
                            : 0;
    m_cut = m_cut || text.size() > room;
    value += text.substr(0, room);
    m_bytes += std::min(text.size(), room);
    return true;
  }
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) {
    return false;
  }
  const auto name = trim(text.substr(0, colon));
  if (folded || !is_field_name(name)) {
    return false;
  }
  if (m_bytes >= k_most_bytes) {
    m_cut = true;
    return true;
  }
  const auto value = text.substr(colon + 1);
  m_cut = m_cut || value.size() > k_longest;
  m_fields.push_back({domain::lower_ascii(name),
                      std::string(value.substr(0, k_longest)), number});
  m_bytes += name.size() + std::min(value.size(), k_longest);
  return true;
}

std::string_view MailHeader::raw(std::string_view name) const {
  for (const auto& field : m_fields) {
    if (field.name == name) {
      return trim(field.value);
    }
  }
  return "";
}

uint64_t MailHeader::line_of(std::string_view name) const {
  for (const auto& field : m_fields) {
    if (field.name == name) {
      return field.line;
    }
  }
  return 0;
}

} // namespace readers
