// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/raster_facts.hpp"
#include "worker/readers/surface.hpp"
#include "worker/readers/vector_crs.hpp"

#include <utility>

namespace readers::surface {
namespace {

std::string span(double least, double most, const std::string& unit) {
  return plain_number(least) + " to " + plain_number(most) +
         (unit.empty() ? "" : " " + unit);
}

void describe_nodes(const Surface& surface, Findings& out) {
  const auto& grid = *surface.grid;
  describe_grid(grid, surface.xy_unit, {}, out);
  const double all =
      static_cast<double>(grid.columns) * static_cast<double>(grid.rows);
  if (!surface.cut && surface.points == 0 &&
      static_cast<double>(surface.nodes) < all) {
    out.refuse("values", std::to_string(surface.nodes),
               "the header says " + std::to_string(grid.rows) + " rows of " +
                   std::to_string(grid.columns) + " values");
  }
}

std::optional<geodata::Box> box_of(const Surface& surface) {
  if (surface.box) {
    return surface.box;
  }
  if (surface.x.count > 0 && surface.y.count > 0 && !surface.cut) {
    return geodata::Box{surface.x.least, surface.y.least, surface.x.most,
                        surface.y.most};
  }
  return surface.grid ? surface.grid->box() : std::nullopt;
}

std::vector<std::string> shape_lines(const Surface& surface) {
  std::vector<std::string> lines;
  if (surface.grid) {
    const auto& grid = *surface.grid;
    lines.push_back(
        "Grid of " + std::to_string(grid.columns) + " columns and " +
        std::to_string(grid.rows) + " rows" +
        (grid.x_step == 0
             ? ""
             : ", spacing " + plain_number(grid.x_step) + " by " +
                   plain_number(grid.y_step) +
                   (surface.xy_unit.empty() ? "" : " " + surface.xy_unit)) +
        (grid.rotation == 0
             ? ""
             : ", rotated by " + plain_number(grid.rotation) + " degrees"));
  }
  if (surface.points > 0) {
    lines.push_back(
        "Points: " + std::to_string(surface.points) +
        (surface.polylines == 0
             ? ""
             : " in " + std::to_string(surface.polylines) + " lines"));
  }
  return lines;
}

std::vector<std::string> other_lines(const Surface& surface) {
  std::vector<std::string> lines;
  if (surface.z.count > 0) {
    lines.push_back("Heights: " +
                    span(surface.z.least, surface.z.most, surface.z_unit));
  }
  std::string columns;
  for (const auto& column : surface.columns) {
    columns += (columns.empty() ? "Columns: " : ", ") + column;
  }
  lines.push_back(columns);
  lines.insert(lines.end(), surface.header.begin(), surface.header.end());
  std::erase(lines, "");
  return lines;
}

// Where it lies. Lines are added to `lines`.
base::Result<void> put_place(const Surface& surface, const std::string& crs,
                             Findings& out, std::vector<std::string>& lines,
                             domain::DocumentSink& sink) {
  const auto box = box_of(surface);
  if (!crs.empty()) {
    TRY_ASSIGN(const auto place, put_crs(LayerFacts(sink, ""), crs, box));
    lines.insert(lines.end(), place.begin(), place.end());
  } else if (box) {
    const bool said = out.find("crs_name") || out.find("projection");
    out.say("crs_name", said ? "" : "unknown");
    describe_box(*box, surface.xy_unit, {}, out);
    lines.push_back("Extent: x " + span(box->min_x, box->max_x, "") + ", y " +
                    span(box->min_y, box->max_y, surface.xy_unit));
  }
  return {};
}

void describe_values(const Surface& surface, Findings& out) {
  if (surface.grid) {
    describe_nodes(surface, out);
  }
  if (surface.points > 0) {
    out.count("point_count", surface.points);
  }
  if (surface.polylines > 0) {
    out.count("polyline_count", surface.polylines);
  }
  for (const auto& column : surface.columns) {
    out.say("column", column);
  }
  if (surface.nodata) {
    out.measure("nodata", *surface.nodata, "");
  }
  out.say("xy_unit", surface.xy_unit);
  out.say("z_unit", surface.z_unit);
  if (surface.cut) {
    out.refuse("values", "",
               "values behind the first " +
                   std::to_string(k_most_scanned >> 20) +
                   " MiB are not looked at: their extremes are not known");
  }
}

} // namespace

base::Result<void> put(Surface surface, const geodata::Raster& beside,
                       domain::DocumentSink& sink) {
  if (surface.cut && !surface.z_stated) {
    surface.z = {};
  }
  Findings out = std::exchange(surface.out, {});
  const auto rows = std::exchange(out.passages, {});
  describe_values(surface, out);
  auto lines = shape_lines(surface);
  TRY(put_place(surface, beside.crs, out, lines, sink));
  describe_heights(surface.z, surface.z_unit, {}, out);
  for (auto& line : other_lines(surface)) {
    lines.push_back(std::move(line));
  }
  put_header(lines, out);
  out.passages.insert(out.passages.end(), rows.begin(), rows.end());
  TRY(out.put(sink));
  return put_raster_metadata(LayerFacts(sink, ""), beside);
}

} // namespace readers::surface
