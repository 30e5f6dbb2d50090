// SPDX-License-Identifier: Apache-2.0
//
// One sheet of an OpenDocument workbook. Source: OpenDocument 1.3 part 3, 9.
#pragma once

#include "worker/readers/office_xml.hpp"
#include "worker/readers/sheet_table.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace readers {

class OdfSheet {
public:
  // Cells and rows that repeat are written so often at most: programs fill
  // sheets to their ends with them.
  static constexpr int k_most_repeats = 1000;
  static constexpr uint64_t k_most_repeated_cells = 100'000; // in a sheet

  OdfSheet(domain::DocumentSink& sink, const std::string& name, bool hidden)
      : m_out(sink, name, hidden) {}

  // Elements of the sheet; false: not one of these.
  base::Result<bool> start(std::string_view name, const XmlAttributes& attrs);
  base::Result<void> end(std::string_view name);
  // One paragraph of the current cell.
  void paragraph(std::string_view text);
  base::Result<void> finish();

  bool in_cell() const { return m_in_cell; }
  uint64_t row() const { return m_row; }
  const std::string& section() const { return m_out.section(); }

private:
  void start_cell(const XmlAttributes& attrs);
  void end_cell();
  base::Result<void> end_row();

  SheetTable m_out;
  uint64_t m_row = 1;
  int m_row_repeats = 1;
  uint32_t m_column = 0;
  int m_cell_repeats = 1;
  bool m_in_cell = false;
  std::string m_value; // by the cell's attributes
  std::string m_text;  // by its paragraphs
  std::vector<SheetCell> m_cells;
  uint64_t m_repeated = 0;
};

} // namespace readers
