// SPDX-License-Identifier: Apache-2.0
#include "worker/pool/last_words.hpp"

#include "core/base/bytes.hpp"

#include <algorithm>
#include <vector>

namespace pool {
namespace {

constexpr size_t k_kept = 4096;
constexpr size_t k_lines = 4;
constexpr size_t k_shown = 400;
constexpr std::string_view k_replacement = "\xEF\xBF\xBD";

// Bytes of the character at the front, 0 if it is none.
size_t character_size(std::string_view bytes) {
  for (size_t size = 1; size <= std::min<size_t>(4, bytes.size()); ++size) {
    if (base::is_utf8(bytes.substr(0, size))) {
      return size;
    }
  }
  return 0;
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

} // namespace

std::string clean_text(std::string_view bytes, size_t limit) {
  std::string out;
  while (!bytes.empty()) {
    const size_t size = character_size(bytes);
    const auto byte = static_cast<unsigned char>(bytes.front());
    std::string_view shown = size == 0 ? k_replacement : bytes.substr(0, size);
    if (byte < 0x20 || byte == 0x7F) {
      shown = " ";
    }
    if (out.size() + shown.size() > limit) {
      break;
    }
    out += shown;
    bytes.remove_prefix(std::max<size_t>(size, 1));
  }
  return out;
}

void LastWords::add(std::string_view bytes) {
  if (bytes.size() > k_kept) {
    bytes.remove_prefix(bytes.size() - k_kept);
  }
  m_tail += bytes;
  if (m_tail.size() > k_kept) {
    m_tail.erase(0, m_tail.size() - k_kept);
  }
}

std::string LastWords::text() const {
  std::vector<std::string_view> lines; // last first
  std::string_view rest = m_tail;
  while (!rest.empty() && lines.size() < k_lines) {
    const size_t end = rest.rfind('\n');
    const size_t start = end == std::string_view::npos ? 0 : end + 1;
    if (!is_blank(rest.substr(start))) {
      lines.push_back(rest.substr(start));
    }
    rest = rest.substr(0, start == 0 ? 0 : start - 1);
  }
  std::string out;
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    out += (out.empty() ? "" : " | ") + clean_text(*line, k_shown / k_lines);
  }
  return out;
}

} // namespace pool
