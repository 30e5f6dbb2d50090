// SPDX-License-Identifier: Apache-2.0
//
// The paragraphs of a Word table as rows of cells, with the columns that a cell
// spans. Source: [MS-DOC] 2.4.3, 2.9.322 (TDefTableOperand).
#pragma once

#include "worker/readers/doc_walk.hpp"
#include "worker/readers/office_text.hpp"

#include <string>
#include <vector>

namespace readers {

class DocTable {
public:
  static constexpr size_t k_most_held = 2000; // rows
  static constexpr size_t k_most_cells = 64;  // of a row, as Word has

  // A paragraph for which belongs(), with its number before the text.
  base::Result<void> take(const DocParagraph& paragraph, std::string text,
                          OfficeText& out);
  // A paragraph of a table, or the mark of a cell.
  static bool belongs(const DocParagraph& paragraph) {
    return paragraph.cell || paragraph.look.depth > 0;
  }
  bool open() const { return m_open; }
  // The table ends; it may be used again.
  base::Result<void> finish(OfficeText& out);

private:
  struct Row {
    TextRow row;
    std::vector<int16_t> edges;
    std::vector<uint16_t> flags;
  };
  void take_inner(const DocParagraph& paragraph, std::string text);
  void end_cell();
  base::Result<void> end_row(const ParagraphLook& look, OfficeText& out);
  base::Result<void> put_rows(OfficeText& out);
  void set_spans(Row& row) const;

  bool m_open = false;
  std::vector<std::string> m_paragraphs; // of the cell
  std::vector<std::string> m_inner;      // of a row of a table within the cell
  std::string m_inner_cell;
  Row m_row;
  std::vector<Row> m_rows;
  std::vector<int16_t> m_grid; // edges of all columns
  TextTable m_table;
};

} // namespace readers
