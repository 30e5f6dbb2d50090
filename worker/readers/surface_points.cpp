// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/surface_points.hpp"

#include "core/domain/text.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <cmath>

namespace readers::surface {
namespace {

constexpr size_t k_most_row_bytes = 256 * 1024;
// From here up programs write "none" (1e20, 1e30); no height is that.
constexpr double k_no_height = 1e19;

// Values between blanks; what stands in quotes is one.
std::vector<std::string_view> values_of(std::string_view row) {
  std::vector<std::string_view> values;
  size_t at = 0;
  while (at < row.size() && values.size() < 1000) {
    const char c = row[at];
    if (c == ' ' || c == '\t' || c == ',' || c == ';') {
      ++at;
      continue;
    }
    const bool quoted = c == '"' || c == '\'';
    const size_t end =
        quoted ? row.find(c, at + 1) : row.find_first_of(" \t,;", at);
    const size_t stop = end == std::string_view::npos ? row.size() : end;
    const size_t from = at + (quoted ? 1 : 0);
    values.push_back(row.substr(from, std::max(stop, from) - from));
    at = stop + (quoted ? 1 : 0);
  }
  return values;
}

// The column whose name is the axis, or begins with it: "X", "x_utme".
size_t axis(const std::vector<PointColumn>& columns, char letter,
            size_t otherwise) {
  const std::string name(1, letter);
  for (size_t i = 0; i < columns.size(); ++i) {
    if (domain::lower_ascii(columns[i].name) == name) {
      return i;
    }
  }
  for (size_t i = 0; i < columns.size(); ++i) {
    if (domain::lower_ascii(columns[i].name).starts_with(name + "_")) {
      return i;
    }
  }
  return otherwise;
}

bool names_wells(std::string_view column) {
  const auto name = domain::lower_ascii(column);
  return name.find("well") != std::string::npos || name == "borehole";
}

} // namespace

PointTable::PointTable(Surface& surface, std::vector<PointColumn> columns)
    : m_surface(surface), m_columns(std::move(columns)) {
  m_x = axis(m_columns, 'x', 0);
  m_y = axis(m_columns, 'y', 1);
  m_z = axis(m_columns, 'z', 2);
  for (const auto& column : m_columns) {
    m_named = m_named || column.text;
    m_surface.columns.push_back(
        column.name + (column.unit.empty() ? "" : " (" + column.unit + ")"));
  }
}

void PointTable::set_axes(size_t x, size_t y, size_t z) {
  m_x = x;
  m_y = y;
  m_z = z;
}

bool PointTable::add(std::string_view row, uint64_t line) {
  const auto values = values_of(row);
  const auto number = [&](size_t i) {
    return i < values.size() ? model_number(values[i]) : std::nullopt;
  };
  const auto x = number(m_x);
  const auto y = number(m_y);
  if (!x || !y) {
    refuse(row, line);
    return false;
  }
  ++m_surface.points;
  m_surface.x.add(*x);
  m_surface.y.add(*y);
  const auto z = number(m_z);
  const bool height = z && *z != m_no_height && std::fabs(*z) < k_no_height &&
                      *z != m_surface.nodata;
  if (height) {
    m_surface.z.add(*z);
  }
  if (m_named) {
    keep_row(values, line);
  }
  return true;
}

void PointTable::keep_row(const std::vector<std::string_view>& values,
                          uint64_t line) {
  if (m_rows_left_out > 0) {
    ++m_rows_left_out;
    return;
  }
  std::string text;
  for (size_t i = 0; i < values.size() && i < m_columns.size(); ++i) {
    const auto value = clip(clean_utf8(values[i]), 200);
    text += (i == 0 ? "" : "; ") + m_columns[i].name + ": " + value;
    if (m_columns[i].text && names_wells(m_columns[i].name)) {
      put_well(value, at_line(line), domain::KeyRole::row, m_surface.out);
    }
  }
  if (m_row_bytes + text.size() > k_most_row_bytes) {
    ++m_rows_left_out;
    return;
  }
  m_row_bytes += text.size();
  m_rows.push_back({line, std::move(text)});
}

void PointTable::refuse(std::string_view row, uint64_t line) {
  if (m_bad++ == 0) {
    m_first_bad = line;
    m_bad_text = row.substr(0, 200);
  }
}

void PointTable::finish() {
  if (m_bad > 0) {
    m_surface.out.refuse("rows", m_bad_text,
                         std::to_string(m_bad) +
                             " rows have no x and y; the first is here",
                         at_line(m_first_bad));
  }
  if (m_rows_left_out > 0) {
    m_surface.out.refuse("rows", "",
                         std::to_string(m_rows_left_out) +
                             " rows are in no passage: too many");
  }
  m_surface.out.pack(m_rows, "", domain::PassageKind::record);
}

} // namespace readers::surface
