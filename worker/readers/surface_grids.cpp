// SPDX-License-Identifier: Apache-2.0
#include "core/domain/text.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/surface.hpp"

#include <array>
#include <cmath>

namespace readers::surface {
namespace {

constexpr uint64_t k_most_nodes = uint64_t{1} << 40; // of a side: nonsense

base::Error damaged(std::string what, const Line& line) {
  return {base::Errc::corrupt, what + " (line " + std::to_string(line.number) +
                                   ", byte " + std::to_string(line.offset) +
                                   ")"};
}

std::optional<uint64_t> side(double number) {
  const bool whole = number >= 1 && number < static_cast<double>(k_most_nodes);
  return whole && std::floor(number) == number
             ? std::optional(static_cast<uint64_t>(number))
             : std::nullopt;
}

// The values behind a header.
class Nodes {
public:
  Nodes(Surface& surface, double null_from) // values from here up are none
      : m_surface(surface), m_null_from(null_from) {}

  bool add(const Line& line) {
    for (const double value : m_numbers.of(line)) {
      settle();
      m_last = value;
      ++m_surface.nodes;
    }
    if (m_numbers.bad().empty()) {
      return true;
    }
    m_surface.out.refuse("values", m_numbers.bad(),
                         "no number; what follows is not looked at",
                         at_line(line.number));
    return false;
  }
  base::Result<void> rest(Lines& lines) {
    Line line;
    while (true) {
      TRY_ASSIGN(const bool more, lines.next(line));
      if (!more || !add(line)) {
        m_surface.cut = lines.cut();
        return {};
      }
    }
  }
  // Where the header says nothing of heights, or the same. The last number of
  // a file that ends early may be cut in two.
  void finish() {
    const auto& grid = *m_surface.grid;
    if (static_cast<double>(m_surface.nodes) >=
        static_cast<double>(grid.columns) * static_cast<double>(grid.rows)) {
      settle();
    }
    if (!m_surface.z_stated) {
      m_surface.z = m_found;
    }
  }

private:
  void settle() {
    const bool height =
        m_last && *m_last < m_null_from && m_last != m_surface.nodata;
    if (height) {
      m_found.add(*m_last);
    }
    m_last.reset();
  }

  Surface& m_surface;
  std::optional<double> m_last;
  double m_null_from;
  Numbers m_numbers;
  Extremes m_found;
};

constexpr double k_irap_null = 9999900.0;
constexpr size_t k_irap_header = 19; // numbers, in four lines

} // namespace

// "-996 rows x_inc y_inc / x_min x_max y_min y_max / columns angle x0 y0 /
// seven zeros", then heights along x.
Parsed read_irap_classic(Lines& lines) {
  Surface surface;
  surface.format = "irap";
  surface.nodata = k_irap_null;
  std::vector<double> head;
  Numbers numbers;
  Line line;
  while (head.size() < k_irap_header) {
    TRY_ASSIGN(const bool more, lines.next(line));
    if (!more) {
      return base::fail(
          damaged("ends within the header of an IRAP classic grid", line));
    }
    const auto& found = numbers.of(line);
    head.insert(head.end(), found.begin(), found.end());
    if (!numbers.bad().empty() || head.size() > k_irap_header + 100000) {
      return base::fail(damaged("no number in the header: " +
                                    clip(clean_utf8(numbers.bad()), 40),
                                line));
    }
  }
  const auto rows = side(head[1]);
  const auto columns = side(head[8]);
  if (!rows || !columns) {
    return base::fail(damaged("rows and columns are no counts", line));
  }
  surface.grid =
      GridShape{*columns, *rows, head[2], head[3], head[9], head[10], head[11]};
  Nodes nodes(surface, k_irap_null);
  for (size_t i = k_irap_header; i < head.size(); ++i) {
    Line one;
    one.number = line.number;
    one.text = plain_number(head[i]);
    nodes.add(one);
  }
  TRY(nodes.rest(lines));
  nodes.finish();
  return surface;
}

namespace {

void take_cps3(const std::vector<std::string_view>& parts, Surface& surface,
               const Line& line) {
  const auto number = [&](size_t i) {
    return i < parts.size() ? model_number(parts[i]) : std::nullopt;
  };
  const auto name = parts[0];
  if (name == "FSASCI" || name == "FFASCI") {
    // A comment that may have blanks stands before it.
    for (size_t i = 4; i < parts.size() && !surface.nodata; ++i) {
      const auto value = number(i);
      surface.nodata = value && std::fabs(*value) >= 1e6 ? value : std::nullopt;
    }
  } else if (name == "FSLIMI" && number(1) && number(2) && number(3) &&
             number(4)) {
    surface.box = geodata::Box{*number(1), *number(3), *number(2), *number(4)};
    if (number(5) && number(6) && *number(5) <= *number(6)) {
      surface.z.add(*number(5));
      surface.z.add(*number(6));
      surface.z_stated = true;
    }
  } else if (name == "FSNROW" && number(1) && number(2) && side(*number(1)) &&
             side(*number(2))) {
    surface.grid->rows = *side(*number(1));
    surface.grid->columns = *side(*number(2));
  } else if (name == "FSXINC" && number(1) && number(2)) {
    surface.grid->x_step = *number(1);
    surface.grid->y_step = *number(2);
  } else if (name != "FSATTR" && name != "FFATTR") {
    surface.out.refuse(std::string(clip(clean_utf8(name), 20)), line.text,
                       "not understood", at_line(line.number));
  }
}

} // namespace

// FSASCI, FSATTR, FSLIMI, FSNROW, FSXINC, "->name", then heights by columns.
Parsed read_cps3_grid(Lines& lines) {
  Surface surface;
  surface.format = "cps3";
  surface.grid.emplace();
  Nodes nodes(surface, 1e29);
  Line line;
  bool header = true;
  while (header) {
    TRY_ASSIGN(const bool more, lines.next(line));
    const auto text = trim(line.text);
    if (!more) {
      break;
    }
    if (text.starts_with("->")) {
      const auto name = trim(text.substr(2));
      surface.out.say("surface_name", clip(clean_utf8(name), 200),
                      at_line(line.number));
      surface.title =
          surface.title.empty() ? clip(clean_utf8(name), 200) : surface.title;
    } else if (text.starts_with("F") || text.starts_with("!")) {
      surface.header.push_back(std::string(text));
      if (text.front() == 'F') {
        take_cps3(parts_of(text), surface, line);
      }
    } else if (!text.empty()) {
      header = false;
    }
  }
  if (surface.grid->rows == 0 || surface.grid->columns == 0) {
    return base::fail(damaged("no FSNROW with rows and columns", line));
  }
  if (surface.box) {
    surface.grid->origin_x = surface.box->min_x;
    surface.grid->origin_y = surface.box->min_y;
  }
  if (!header && nodes.add(line)) {
    TRY(nodes.rest(lines));
  }
  nodes.finish();
  return surface;
}

// Golden Software's "DSAA", columns and rows, x, y and z limits, heights.
Parsed read_surfer_text(Lines& lines) {
  Surface surface;
  surface.format = "surfer-grid";
  surface.nodata = k_surfer_null;
  std::vector<double> head;
  Numbers numbers;
  Line line;
  TRY_ASSIGN(bool more, lines.next(line)); // the signature
  while (more && head.size() < 8) {
    TRY_ASSIGN(more, lines.next(line));
    const auto& found = numbers.of(line);
    head.insert(head.end(), found.begin(), found.end());
    if (!numbers.bad().empty() || head.size() > 8) {
      more = false;
    }
  }
  const auto columns = head.size() == 8 ? side(head[0]) : std::nullopt;
  const auto rows = head.size() == 8 ? side(head[1]) : std::nullopt;
  if (!columns || !rows) {
    return base::fail(damaged("no counts and limits of a Surfer grid", line));
  }
  GridShape grid{*columns, *rows, 0, 0, 0, head[2], head[4]};
  if (*columns > 1 && *rows > 1) {
    grid.x_step = (head[3] - head[2]) / static_cast<double>(*columns - 1);
    grid.y_step = (head[5] - head[4]) / static_cast<double>(*rows - 1);
  }
  surface.grid = grid;
  surface.box = geodata::Box{head[2], head[4], head[3], head[5]};
  if (head[6] <= head[7]) {
    surface.z.add(head[6]);
    surface.z.add(head[7]);
    surface.z_stated = true;
  }
  Nodes nodes(surface, k_surfer_null);
  TRY(nodes.rest(lines));
  nodes.finish();
  return surface;
}

} // namespace readers::surface
