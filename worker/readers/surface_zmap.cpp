// SPDX-License-Identifier: Apache-2.0
//
// ZMap+: "!" comments, "@NAME HEADER, GRID, n" with counts and limits, or
// "@NAME, DATA, …" with a line for each field, "@", values.
#include "core/domain/text.hpp"
#include "worker/readers/dates.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/surface_points.hpp"

#include <algorithm>
#include <array>

namespace readers::surface {
namespace {

// Fields between commas, blanks off; empty ones count.
std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  while (fields.size() < 100) {
    const auto comma = line.find(',');
    fields.push_back(trim(line.substr(0, comma)));
    if (comma == std::string_view::npos) {
      break;
    }
    line.remove_prefix(comma + 1);
  }
  return fields;
}

struct ZmapField {
  std::string name;
  uint64_t kind = 0;          // 1: x, 2: y, 3: z, 35: number of the segment
  size_t first = 0, last = 0; // columns from 1; 0: not given
};

// "X (EASTING), 1, 1, 1, 1, 20,, 1.0E+30,,, 4, 0"
std::optional<ZmapField> field_of(const std::vector<std::string_view>& parts) {
  if (parts.size() < 6 || parts[0].empty()) {
    return std::nullopt;
  }
  const auto count = [&](size_t i) {
    return model_count(parts[i]).value_or(0);
  };
  return ZmapField{clip(clean_utf8(parts[0]), 100), count(2),
                   static_cast<size_t>(std::min<uint64_t>(count(4), 100000)),
                   static_cast<size_t>(std::min<uint64_t>(count(5), 100000))};
}

// The values of a row at the columns that the fields name.
std::string by_columns(std::string_view row,
                       const std::vector<ZmapField>& fields) {
  std::string out;
  for (const auto& field : fields) {
    const bool given = field.first > 0 && field.last >= field.first;
    const auto value =
        given && field.first <= row.size()
            ? trim(row.substr(field.first - 1, field.last - field.first + 1))
            : std::string_view();
    out += (out.empty() ? "" : " ") + std::string(value.empty() ? "-" : value);
  }
  return out;
}

void take_comment(std::string_view text, uint64_t line, Surface& surface) {
  text = trim(text.substr(1));
  if (text.find_first_not_of("-= ") == std::string_view::npos) {
    return;
  }
  if (surface.header.size() < 200) {
    surface.header.push_back(clip(clean_utf8(text), 300));
  }
  const auto colon = text.find(':');
  const auto name = domain::lower_ascii(trim(text.substr(0, colon)));
  const auto value = colon == std::string_view::npos
                         ? std::string()
                         : clip(clean_utf8(trim(text.substr(colon + 1))), 200);
  if (name == "date" || name == "creation date") {
    auto found =
        dates_of("created_date", name, value.substr(0, 10), at_line(line));
    auto& out = surface.out;
    out.facts.insert(out.facts.end(), found.facts.begin(), found.facts.end());
    out.rejects.insert(out.rejects.end(), found.rejects.begin(),
                       found.rejects.end());
  } else if (name == "project") {
    surface.out.say("project", value, at_line(line));
  }
}

// Values of full width stand against each other: blanks between them.
std::string apart(std::string_view text, size_t width) {
  std::string out;
  for (size_t at = 0; at < text.size(); at += width) {
    out += std::string(text.substr(at, width)) + " ";
  }
  return out;
}

bool stands_together(std::string_view text, uint64_t width) {
  const auto parts = parts_of(text);
  return width > 1 && std::any_of(parts.begin(), parts.end(), [&](auto part) {
           return part.size() > width;
         });
}

base::Result<void> read_grid(Lines& lines, Surface& surface,
                             std::vector<std::string>& head) {
  const auto limits =
      head.size() > 1 ? fields_of(head[1]) : std::vector<std::string_view>();
  const auto number = [&](size_t i) {
    return i < limits.size() ? model_number(limits[i]) : std::nullopt;
  };
  const auto rows = limits.empty() ? std::nullopt : model_count(limits[0]);
  const auto columns =
      limits.size() < 2 ? std::nullopt : model_count(limits[1]);
  if (!rows || !columns || *rows == 0 || *columns == 0) {
    return base::fail(base::Errc::corrupt,
                      "the second line of the ZMap header has no rows and "
                      "columns");
  }
  surface.grid = GridShape{*columns, *rows};
  const auto named = fields_of(head[0]);
  if (named.size() > 1 && model_number(named[1])) {
    surface.nodata = model_number(named[1]);
  }
  if (number(2) && number(3) && number(4) && number(5)) {
    surface.box = geodata::Box{*number(2), *number(4), *number(3), *number(5)};
    surface.grid->origin_x = *number(2);
    surface.grid->origin_y = *number(4);
    if (*columns > 1 && *rows > 1) {
      surface.grid->x_step =
          (*number(3) - *number(2)) / static_cast<double>(*columns - 1);
      surface.grid->y_step =
          (*number(5) - *number(4)) / static_cast<double>(*rows - 1);
    }
  }
  const uint64_t width = model_count(named[0]).value_or(0);
  Numbers numbers;
  Line line;
  while (true) {
    TRY_ASSIGN(const bool more, lines.next(line));
    if (!more) {
      surface.cut = lines.cut();
      return {};
    }
    if (!line.more && stands_together(line.text, width)) {
      line.text = apart(line.text, static_cast<size_t>(width));
    }
    if (line.text.starts_with('+') || line.text.starts_with('!')) {
      continue; // a remark between header and values
    }
    for (const double value : numbers.of(line)) {
      ++surface.nodes;
      if (value != surface.nodata) {
        surface.z.add(value);
      }
    }
    if (!numbers.bad().empty()) {
      surface.out.refuse("values", numbers.bad(),
                         "no number; what follows is not looked at",
                         at_line(line.number));
      return {};
    }
  }
}

base::Result<void> read_points(Lines& lines, Surface& surface,
                               const std::vector<std::string>& head) {
  std::vector<ZmapField> fields;
  std::vector<PointColumn> columns;
  std::array<size_t, 3> axes{0, 1, 2};
  size_t segment = SIZE_MAX;
  for (const auto& line : head) {
    if (const auto field = field_of(fields_of(line))) {
      if (field->kind >= 1 && field->kind <= 3) {
        axes[field->kind - 1] = fields.size();
      } else if (field->kind == 35) {
        segment = fields.size();
      }
      columns.push_back({field->name, "", false});
      fields.push_back(*field);
    }
  }
  PointTable table(surface, columns);
  table.set_axes(axes[0], axes[1], axes[2]);
  std::string last_segment;
  Line line;
  while (true) {
    TRY_ASSIGN(const bool more, lines.next(line));
    if (!more) {
      break;
    }
    if (trim(line.text).empty() || line.more || line.text.starts_with('!') ||
        line.text.starts_with('+')) {
      continue;
    }
    const bool plain = parts_of(line.text).size() == fields.size();
    const auto row = plain ? line.text : by_columns(line.text, fields);
    const auto parts = parts_of(row);
    if (!table.add(row, line.number)) {
      continue;
    }
    if (segment < parts.size() &&
        (surface.polylines == 0 || parts[segment] != last_segment)) {
      ++surface.polylines;
      last_segment = parts[segment];
    }
  }
  surface.cut = lines.cut();
  table.finish();
  return {};
}

} // namespace

Parsed read_zmap(Lines& lines) {
  Surface surface;
  surface.format = "zmap";
  std::vector<std::string> head; // between the two "@"
  bool grid = false, open = false;
  Line line;
  while (true) {
    TRY_ASSIGN(const bool more, lines.next(line));
    if (!more) {
      return base::fail(base::Errc::corrupt,
                        "no second line with '@': where the values of the "
                        "ZMap file begin is not known");
    }
    const auto text = trim(line.text);
    if (text.starts_with('!')) {
      take_comment(text, line.number, surface);
    } else if (text.starts_with('@') && !open) {
      const auto fields = fields_of(text.substr(1));
      const auto kind =
          fields.size() > 1 ? domain::upper_ascii(fields[1]) : std::string();
      grid = kind == "GRID";
      open = true;
      auto name = clip(clean_utf8(squeeze(fields[0])), 200);
      if (name.ends_with(" HEADER")) {
        name.erase(name.size() - 7);
      }
      surface.out.say("surface_name", name, at_line(line.number));
      surface.title = name;
      surface.out.say("data_type", domain::lower_ascii(kind),
                      at_line(line.number));
    } else if (text.starts_with('@')) {
      break;
    } else if (open && !text.empty() && head.size() < 500) {
      head.emplace_back(text);
    }
  }
  if (grid) {
    TRY(read_grid(lines, surface, head));
  } else {
    TRY(read_points(lines, surface, head));
  }
  return surface;
}

} // namespace readers::surface
