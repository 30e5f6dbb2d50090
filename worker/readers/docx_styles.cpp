// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/docx_styles.hpp"

#include "worker/readers/reading.hpp"

#include <algorithm>

namespace readers {
namespace {

constexpr int k_deepest = 20; // styles based on styles
constexpr size_t k_longest_level_text = 100;

bool is_level(int level) {
  return level >= 0 && level < k_list_levels;
}

} // namespace

size_t heading_of_style_name(std::string_view name) {
  std::string lower(name.substr(0, 40));
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  if (lower == "title") {
    return 1;
  }
  constexpr std::string_view word = "heading ";
  const bool heading = lower.starts_with(word) && lower.size() == 9 &&
                       lower[8] >= '1' && lower[8] <= '9';
  return heading ? static_cast<size_t>(lower[8] - '0') : 0;
}

void DocxStyles::start(std::string_view name, const XmlAttributes& attrs) {
  if (name == "style") {
    m_id = m_styles.size() < k_most_styles ? attrs.get("styleId") : "";
    if (!m_id.empty()) {
      m_styles[m_id] = {};
    }
    return;
  }
  if (m_id.empty()) {
    return;
  }
  DocxStyle& style = m_styles[m_id];
  if (name == "rPr") {
    m_run = true;
  } else if (name == "name") {
    style.name = attrs.get("val");
  } else if (name == "basedOn") {
    style.based_on = attrs.get("val");
  } else if (name == "outlineLvl") {
    style.outline = attrs.number("val");
  } else if (name == "numId") {
    style.list = attrs.number("val");
  } else if (name == "ilvl") {
    style.level = attrs.number("val");
  } else if (name == "vanish" && m_run) {
    style.hidden = is_on(attrs.get("val"));
  }
}

void DocxStyles::end(std::string_view name) {
  if (name == "style") {
    m_id.clear();
  } else if (name == "rPr") {
    m_run = false;
  }
}

DocxStyle DocxStyles::resolved(const std::string& id, int depth) const {
  const auto at = m_styles.find(id);
  if (at == m_styles.end()) {
    return {};
  }
  DocxStyle style = at->second;
  if (style.based_on.empty() || depth > k_deepest) {
    return style;
  }
  const DocxStyle base = resolved(style.based_on, depth + 1);
  if (!style.outline) {
    style.outline = base.outline;
    // Headings of programs that leave the level to the name.
    if (!style.outline && heading_of_style_name(style.name) == 0) {
      const size_t heading = heading_of_style_name(base.name);
      if (heading > 0 && base.name.size() == 9) {
        style.outline = static_cast<int>(heading) - 1;
      }
    }
  }
  style.list = style.list ? style.list : base.list;
  style.level = style.level ? style.level : base.level;
  style.hidden = style.hidden ? style.hidden : base.hidden;
  return style;
}

void DocxStyles::resolve() {
  std::map<std::string, DocxStyle, std::less<>> all;
  for (const auto& [id, style] : m_styles) {
    all[id] = resolved(id, 0);
  }
  m_styles = std::move(all);
}

const DocxStyle* DocxStyles::find(std::string_view id) const {
  const auto at = m_styles.find(id);
  return at == m_styles.end() ? nullptr : &at->second;
}

void DocxLists::start(std::string_view name, const XmlAttributes& attrs) {
  if (name == "abstractNum") {
    m_abstract = m_abstracts.size() < k_most_lists
                     ? attrs.number("abstractNumId").value_or(-1)
                     : -1;
    if (m_abstract >= 0) {
      m_abstracts[m_abstract] = {};
    }
  } else if (name == "num") {
    m_list =
        m_lists.size() < k_most_lists ? attrs.number("numId").value_or(-1) : -1;
    if (m_list >= 0) {
      m_lists[m_list] = {};
    }
  } else if (name == "abstractNumId" && m_list >= 0) {
    m_lists[m_list].abstract = attrs.number("val").value_or(-1);
  } else if (name == "lvlOverride") {
    m_override = true;
    m_level = attrs.number("ilvl").value_or(-1);
  } else if (name == "startOverride" && m_list >= 0 && is_level(m_level)) {
    m_lists[m_list].starts[m_level] = attrs.number("val").value_or(1);
  } else if (name == "numStyleLink" && m_abstract >= 0) {
    m_abstracts[m_abstract].link = attrs.get("val");
  } else if (name == "styleLink" && m_abstract >= 0) {
    m_abstracts[m_abstract].is = attrs.get("val");
  } else {
    start_level(name, attrs);
  }
}

void DocxLists::start_level(std::string_view name, const XmlAttributes& attrs) {
  if (name == "lvl") {
    m_level = attrs.number("ilvl").value_or(-1);
    m_current = nullptr;
    if (!is_level(m_level)) {
      return;
    }
    if (m_override && m_list >= 0) {
      m_current = &m_lists[m_list].levels[m_level];
    } else if (m_abstract >= 0) {
      m_current = &m_abstracts[m_abstract].levels[static_cast<size_t>(m_level)];
    }
    return;
  }
  if (m_current == nullptr) {
    return;
  }
  if (name == "start") {
    m_current->start = attrs.number("val").value_or(1);
  } else if (name == "numFmt") {
    m_current->style = number_style(attrs.get("val"));
  } else if (name == "lvlText") {
    m_current->text = clip(clean_utf8(attrs.get("val")), k_longest_level_text);
  } else if (name == "lvlRestart") {
    m_current->restart = attrs.number("val").value_or(-1);
  } else if (name == "isLgl") {
    m_current->legal = is_on(attrs.get("val"));
  } else if (name == "pStyle" && m_abstract >= 0) {
    m_abstracts[m_abstract].styles[static_cast<size_t>(m_level)] =
        attrs.get("val");
  }
}

void DocxLists::end(std::string_view name) {
  if (name == "abstractNum") {
    m_abstract = -1;
  } else if (name == "num") {
    m_list = -1;
  } else if (name == "lvlOverride") {
    m_override = false;
    m_level = -1;
  } else if (name == "lvl") {
    m_current = nullptr;
  }
}

// A list may only point to a style, whose list it then is.
const DocxLists::Abstract* DocxLists::abstract_of(int list) const {
  const auto found = m_lists.find(list);
  if (found == m_lists.end()) {
    return nullptr;
  }
  const auto at = m_abstracts.find(found->second.abstract);
  if (at == m_abstracts.end()) {
    return nullptr;
  }
  if (at->second.link.empty()) {
    return &at->second;
  }
  const auto linked = std::find_if(
      m_abstracts.begin(), m_abstracts.end(),
      [&](const auto& one) { return one.second.is == at->second.link; });
  return linked == m_abstracts.end() ? &at->second : &linked->second;
}

int DocxLists::level_of_style(int list, std::string_view style) const {
  const Abstract* abstract = abstract_of(list);
  if (abstract == nullptr || style.empty()) {
    return -1;
  }
  const auto at =
      std::find(abstract->styles.begin(), abstract->styles.end(), style);
  return at == abstract->styles.end()
             ? -1
             : static_cast<int>(at - abstract->styles.begin());
}

std::string DocxLists::next(int list, int level) {
  const Abstract* abstract = abstract_of(list);
  if (abstract == nullptr || !is_level(level)) {
    return "";
  }
  const List& own = m_lists[list];
  ListCounter& counter = m_counters[own.abstract];
  int& begun = m_begun[list];
  const auto start = own.starts.find(level);
  if (start != own.starts.end() && (begun & (1 << level)) == 0) {
    counter.restart(level, start->second);
  }
  begun |= 1 << level;
  if (own.levels.empty()) {
    return counter.next(level, abstract->levels);
  }
  ListLevels levels = abstract->levels;
  for (const auto& [at, changed] : own.levels) {
    levels[static_cast<size_t>(at)] = changed;
  }
  return counter.next(level, levels);
}

} // namespace readers
