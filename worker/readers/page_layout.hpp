// SPDX-License-Identifier: Apache-2.0
//
// A page as words with places, from a text layer or from OCR, made into text.
// Pure.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace readers {

// In any one unit, from the upper left corner downwards.
struct Box {
  double left = 0, top = 0, right = 0, bottom = 0;
  double width() const { return right - left; }
  double height() const { return bottom - top; }
};
// The smallest box around both.
Box around(const Box& a, const Box& b);

struct PageWord {
  Box box;
  std::string text;
};

struct PageLine {
  std::vector<PageWord> words; // not empty, left to right
  size_t block = 0;            // paragraph or cell that it belongs to
  Box box() const;
  std::string text() const; // one blank between words
};

struct PageWords {
  double width = 0, height = 0;
  std::vector<PageLine> lines; // in reading order
};

// What stands between the cells of one row of a table.
inline constexpr char k_cell_break = '\t';

// Lines in reading order, a blank one between blocks. Rows of what is laid out
// as a table are one line each, with k_cell_break between cells, in order from
// above to below, where its first line stood. Columns of prose are no table.
std::string page_text(const PageWords& page);

} // namespace readers
