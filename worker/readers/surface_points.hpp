// SPDX-License-Identifier: Apache-2.0
//
// Rows of points with named columns: extremes of x, y and z, and the rows that
// name something as passages and keys.
#pragma once

#include "worker/readers/surface.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers::surface {

struct PointColumn {
  std::string name;
  std::string unit;
  bool text = false; // values are no numbers
};

class PointTable {
public:
  // x, y, z by their names ("X", "x meters", "Z_TVDSS"), else the first three
  // columns. `surface` is borrowed.
  PointTable(Surface& surface, std::vector<PointColumn> columns);
  void set_axes(size_t x, size_t y, size_t z);
  // A z that says that there is none.
  void leave_out(double z) { m_no_height = z; }

  // False where the row is none: too few values, or no number at x and y.
  bool add(std::string_view row, uint64_t line);
  // Rows that were none: one reject that counts them. Names, facts, passages.
  void finish();

private:
  void keep_row(const std::vector<std::string_view>& values, uint64_t line);
  void refuse(std::string_view row, uint64_t line);

  Surface& m_surface;
  std::vector<PointColumn> m_columns;
  size_t m_x = 0, m_y = 1, m_z = 2;
  std::optional<double> m_no_height;
  bool m_named = false; // some column has texts
  std::vector<NumberedLine> m_rows;
  size_t m_row_bytes = 0;
  uint64_t m_rows_left_out = 0;
  uint64_t m_bad = 0, m_first_bad = 0;
  std::string m_bad_text;
};

} // namespace readers::surface
