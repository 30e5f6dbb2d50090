// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/grid_facts.hpp"

#include "core/domain/keys.hpp"
#include "core/domain/text.hpp"
#include "core/domain/well_name.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>

namespace readers {
namespace {

constexpr size_t k_longest_number = 60;
constexpr size_t k_header_bytes = 900;

bool parts_values(char c) {
  return c == ' ' || c == ',' || (c >= '\t' && c <= '\r'); // \v and \f too
}

} // namespace

std::vector<std::string_view> parts_of(std::string_view line, size_t most) {
  std::vector<std::string_view> parts;
  size_t at = 0;
  while (at < line.size() && parts.size() < most) {
    while (at < line.size() && parts_values(line[at])) {
      ++at;
    }
    const size_t begin = at;
    while (at < line.size() && !parts_values(line[at])) {
      ++at;
    }
    if (at > begin) {
      parts.push_back(line.substr(begin, at - begin));
    }
  }
  return parts;
}

std::string_view behind(std::string_view line, std::string_view part) {
  const auto end = part.data() + part.size() - line.data();
  return trim(line.substr(static_cast<size_t>(end)));
}

std::optional<double> model_number(std::string_view text) {
  text = text.substr(text.starts_with('+') ? 1 : 0);
  if (text.empty() || text.size() > k_longest_number || text[0] == '+') {
    return std::nullopt;
  }
  std::array<char, k_longest_number> copy{};
  std::transform(text.begin(), text.end(), copy.begin(),
                 [](char c) { return c == 'D' || c == 'd' ? 'E' : c; });
  double number = 0;
  const char* last = copy.data() + text.size();
  const auto [end, code] = std::from_chars(copy.data(), last, number);
  return code == std::errc() && end == last && std::isfinite(number)
             ? std::optional(number)
             : std::nullopt;
}

std::optional<uint64_t> model_count(std::string_view text) {
  const auto number = model_number(text);
  if (!number || *number < 0 || *number > 9007199254740992.0 ||
      std::floor(*number) != *number) {
    return std::nullopt;
  }
  return static_cast<uint64_t>(*number);
}

std::string_view unquoted(std::string_view text) {
  text = trim(text);
  if (text.size() >= 2 && (text.front() == '\'' || text.front() == '"') &&
      text.back() == text.front()) {
    text = trim(text.substr(1, text.size() - 2));
  }
  return text;
}

void Extremes::add(double value) {
  if (!std::isfinite(value)) {
    return;
  }
  value += 0.0; // -0 is 0
  least = count == 0 ? value : std::min(least, value);
  most = count == 0 ? value : std::max(most, value);
  ++count;
}

std::optional<geodata::Box> GridShape::box() const {
  if (columns == 0 || rows == 0) {
    return std::nullopt;
  }
  const double angle = rotation * std::numbers::pi / 180;
  const double along = static_cast<double>(columns - 1) * x_step;
  const double across = static_cast<double>(rows - 1) * y_step;
  Extremes x, y;
  for (const double u : {0.0, along}) {
    for (const double v : {0.0, across}) {
      x.add(origin_x + u * std::cos(angle) - v * std::sin(angle));
      y.add(origin_y + u * std::sin(angle) + v * std::cos(angle));
    }
  }
  if (x.count != 4 || y.count != 4) {
    return std::nullopt;
  }
  return geodata::Box{x.least, y.least, x.most, y.most};
}

void describe_grid(const GridShape& grid, const std::string& unit,
                   const domain::Locator& where, Findings& out) {
  out.count("grid_columns", grid.columns, where);
  out.count("grid_rows", grid.rows, where);
  if (grid.x_step != 0 && grid.y_step != 0) {
    out.measure("x_spacing", std::fabs(grid.x_step), unit, where);
    out.measure("y_spacing", std::fabs(grid.y_step), unit, where);
  }
  if (grid.rotation != 0) {
    out.measure("rotation_deg", grid.rotation, "deg", where);
  }
}

void describe_cells(uint64_t columns, uint64_t rows, uint64_t layers,
                    const domain::Locator& where, Findings& out) {
  out.count("grid_columns", columns, where);
  out.count("grid_rows", rows, where);
  out.count("grid_layers", layers, where);
  const double cells = static_cast<double>(columns) *
                       static_cast<double>(rows) * static_cast<double>(layers);
  out.measure("cell_count", cells, "", where);
}

void describe_box(const geodata::Box& box, const std::string& unit,
                  const domain::Locator& where, Findings& out) {
  out.measure("min_x", box.min_x, unit, where);
  out.measure("min_y", box.min_y, unit, where);
  out.measure("max_x", box.max_x, unit, where);
  out.measure("max_y", box.max_y, unit, where);
}

void describe_heights(const Extremes& z, const std::string& unit,
                      const domain::Locator& where, Findings& out) {
  if (z.count > 0) {
    out.measure("min_z", z.least, unit, where);
    out.measure("max_z", z.most, unit, where);
  }
}

std::string length_unit(std::string_view text) {
  const auto folded = domain::lower_ascii(unquoted(text));
  if (folded == "m" || folded.starts_with("met")) {
    return "m";
  }
  if (folded.find("survey") != std::string::npos || folded == "us-ft" ||
      folded == "ftus" || folded == "ft[us]") {
    return "ft_us";
  }
  if (folded == "ft" || folded == "feet" || folded == "foot") {
    return "ft";
  }
  return clip(clean_utf8(folded), 40);
}

void put_header(const std::vector<std::string>& lines, Findings& out) {
  std::string text;
  const auto flush = [&] {
    if (!text.empty()) {
      out.passages.push_back(
          {std::move(text), {}, domain::PassageKind::header});
    }
    text.clear();
  };
  for (const auto& line : lines) {
    if (text.size() + line.size() > k_header_bytes) {
      flush();
    }
    text += (text.empty() ? "" : "\n") + clip(clean_utf8(line), 2000);
  }
  flush();
}

void put_well(std::string_view name, const domain::Locator& where,
              domain::KeyRole role, Findings& out) {
  const auto clean = squeeze(clean_utf8(name));
  if (clean.empty() || clean.size() > 80) {
    return;
  }
  if (domain::normalise_key("wellbore", clean)) {
    out.keys.push_back({"wellbore", clean, where, role});
  }
  if (domain::has_own_name(clean)) {
    out.keys.push_back({"well-name", clean, where, role});
  } else if (clean.size() > 2 && domain::normalise_key("code", clean)) {
    out.keys.push_back({"code", clean, where, role}); // D-1H, OP_1
  }
}

} // namespace readers
