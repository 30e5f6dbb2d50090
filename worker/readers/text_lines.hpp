// SPDX-License-Identifier: Apache-2.0
//
// What single lines of plain text are: rows of bare numbers, headings. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

// Long runs of lines that hold nothing but measured numbers (grids, curves)
// are not text: the first lines of a run are kept, the others dropped. A line
// with a number that may name something (seven digits or more without a
// point) is kept.
class NumberRuns {
public:
  static constexpr int k_kept = 20;

  bool drop(std::string_view line);
  uint64_t dropped() const { return m_dropped; }

private:
  int m_run = 0;
  uint64_t m_dropped = 0;
};

// Only numbers, at least one, and none that may name something.
bool is_number_line(std::string_view line);

// reStructuredText and its relatives: a line underlined by one repeated mark
// is a heading; levels go by the order in which the marks appear.
class UnderlinedHeadings {
public:
  // True if `line` underlines the line before it: what follows is a new
  // section.
  bool take(std::string_view line);
  std::string path() const;
  size_t level() const { return m_path.size(); }

private:
  std::string m_before; // the line before
  std::string m_marks;  // one per level, in order of appearance
  std::vector<std::string> m_path;
};

} // namespace readers
