// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/odf_styles.hpp"

#include "worker/readers/reading.hpp"

#include <algorithm>

namespace readers {
namespace {

constexpr size_t k_longest_affix = 40;

// style:num-format. Prefix and suffix stand around the levels that are shown.
ListLevel level_of(const XmlAttributes& attrs, int level) {
  ListLevel out;
  const auto format = attrs.get("num-format");
  out.style = format == "a"    ? NumberStyle::lower_letter
              : format == "A"  ? NumberStyle::upper_letter
              : format == "i"  ? NumberStyle::lower_roman
              : format == "I"  ? NumberStyle::upper_roman
              : format.empty() ? NumberStyle::none
                               : NumberStyle::decimal;
  out.start = attrs.number("start-value").value_or(1);
  if (out.style == NumberStyle::none) {
    return out;
  }
  const int shown =
      std::clamp(attrs.number("display-levels").value_or(1), 1, level + 1);
  std::string text;
  for (int i = level - shown + 1; i <= level; ++i) {
    text += (text.empty() ? "%" : ".%") + std::to_string(i + 1);
  }
  out.text = clip(attrs.get("num-prefix"), k_longest_affix) + text +
             clip(attrs.get("num-suffix"), k_longest_affix);
  return out;
}

} // namespace

void OdfStyles::start(std::string_view name, const XmlAttributes& attrs) {
  if (name == "list-style") {
    const std::string style(attrs.get("name"));
    m_current = m_lists.size() < k_most ? &m_lists[style] : nullptr;
  } else if (name == "outline-style") {
    m_current = &m_outline;
  } else if (name == "list-level-style-number" ||
             name == "list-level-style-bullet" ||
             name == "outline-level-style") {
    const int level = attrs.number("level").value_or(0) - 1;
    if (m_current == nullptr || level < 0 || level >= k_list_levels) {
      return;
    }
    ListLevel& into = (*m_current)[static_cast<size_t>(level)];
    if (name == "list-level-style-bullet") {
      into.style = NumberStyle::bullet;
    } else {
      into = level_of(attrs, level);
    }
    m_numbers_outline = m_numbers_outline ||
                        (name == "outline-level-style" && !into.text.empty());
  } else if (name == "style") {
    m_style = attrs.get("name");
    const auto list = attrs.get("list-style-name");
    if (!list.empty() && m_list_of.size() < k_most) {
      m_list_of[m_style] = list;
    }
  } else if ((name == "text-properties" && attrs.get("display") == "none") ||
             (name == "table-properties" && attrs.get("display") == "false") ||
             (name == "drawing-page-properties" &&
              attrs.get("visibility") == "hidden")) {
    if (!m_style.empty() && m_hidden.size() < k_most) {
      m_hidden.insert(m_style);
    }
  }
}

void OdfStyles::end(std::string_view name) {
  if (name == "list-style" || name == "outline-style") {
    m_current = nullptr;
  } else if (name == "style") {
    m_style.clear();
  }
}

const ListLevels* OdfStyles::list(std::string_view style) const {
  const auto at = m_lists.find(style);
  return at == m_lists.end() ? nullptr : &at->second;
}

std::string_view OdfStyles::list_of(std::string_view style) const {
  const auto at = m_list_of.find(style);
  return at == m_list_of.end() ? std::string_view() : at->second;
}

} // namespace readers
