// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/page_layout.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace readers {
namespace {

// Chosen on pages of the kinds that archives hold; tests/eval/pdf_text shows
// what they do. Lengths are in heights of a line.
constexpr double k_cell_gap = 1.2;      // wider: another cell
constexpr double k_row_gap = 2.2;       // wider: another table
constexpr double k_aligned = 0.7;       // edges so near are one column
constexpr double k_words_of_cell = 4.0; // more on average: prose in columns
constexpr double k_prose_words = 5.5;   // words of a line of a paragraph
constexpr size_t k_prose_lines = 3;
constexpr size_t k_fewest_rows = 3;

struct Cell {
  size_t line = 0; // of the page
  Box box;
  size_t words = 0;
  std::string text;
};

struct Row {
  std::vector<Cell> cells; // left to right
  Box box;
};

Cell cell_of(const PageLine& line, size_t index, size_t first, size_t last) {
  Cell cell;
  cell.line = index;
  cell.box = line.words[first].box;
  for (size_t w = first; w < last; ++w) {
    cell.box = around(cell.box, line.words[w].box);
    cell.text += (w == first ? "" : " ") + line.words[w].text;
  }
  cell.words = last - first;
  return cell;
}

// Blocks that read as paragraphs are not looked at.
std::vector<bool> prose_blocks(const PageWords& page) {
  size_t blocks = 0;
  for (const auto& line : page.lines) {
    blocks = std::max(blocks, line.block + 1);
  }
  std::vector<size_t> lines(blocks), words(blocks);
  for (const auto& line : page.lines) {
    ++lines[line.block];
    words[line.block] += line.words.size();
  }
  std::vector<bool> prose(blocks);
  for (size_t b = 0; b < blocks; ++b) {
    prose[b] = lines[b] >= k_prose_lines &&
               static_cast<double>(words[b]) >
                   k_prose_words * static_cast<double>(lines[b]);
  }
  return prose;
}

void split_line(const PageLine& line, size_t index, std::vector<Cell>& out) {
  const double gap = k_cell_gap * line.box().height();
  size_t first = 0;
  for (size_t w = 1; w <= line.words.size(); ++w) {
    if (w == line.words.size() ||
        line.words[w].box.left - line.words[w - 1].box.right > gap) {
      out.push_back(cell_of(line, index, first, w));
      first = w;
    }
  }
}

bool same_row(const Box& row, const Box& cell) {
  const double shared =
      std::min(row.bottom, cell.bottom) - std::max(row.top, cell.top);
  return shared > 0.5 * std::min(row.height(), cell.height());
}

std::vector<Row> rows_of(const PageWords& page) {
  const auto prose = prose_blocks(page);
  std::vector<Cell> cells;
  for (size_t i = 0; i < page.lines.size(); ++i) {
    if (!prose[page.lines[i].block]) {
      split_line(page.lines[i], i, cells);
    }
  }
  std::stable_sort(cells.begin(), cells.end(),
                   [](const Cell& a, const Cell& b) {
                     return a.box.top + a.box.bottom < b.box.top + b.box.bottom;
                   });
  std::vector<Row> rows;
  for (auto& cell : cells) {
    // Against the first cell alone, so that a row cannot creep downwards.
    if (rows.empty() || !same_row(rows.back().cells.front().box, cell.box)) {
      rows.emplace_back();
      rows.back().box = cell.box;
    }
    rows.back().box = around(rows.back().box, cell.box);
    rows.back().cells.push_back(std::move(cell));
  }
  for (auto& row : rows) {
    std::stable_sort(
        row.cells.begin(), row.cells.end(),
        [](const Cell& a, const Cell& b) { return a.box.left < b.box.left; });
  }
  return rows;
}

bool near(double a, double b, double height) {
  return std::abs(a - b) <= k_aligned * height;
}

// Cells of `row` that stand under one of `above`, by an edge or the middle.
// Both are ordered by their left edges, and rows are short.
size_t aligned_cells(const Row& above, const Row& row) {
  size_t found = 0, from = 0;
  for (const auto& cell : row.cells) {
    const double height = cell.box.height();
    while (from < above.cells.size() &&
           above.cells[from].box.right < cell.box.left - height) {
      ++from;
    }
    for (size_t i = from; i < above.cells.size() && i < from + 3; ++i) {
      const Box& other = above.cells[i].box;
      if (near(other.left, cell.box.left, height) ||
          near(other.right, cell.box.right, height) ||
          near(other.left + other.right, cell.box.left + cell.box.right,
               height)) {
        ++found;
        break;
      }
    }
  }
  return found;
}

bool goes_on(const Row& above, const Row& row) {
  const double height = std::max(above.box.height(), row.box.height());
  return row.box.top - above.box.bottom <= k_row_gap * height &&
         2 * aligned_cells(above, row) >= row.cells.size();
}

// Rows first to last - 1 of a run, of which each goes on with the one before.
bool is_table(const std::vector<Row>& rows, size_t first, size_t last) {
  size_t wide = 0, cells = 0, words = 0;
  for (size_t r = first; r < last; ++r) {
    if (rows[r].cells.size() < 2) {
      continue;
    }
    ++wide;
    for (const auto& cell : rows[r].cells) {
      ++cells;
      words += cell.words;
    }
  }
  return wide >= k_fewest_rows && 3 * wide >= 2 * (last - first) &&
         static_cast<double>(words) <=
             k_words_of_cell * static_cast<double>(cells);
}

std::string text_of(const Row& row) {
  std::string text;
  for (const auto& cell : row.cells) {
    text += (text.empty() ? "" : std::string(1, k_cell_break)) + cell.text;
  }
  return text;
}

struct Table {
  size_t first_line = SIZE_MAX; // of the page, in reading order
  std::vector<std::string> rows;
};

constexpr size_t k_no_table = SIZE_MAX;

// A line belongs to one table, or to none of which a part stays outside.
std::vector<Table> tables_of(const std::vector<Row>& rows,
                             std::vector<size_t>& table_of_line) {
  std::vector<Table> tables;
  for (size_t first = 0; first < rows.size();) {
    size_t last = first + 1;
    while (last < rows.size() && goes_on(rows[last - 1], rows[last])) {
      ++last;
    }
    // What stands above and below in one cell is a caption or a paragraph.
    size_t begin = first, end = last;
    while (begin < end && rows[begin].cells.size() < 2) {
      ++begin;
    }
    while (end > begin && rows[end - 1].cells.size() < 2) {
      --end;
    }
    if (is_table(rows, begin, end)) {
      Table table;
      for (size_t r = begin; r < end; ++r) {
        table.rows.push_back(text_of(rows[r]));
        for (const auto& cell : rows[r].cells) {
          table.first_line = std::min(table.first_line, cell.line);
          table_of_line[cell.line] = tables.size();
        }
      }
      tables.push_back(std::move(table));
    }
    first = last;
  }
  return tables;
}

} // namespace

Box around(const Box& a, const Box& b) {
  return {std::min(a.left, b.left), std::min(a.top, b.top),
          std::max(a.right, b.right), std::max(a.bottom, b.bottom)};
}

Box PageLine::box() const {
  return std::accumulate(
      words.begin(), words.end(), words.front().box,
      [](const Box& box, const PageWord& w) { return around(box, w.box); });
}

std::string PageLine::text() const {
  std::string out;
  for (const auto& word : words) {
    out += (out.empty() ? "" : " ") + word.text;
  }
  return out;
}

std::string page_text(const PageWords& page) {
  std::vector<size_t> table_of_line(page.lines.size(), k_no_table);
  const auto tables = tables_of(rows_of(page), table_of_line);
  std::string out;
  size_t block = SIZE_MAX;
  const auto open = [&](size_t next) {
    if (!out.empty() && block != next) {
      out += '\n';
    }
    block = next;
  };
  for (size_t i = 0; i < page.lines.size(); ++i) {
    if (table_of_line[i] == k_no_table) {
      open(page.lines[i].block);
      out += page.lines[i].text() + "\n";
      continue;
    }
    const auto& table = tables[table_of_line[i]];
    if (table.first_line == i) {
      open(SIZE_MAX - 1 - table_of_line[i]);
      for (const auto& row : table.rows) {
        out += row + "\n";
      }
    }
  }
  return out;
}

} // namespace readers
