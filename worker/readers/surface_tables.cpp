// SPDX-License-Identifier: Apache-2.0
//
// Formats whose rows are points: headers differ, rows are alike.
#include "core/domain/text.hpp"
#include "worker/readers/dates.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/surface_points.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace readers::surface {
namespace {

constexpr size_t k_most_columns = 500;
constexpr size_t k_most_header = 500; // lines that are kept

void keep(Surface& surface, std::string_view line) {
  const auto text = trim(line);
  if (!text.empty() && surface.header.size() < k_most_header) {
    surface.header.push_back(clip(clean_utf8(text), 500));
  }
}

// "Key: value" of a line without its mark.
struct Item {
  std::string key; // small letters
  std::string_view value;
};

Item item_of(std::string_view text, std::string_view mark) {
  const auto colon = text.find(mark);
  if (colon == std::string_view::npos) {
    return {};
  }
  return {domain::lower_ascii(trim(text.substr(0, colon))),
          trim(text.substr(colon + mark.size()))};
}

base::Result<void> take_rows(Lines& lines, Line first, PointTable& table,
                             Surface& surface) {
  Line line = std::move(first);
  while (true) {
    const auto text = trim(line.text);
    const bool row = !text.empty() && text.front() != '#' &&
                     text.front() != '!' && text != "EOB"; // OpenWorks' end
    if (row && !line.more) {
      table.add(text, line.number);
    }
    TRY_ASSIGN(const bool more, lines.next(line));
    if (!more) {
      surface.cut = lines.cut();
      table.finish();
      return {};
    }
  }
}

// ---- EarthVision ----------------------------------------------------------

PointColumn earthvision_field(std::string_view value) {
  PointColumn column; // "3 z meters", "1 wellid non-numeric"
  const auto parts = parts_of(value, 20);
  for (size_t i = 1; i < parts.size(); ++i) {
    if (i == 1) {
      column.name = clip(clean_utf8(parts[i]), 100);
    } else if (parts[i] == "non-numeric" || parts[i] == "text") {
      column.text = true;
    } else if (parts[i] != "integer" && parts[i] != "float") {
      column.unit = length_unit(parts[i]);
    }
  }
  return column;
}

void earthvision_space(std::string_view value, Surface& surface) {
  const auto parts = parts_of(value, 8);
  std::vector<double> limits;
  for (const auto part : parts) {
    if (const auto number = model_number(part)) {
      limits.push_back(*number);
    }
  }
  if (limits.size() >= 4) {
    surface.box = geodata::Box{limits[0], limits[2], limits[1], limits[3]};
  }
}

void take_earthvision(const Item& item, uint64_t line, Surface& surface,
                      std::vector<PointColumn>& columns) {
  const auto where = at_line(line);
  const auto value = clip(clean_utf8(item.value), 500);
  const auto say = [&](const char* key) { surface.out.say(key, value, where); };
  if (item.key == "field" && columns.size() < k_most_columns) {
    columns.push_back(earthvision_field(item.value));
  } else if (item.key == "grid_size") {
    const auto parts = parts_of(item.value, 8);
    if (parts.size() >= 3 && model_count(parts[0]) && model_count(parts[2])) {
      surface.grid = GridShape{*model_count(parts[0]), *model_count(parts[2])};
    }
  } else if (item.key == "grid_space") {
    earthvision_space(item.value, surface);
  } else if (item.key == "units") {
    surface.xy_unit = length_unit(item.value);
  } else if (item.key == "z_units") {
    surface.z_unit = length_unit(item.value);
  } else if (item.key == "type") {
    say("data_type");
  } else if (item.key == "description") {
    say("description");
  } else if (item.key == "projection") {
    say("projection");
  } else if (item.key == "zone") {
    say("zone");
  } else if (item.key == "ellipsoid") {
    say("ellipsoid");
  } else if (item.key == "datum") {
    say("datum");
  } else if (item.key == "vertical_faults") {
    say("fault");
  } else if (item.key == "version") {
    say("format_version");
  }
}

} // namespace

Parsed read_earthvision(Lines& lines) {
  Surface surface;
  surface.format = "earthvision";
  std::vector<PointColumn> columns;
  Line line;
  while (true) {
    TRY_ASSIGN(const bool more, lines.next(line));
    if (!more) {
      break;
    }
    const auto text = trim(line.text);
    if (!text.starts_with('#')) {
      if (text.empty()) {
        continue;
      }
      break;
    }
    keep(surface, text.substr(1));
    take_earthvision(item_of(text.substr(1), ":"), line.number, surface,
                     columns);
  }
  for (const auto& column : columns) { // "3 z meters"
    const auto name = domain::lower_ascii(column.name);
    if (name == "z" && surface.z_unit.empty()) {
      surface.z_unit = column.unit;
    } else if (name == "x" && surface.xy_unit.empty()) {
      surface.xy_unit = column.unit;
    }
  }
  if (surface.grid && surface.box && surface.grid->columns > 1 &&
      surface.grid->rows > 1) {
    const auto& box = *surface.box;
    auto& grid = *surface.grid;
    grid.x_step =
        (box.max_x - box.min_x) / static_cast<double>(grid.columns - 1);
    grid.y_step = (box.max_y - box.min_y) / static_cast<double>(grid.rows - 1);
  }
  if (const auto* description = surface.out.find("description")) {
    surface.title = description->text;
  }
  PointTable table(surface, std::move(columns));
  TRY(take_rows(lines, std::move(line), table, surface));
  return surface;
}

// "# Petrel Points with attributes", units, VERSION, BEGIN HEADER, a column a
// line ("X", "INT,Zone", "STRING,Well"), END HEADER, rows.
Parsed read_petrel_points(Lines& lines) {
  Surface surface;
  surface.format = "petrel-points";
  std::vector<PointColumn> columns;
  Line line;
  bool within = false;
  while (true) {
    TRY_ASSIGN(const bool more, lines.next(line));
    if (!more) {
      return base::fail(base::Errc::corrupt,
                        "ends before END HEADER: no columns are known");
    }
    const auto text = trim(line.text);
    const auto item = item_of(text.substr(text.starts_with('#') ? 1 : 0), ":");
    if (text == "END HEADER") {
      break;
    }
    if (text.starts_with('#')) {
      keep(surface, text.substr(1));
      const bool depth = item.key.find("depth") != std::string::npos;
      if (item.key.starts_with("unit")) {
        (depth ? surface.z_unit : surface.xy_unit) = length_unit(item.value);
      }
    } else if (text == "BEGIN HEADER") {
      within = true;
    } else if (within && !text.empty() && columns.size() < k_most_columns) {
      const auto comma = text.find(',');
      const bool typed = comma != std::string_view::npos;
      const auto type = text.substr(0, typed ? comma : 0);
      columns.push_back(
          {clip(clean_utf8(trim(text.substr(typed ? comma + 1 : 0))), 100), "",
           type == "STRING"});
    } else if (text.starts_with("VERSION")) {
      surface.out.say("format_version", trim(text.substr(7)),
                      at_line(line.number));
    }
  }
  PointTable table(surface, std::move(columns));
  table.leave_out(-999); // what Petrel writes for "undefined"
  line.text.clear();
  TRY(take_rows(lines, std::move(line), table, surface));
  return surface;
}

namespace {

// "#Horizon_name____________-> ashsk_Sognefjord".
void take_openworks(const Item& item, uint64_t line, Surface& surface) {
  struct Named {
    const char* item;
    const char* key;
  };
  static constexpr std::array k_named{
      Named{"horizon_name", "horizon"},
      Named{"horizon_attribute", "attribute"},
      Named{"horizon_version", "horizon_version"},
      Named{"horizon_data_domain", "domain"},
      Named{"horizon_class", "horizon_class"},
      Named{"horizon_interp_status", "interpretation_status"},
      Named{"project_name", "project"},
      Named{"openworks_project", "openworks_project"},
  };
  const auto value = clip(clean_utf8(unquoted(item.value)), 300);
  for (const auto& named : k_named) {
    if (item.key == named.item) {
      const bool small = std::string_view(named.key) == "domain";
      surface.out.say(named.key, small ? domain::lower_ascii(value) : value,
                      at_line(line));
    }
  }
  if (item.key == "horizon_name") {
    surface.title = value;
  } else if (item.key == "export_xy_unit") {
    surface.xy_unit = length_unit(value);
  } else if (item.key == "export_z_unit") {
    surface.z_unit = length_unit(value);
  }
}

} // namespace

// OpenWorks' horizon export: "@…" and "#Key___-> value", then rows of line,
// trace, x, y and height.
Parsed read_openworks(Lines& lines) {
  Surface surface;
  surface.format = "openworks-horizon";
  Line line;
  while (true) {
    TRY_ASSIGN(const bool more, lines.next(line));
    if (!more) {
      break;
    }
    const auto text = trim(line.text);
    if (text.starts_with('#') || text.starts_with('@')) {
      keep(surface, text);
      auto item = item_of(text.substr(1), "->");
      while (item.key.ends_with('_')) {
        item.key.pop_back();
      }
      take_openworks(item, line.number, surface);
      const auto crs = item_of(text.substr(1), ":");
      if (crs.key == "project_unit_is") {
        continue; // its name stands between commas
      }
    } else if (!text.empty()) {
      break;
    }
  }
  for (const auto& kept : surface.header) {
    const auto parts = parts_of(kept, 4);
    if (parts.size() >= 3 && kept.starts_with("@Project_Unit_is")) {
      surface.out.say("crs_name", parts[2]);
    }
  }
  PointTable table(surface, {{"inline", "", false},
                             {"crossline", "", false},
                             {"x", surface.xy_unit, false},
                             {"y", surface.xy_unit, false},
                             {"z", surface.z_unit, false}});
  TRY(take_rows(lines, std::move(line), table, surface));
  return surface;
}

// "FFASCI …", "FFATTR …", "->name", rows of x, y, z: one line or fault each.
Parsed read_cps3_lines(Lines& lines) {
  Surface surface;
  surface.format = "cps3-lines";
  PointTable table(surface,
                   {{"x", "", false}, {"y", "", false}, {"z", "", false}});
  Line line;
  while (true) {
    TRY_ASSIGN(const bool more, lines.next(line));
    if (!more) {
      break;
    }
    const auto text = trim(line.text);
    if (text.starts_with("->")) {
      ++surface.polylines;
      const auto name = trim(text.substr(2));
      const bool number = model_number(name).has_value();
      if (!number && surface.polylines <= 1000) {
        surface.out.say("surface_name", clip(clean_utf8(name), 200),
                        at_line(line.number));
      }
    } else if (text.starts_with("FF") || text.starts_with("!")) {
      keep(surface, text);
    } else if (!text.empty() && !line.more) {
      table.add(text, line.number);
    }
  }
  surface.cut = lines.cut();
  table.finish();
  return surface;
}

// The extension says points or lines; rows of 999 end a line.
Parsed read_rows(Lines& lines, bool separators) {
  Surface surface;
  surface.format = separators ? "irap-points" : "xyz";
  PointTable table(surface,
                   {{"x", "", false}, {"y", "", false}, {"z", "", false}});
  Line line;
  bool open = false;
  while (true) {
    TRY_ASSIGN(const bool more, lines.next(line));
    if (!more) {
      break;
    }
    const auto parts = parts_of(line.text, 10);
    const bool ends =
        separators && parts.size() >= 3 &&
        std::all_of(parts.begin(), parts.begin() + 3,
                    [](auto part) { return model_number(part) == 999.0; });
    if (ends) {
      surface.polylines += open;
      open = false;
    } else if (!parts.empty() && parts[0].front() != '#' &&
               parts[0].front() != '!' && !line.more) {
      open = table.add(trim(line.text), line.number) || open;
    }
  }
  surface.polylines += separators && open;
  surface.cut = lines.cut();
  table.finish();
  if (surface.points == 0) {
    return base::fail(base::Errc::corrupt, "no row of it has numbers");
  }
  return surface;
}

} // namespace readers::surface
