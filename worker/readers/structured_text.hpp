// SPDX-License-Identifier: Apache-2.0
//
// Text with headings, tables and lists as passages: what HTML and Markdown
// have in common.
#pragma once

#include "worker/readers/clause_packer.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

class StructuredText {
public:
  // `title` as the document's head has it.
  StructuredText(domain::DocumentSink& sink, std::string_view title)
      : m_packer(sink, title) {}

  // `line`: 0 where the format has no lines.
  // Level 1 is the outermost. The text opens the next passage and, with the
  // headings above it, is the section of what follows.
  base::Result<void> heading(size_t level, std::string_view text,
                             uint64_t line);
  // Running text; may hold line breaks.
  base::Result<void> paragraph(std::string_view text, uint64_t line);
  // Text that should be found alone: a numbered clause.
  base::Result<void> clause(std::string_view text, uint64_t line);
  // Lines kept as they are.
  base::Result<void> code(std::string_view text, uint64_t line);
  // One row of a table: each cell behind the name of its column, where it has
  // one. Two cells without names are a name and its value.
  base::Result<void> row(const std::vector<std::string>& names,
                         const std::vector<std::string>& cells, uint64_t line);

  // From here on all stands on that page (slide).
  void set_page(uint64_t page) { m_page = page; }
  // A section inside the current one, until pop_section().
  void push_section(std::string title);
  void pop_section();

  // Must be the last call.
  base::Result<void> finish() { return m_packer.finish(); }
  uint64_t bytes() const { return m_packer.bytes(); }

private:
  struct Level {
    size_t level;
    std::string title;
  };
  domain::Locator locator(uint64_t line) const;
  base::Result<void> put_lines(std::string_view text, uint64_t line,
                               bool keep_blanks);

  ClausePacker m_packer;
  std::vector<Level> m_headings;
  std::vector<std::string> m_inner;
  std::optional<uint64_t> m_page;
};

} // namespace readers
