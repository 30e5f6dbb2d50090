// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/surface.hpp"

namespace readers::surface {
namespace {

constexpr auto k_grid_facts =
    "`grid_columns`, `grid_rows`, `x_spacing`, `y_spacing`, `rotation_deg`, "
    "`min_x` to `max_y` around the nodes, `min_z`, `max_z`, `nodata`; of a "
    "`.prj` "
    "or `.aux.xml` beside it the coordinate system by the rules of vector "
    "layers, and then longitude and latitude.";
constexpr auto k_point_facts =
    "`point_count`, `polyline_count`, `column`s, `min_x` to `max_z`.";
constexpr auto k_one = "One that describes the file.";
constexpr auto k_values =
    "The values themselves; behind 256 MiB they are not looked at, and then "
    "only a header's limits are given.";

std::vector<FormatNote> grids() {
  return {
      {"irap", "IRAP classic grid (Roxar RMS, Petrel)", "`.gri`, `.irap`",
       "A first number of -996 and a header of nineteen numbers.", k_grid_facts,
       k_one, k_values},
      {"irap-binary", "IRAP binary grid (Roxar RMS)", "`.gri`, `.map`",
       "The first record: 32 bytes that begin with -996.", k_grid_facts, k_one,
       k_values},
      {"cps3", "CPS-3 grid (Schlumberger)", "`.cps3`, `.cps`, `.grd`",
       "`FSASCI` at the start.",
       "As of a grid, and `surface_name` from `->` lines; heights as `FSLIMI` "
       "states them.",
       k_one, k_values},
      {"surfer-grid", "Surfer 6 and 7 grid", "`.grd` with `.prj`",
       "`DSAA`, `DSBB`, or `DSRB` and the size of a header.", k_grid_facts,
       k_one, k_values},
      {"petromod", "PetroMod map", "`.pmd`", "`Content=Map` at the start.",
       k_grid_facts, k_one, k_values},
  };
}

std::vector<FormatNote> points() {
  return {
      {"zmap", "ZMap+ points and grids", "`.zmap`, `.dat`",
       "`@… DATA` or `@… GRID` behind comments with `!`.",
       "As of points or a grid; `created_date` and `project` from comments.",
       k_one, k_values},
      {"cps3-lines", "CPS-3 lines and faults", "`.cps3`, `.dat`",
       "`FFASCI` at the start.", k_point_facts, k_one, k_values},
      {"earthvision", "EarthVision data and grids", "`.dat`, `.grd`",
       "`# Type:` at the start and `# Field:` lines.",
       "As of points or a grid; `projection`, `zone`, `ellipsoid`, `datum`, "
       "`fault`, units; wells of a text column named so are keys.",
       "The header, and rows if a column is text (up to 256 KiB).", k_values},
      {"petrel-points", "Petrel points with attributes", "any",
       "A first line that names Petrel and points, and `BEGIN HEADER`. Well "
       "tops are not meant.",
       "As of points; a z of -999 is undefined.",
       "The header, and rows if an attribute is text.", k_values},
      {"openworks-horizon", "OpenWorks horizon (Landmark)", "`.dat`",
       "`#Horizon_name` and the end of that header.",
       "`horizon`, `attribute`, `horizon_version`, `domain`, `project`, "
       "`crs_name`, and as of points.",
       k_one, k_values},
      {"gocad", "GOCAD ASCII objects", "`.ts`, `.pl`, `.vs`, `.so`",
       "`GOCAD` and a kind at the start.",
       "`data_type`, `surface_name`, `horizon`, `crs_name`, `z_positive`, "
       "`triangle_count`, and as of points.",
       k_one, "Properties of vertices: only their names are kept."},
      {"irap-points", "IRAP points and polygons (Roxar RMS)", "`.poi`, `.pol`",
       "Nothing but rows of three numbers, among them rows of 999.",
       k_point_facts, k_one, k_values},
      {"xyz", "Rows of x, y and z", "`.xyz`, `.pts`, `.poi`, `.pol`",
       "The name, and nothing but numbers.", k_point_facts, k_one, k_values},
  };
}

} // namespace

std::vector<FormatNote> notes_of_formats() {
  auto all = grids();
  for (const auto& note : points()) {
    all.push_back(note);
  }
  return all;
}

} // namespace readers::surface
