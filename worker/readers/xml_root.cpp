// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/xml_root.hpp"

#include <cctype>

namespace readers {
namespace {

constexpr std::string_view k_blanks = " \t\r\n";

// Behind the first `end`; nothing where it does not occur.
std::string_view behind(std::string_view text, std::string_view end) {
  const auto at = text.find(end);
  return at == std::string_view::npos ? std::string_view()
                                      : text.substr(at + end.size());
}

// Behind a document type, whose declarations may stand in brackets.
std::string_view behind_type(std::string_view text) {
  const auto end = text.find_first_of("[>");
  if (end == std::string_view::npos || text[end] == '>') {
    return behind(text, ">");
  }
  return behind(behind(text.substr(end), "]"), ">");
}

bool begins_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

} // namespace

XmlRoot xml_root(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) {
    text.remove_prefix(3);
  }
  while (true) {
    const auto open = text.find_first_not_of(k_blanks);
    if (open == std::string_view::npos || text[open] != '<') {
      return {};
    }
    text.remove_prefix(open + 1);
    if (text.starts_with("!--")) {
      text = behind(text.substr(3), "-->");
    } else if (text.starts_with('!')) {
      text = behind_type(text);
    } else if (text.starts_with('?')) {
      text = behind(text, "?>");
    } else {
      break;
    }
  }
  const auto end = text.find_first_of(" \t\r\n/>");
  if (text.empty() || !begins_name(text.front()) ||
      end == std::string_view::npos) {
    return {};
  }
  const auto name = text.substr(0, end);
  const auto colon = name.find(':');
  return {colon == std::string_view::npos ? name : name.substr(colon + 1),
          text.substr(end)};
}

} // namespace readers
