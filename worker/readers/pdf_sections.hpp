// SPDX-License-Identifier: Apache-2.0
//
// Bookmarks as sections of the text, and page labels in words. Pure.
#pragma once

#include "worker/readers/pdf_structure.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

class PdfSections {
public:
  struct Entry {
    std::string section; // "3 Results > 3.2 Wells"
    std::string title;   // letters and digits alone, in lower case
    size_t level = 1;
  };

  explicit PdfSections(const std::vector<PdfBookmark>& bookmarks);

  // What the text at the top of a page (an index) belongs to: the last
  // bookmark of a page before; "" where there is none.
  const std::string& at_start(size_t page) const;
  // The bookmark of that page with which the line begins, or null.
  const Entry* begins(size_t page, std::string_view line) const;

private:
  std::multimap<size_t, Entry> m_entries; // by page, in the outline's order
  std::string m_none;
};

// "i-iv: 1-4; 1-30: 5-34": labels, and the pages that bear them. "" without.
std::string label_ranges(const std::vector<std::string>& labels);

} // namespace readers
