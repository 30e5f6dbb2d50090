// SPDX-License-Identifier: Apache-2.0
//
// What files of surfaces, points and cell models have in common: numbers as
// they write them, extremes of many values, and the facts of an extent and of
// a regular grid. Pure.
#pragma once

#include "core/geodata/box.hpp"
#include "worker/readers/findings.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

// The parts of a line between white space and commas. At most `most`.
std::vector<std::string_view> parts_of(std::string_view line,
                                       size_t most = 1000);

// What stands in `line` behind `part`, which is a view into it, without blanks
// at its ends.
std::string_view behind(std::string_view line, std::string_view part);

// A finite number as Fortran and C write it: "+1.5", ".5", "-1E5", "1.0D+03".
std::optional<double> model_number(std::string_view text);
// A whole number from 0 to 2^53.
std::optional<uint64_t> model_count(std::string_view text);

// Without the quotes around it and the blanks at its ends.
std::string_view unquoted(std::string_view text);

struct Extremes {
  double least = 0, most = 0;
  uint64_t count = 0;
  void add(double value); // what is not finite is left out
};

// A regular grid of nodes; the first one is at the origin, columns run along
// x and rows along y before the rotation about the origin.
struct GridShape {
  uint64_t columns = 0, rows = 0;
  double x_step = 0, y_step = 0; // 0: not known
  double rotation = 0;           // degrees, counter-clockwise
  double origin_x = 0, origin_y = 0;
  // Around all nodes; nothing if that is no finite box.
  std::optional<geodata::Box> box() const;
};

// grid_columns, grid_rows, x_spacing, y_spacing, rotation_deg. `unit` of
// lengths: "" if the file names none.
void describe_grid(const GridShape& grid, const std::string& unit,
                   const domain::Locator& where, Findings& out);
// grid_columns, grid_rows, grid_layers, cell_count of a model of cells.
void describe_cells(uint64_t columns, uint64_t rows, uint64_t layers,
                    const domain::Locator& where, Findings& out);
// min_x, min_y, max_x, max_y: the names that maps have.
void describe_box(const geodata::Box& box, const std::string& unit,
                  const domain::Locator& where, Findings& out);
// min_z, max_z; nothing if there is no value.
void describe_heights(const Extremes& z, const std::string& unit,
                      const domain::Locator& where, Findings& out);

// "m", "ft", "ft_us" for how files write them; other texts in small letters.
std::string length_unit(std::string_view text);

// One passage that describes the file, out of "Name: value" lines.
void put_header(const std::vector<std::string>& lines, Findings& out);

// The key of a well that a file names; nothing if the text names none.
void put_well(std::string_view name, const domain::Locator& where,
              domain::KeyRole role, Findings& out);

} // namespace readers
