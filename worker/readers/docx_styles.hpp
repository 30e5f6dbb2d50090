// SPDX-License-Identifier: Apache-2.0
//
// Styles and lists of a WordprocessingML document: which paragraph is a
// heading of which level, which is numbered and how. Source: ECMA-376 part 1,
// 17.7 (styles), 17.9 (numbering).
#pragma once

#include "worker/readers/office_numbers.hpp"
#include "worker/readers/office_xml.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace readers {

struct DocxStyle {
  std::string name; // of built-in styles in English, whatever the language
  std::string based_on;
  std::optional<int> outline; // 0 to 8; 9: text
  std::optional<int> list;    // numId; 0: none
  std::optional<int> level;   // of the list, from 0
  std::optional<bool> hidden;
};

class DocxStyles final : public XmlEvents {
public:
  static constexpr size_t k_most_styles = 20'000;

  void start(std::string_view name, const XmlAttributes& attrs) override;
  void end(std::string_view name) override;
  void text(std::string_view) override {}

  // With what it is based on; null for a style that is not there.
  const DocxStyle* find(std::string_view id) const;
  // Must be called once, when all are read.
  void resolve();

private:
  DocxStyle resolved(const std::string& id, int depth) const;
  std::map<std::string, DocxStyle, std::less<>> m_styles;
  std::string m_id;
  bool m_run = false; // in w:rPr
};

// Level 1 to 9 of a heading style by its name; 0 if it is none.
size_t heading_of_style_name(std::string_view name);

class DocxLists final : public XmlEvents {
public:
  static constexpr size_t k_most_lists = 50'000;

  void start(std::string_view name, const XmlAttributes& attrs) override;
  void end(std::string_view name) override;
  void text(std::string_view) override {}

  // The number of the next paragraph on that level of a list; "" if there is
  // no such list, "-" for a bullet.
  std::string next(int list, int level);
  // The level whose numbers a paragraph style has; -1 if none.
  int level_of_style(int list, std::string_view style) const;

private:
  struct Abstract {
    ListLevels levels;
    std::array<std::string, k_list_levels> styles;
    std::string link; // numStyleLink: a style that names the list
    std::string is;   // styleLink
  };
  struct List {
    int abstract = -1;
    std::map<int, int> starts; // level → number, on first use
    std::map<int, ListLevel> levels;
  };
  const Abstract* abstract_of(int list) const;
  void start_level(std::string_view name, const XmlAttributes& attrs);

  std::map<int, Abstract> m_abstracts;
  std::map<int, List> m_lists;
  std::map<int, ListCounter> m_counters; // by abstract list
  std::map<int, int> m_begun;            // list → bits of levels used
  int m_abstract = -1, m_list = -1, m_level = -1;
  bool m_override = false;
  ListLevel* m_current = nullptr;
};

} // namespace readers
