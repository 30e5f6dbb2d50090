// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/doc_tables.hpp"

#include "worker/readers/passage_packer.hpp"

#include <algorithm>
#include <utility>

namespace readers {
namespace {

// Edges that are nearer than this are the same one (twips: 0.35 mm).
constexpr int k_near = 20;

// [MS-DOC] 2.9.315: of a cell that goes on with the one beside it or above.
constexpr uint16_t k_goes_on_beside = 0x0002;
constexpr uint16_t k_merged_down = 0x0020;
constexpr uint16_t k_first_down = 0x0040;

std::vector<int16_t> grid_of(std::vector<int16_t> edges) {
  std::sort(edges.begin(), edges.end());
  std::vector<int16_t> out;
  for (const int16_t edge : edges) {
    if (out.empty() || edge - out.back() > k_near) {
      out.push_back(edge);
    }
  }
  return out;
}

size_t column_of(const std::vector<int16_t>& grid, int16_t edge) {
  const auto at = std::lower_bound(grid.begin(), grid.end(), edge - k_near);
  return static_cast<size_t>(at - grid.begin());
}

} // namespace

base::Result<void> DocTable::take(const DocParagraph& paragraph,
                                  std::string text, OfficeText& out) {
  m_open = true;
  const ParagraphLook& look = paragraph.look;
  if (look.depth > 1) {
    take_inner(paragraph, std::move(text));
    return {};
  }
  // Where nothing is known of paragraphs, a row ends with an empty cell.
  const bool unknown = look.depth == 0;
  const bool row_ends = look.row_end || (unknown && paragraph.cell &&
                                         text.empty() && m_paragraphs.empty());
  if (paragraph.cell && row_ends) {
    return end_row(look, out);
  }
  if (!trim(text).empty()) {
    m_paragraphs.push_back(std::move(text));
  }
  if (paragraph.cell) {
    end_cell();
  }
  return {};
}

// A table in a cell: each of its rows is a line of the cell.
void DocTable::take_inner(const DocParagraph& paragraph, std::string text) {
  m_inner_cell += (m_inner_cell.empty() || text.empty() ? "" : " ") + text;
  if (paragraph.look.row_end) {
    std::string line;
    for (const auto& cell : m_inner) {
      line += (line.empty() || cell.empty() ? "" : "; ") + cell;
    }
    m_inner.clear();
    m_inner_cell.clear();
    if (!line.empty()) {
      m_paragraphs.push_back(std::move(line));
    }
  } else if (paragraph.look.cell_end) {
    m_inner.push_back(std::exchange(m_inner_cell, {}));
  }
}

void DocTable::end_cell() {
  if (m_row.row.cells.size() < k_most_cells) {
    TextCell cell;
    cell.paragraphs = std::exchange(m_paragraphs, {});
    m_row.row.cells.push_back(std::move(cell));
  }
  m_paragraphs.clear();
}

base::Result<void> DocTable::end_row(const ParagraphLook& look,
                                     OfficeText& out) {
  if (!m_paragraphs.empty()) {
    end_cell();
  }
  m_row.row.header = look.header_row;
  m_row.edges = look.edges;
  m_row.flags = look.cells;
  if (!m_row.row.cells.empty()) {
    m_rows.push_back(std::exchange(m_row, {}));
  }
  m_row = {};
  return m_rows.size() >= k_most_held ? put_rows(out) : base::Result<void>();
}

void DocTable::set_spans(Row& row) const {
  auto& cells = row.row.cells;
  for (size_t i = 0; i < cells.size(); ++i) {
    if (i + 1 < row.edges.size()) {
      const size_t from = column_of(m_grid, row.edges[i]);
      const size_t to = column_of(m_grid, row.edges[i + 1]);
      cells[i].span = static_cast<uint32_t>(to > from ? to - from : 1);
    }
    if (i < row.flags.size()) {
      cells[i].continued = (row.flags[i] & k_merged_down) != 0 &&
                           (row.flags[i] & k_first_down) == 0;
      if ((row.flags[i] & k_goes_on_beside) != 0 && i > 0) {
        cells[i].paragraphs.clear();
      }
    }
  }
}

base::Result<void> DocTable::put_rows(OfficeText& out) {
  if (m_grid.empty()) {
    std::vector<int16_t> edges;
    for (const Row& row : m_rows) {
      edges.insert(edges.end(), row.edges.begin(), row.edges.end());
    }
    m_grid = grid_of(std::move(edges));
  }
  for (Row& row : std::exchange(m_rows, {})) {
    set_spans(row);
    TRY(m_table.add(std::move(row.row), out));
  }
  return {};
}

base::Result<void> DocTable::finish(OfficeText& out) {
  if (!m_paragraphs.empty() || !m_row.row.cells.empty()) {
    TRY(end_row({}, out)); // cut inside a row
  }
  TRY(put_rows(out));
  TRY(m_table.finish(out));
  *this = {};
  return {};
}

} // namespace readers
