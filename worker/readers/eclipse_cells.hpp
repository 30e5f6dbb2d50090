// SPDX-License-Identifier: Apache-2.0
//
// Extent of a corner-point grid out of COORD (pillars), ZCORN (heights) and
// MAPAXES, as decks and grid files have them. Pure; no value is kept.
#pragma once

#include "worker/readers/grid_facts.hpp"

#include <array>
#include <optional>
#include <string>

namespace readers::eclipse {

class Corners {
public:
  // Of MAPAXES: a point on the y axis, the origin, a point on the x axis. Must
  // come before the coordinates, as it does in files.
  void set_axes(const std::array<double, 6>& axes);
  // The coordinates are those of the map already (GRIDUNIT with MAP).
  void set_map(bool map) { m_map = map; }

  // Next number of COORD: x, y, z of the top of a pillar, then of its base.
  void add_pillar(double value);
  // Next number of ZCORN.
  void add_height(double value) { m_z.add(value); }
  // A corner of a cell (CORNERS of GRID files).
  void add_corner(double value);

  // Around the pillars or corners; nothing without any.
  std::optional<geodata::Box> box() const;
  const Extremes& heights() const { return m_z; }

private:
  bool take(double value); // true when x, y and z are complete
  void place();

  std::array<double, 3> m_point{};
  size_t m_at = 0;
  std::optional<std::array<double, 6>> m_axes; // origin, unit x, unit y
  bool m_map = false;
  Extremes m_x, m_y, m_z;
};

} // namespace readers::eclipse
