// SPDX-License-Identifier: Apache-2.0
//
// Styles of an OpenDocument: how lists and headings are numbered, what is
// hidden. Source: OpenDocument 1.3 part 3, 16 and 19.
#pragma once

#include "worker/readers/office_numbers.hpp"
#include "worker/readers/office_xml.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace readers {

// Gathers them from the events of content.xml, styles.xml or a flat document.
class OdfStyles {
public:
  static constexpr size_t k_most = 50'000;

  void start(std::string_view name, const XmlAttributes& attrs);
  void end(std::string_view name);

  const ListLevels* list(std::string_view style) const; // null: none
  const ListLevels& outline() const { return m_outline; }
  bool numbers_outline() const { return m_numbers_outline; }
  bool hides(std::string_view style) const { return m_hidden.contains(style); }
  // The list that the style of a paragraph names; "".
  std::string_view list_of(std::string_view style) const;

private:
  std::map<std::string, ListLevels, std::less<>> m_lists;
  std::map<std::string, std::string, std::less<>> m_list_of;
  std::set<std::string, std::less<>> m_hidden;
  ListLevels m_outline;
  bool m_numbers_outline = false;
  ListLevels* m_current = nullptr;
  std::string m_style;
};

} // namespace readers
