// SPDX-License-Identifier: Apache-2.0
//
// The text of pages (page_layout.hpp) as passages.
#pragma once

#include "worker/readers/clause_packer.hpp"
#include "worker/readers/pdf_sections.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace readers {

// Paragraphs, and rows of tables in passages that each begin with the table's
// head. A passage is of one page, below the bookmarks around it.
class PagePassages {
public:
  // Both are borrowed.
  PagePassages(const PdfSections& sections, ClausePacker& packer)
      : m_sections(sections), m_packer(packer) {}

  // `number`: from 1.
  base::Result<void> put(const std::string& text, size_t number);

private:
  base::Result<void> add(std::string_view line, size_t number);
  base::Result<void> close();

  const PdfSections& m_sections;
  ClausePacker& m_packer;
  domain::Locator m_where;
  std::vector<std::string> m_paragraph;
};

} // namespace readers
