// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/nav_survey.hpp"

#include "core/domain/keys.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

namespace readers::nav {
namespace {

// A file that is about so few lines is about each of them.
constexpr size_t k_subjects = 20;
// Names as facts; all others stand in passages and are keys.
constexpr size_t k_most_names = 1000;

// Whose points a line's range is made of: sources before anything towed.
size_t rank_of(char record) {
  constexpr std::string_view order = "SCVQG";
  const auto at = order.find(record);
  return at == std::string_view::npos ? order.size() : at;
}

std::string degrees(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.6f", value);
  return text.data();
}

std::string grid_text(double value) {
  return plain_number(value);
}

std::string span_text(const LineRange& line) {
  return line.first == line.last ? line.first : line.first + "-" + line.last;
}

std::string line_text(const LineRange& line, const std::string& unit) {
  std::string text = "LINE: " + line.name;
  if (!line.sequence.empty()) {
    text += "; SEQUENCE: " + line.sequence;
  }
  text += "; SHOTPOINTS: " + span_text(line) +
          "; RECORDS: " + std::to_string(line.points);
  if (const auto* name = record_name(line.record)) {
    text += std::string(" (") + name + ")";
  }
  if (line.geographic.any) {
    const auto& box = line.geographic;
    text += "; LATITUDE: " + degrees(box.least_y) + " to " +
            degrees(box.most_y) + "; LONGITUDE: " + degrees(box.least_x) +
            " to " + degrees(box.most_x);
  }
  if (line.grid.any) {
    const auto& box = line.grid;
    const auto behind = unit.empty() ? "" : " " + unit;
    text += "; EASTING: " + grid_text(box.least_x) + " to " +
            grid_text(box.most_x) + behind +
            "; NORTHING: " + grid_text(box.least_y) + " to " +
            grid_text(box.most_y) + behind;
  }
  return text;
}

void take_point(const Position& position, uint64_t card, LineRange& line) {
  if (line.points == 0) {
    line.first = position.point;
    line.first_card = card;
  }
  line.last = position.point;
  line.last_card = card;
  ++line.points;
  const auto number = position.point_number;
  line.numeric = line.numeric && number;
  if (number) {
    line.least = std::min(line.least.value_or(*number), *number);
    line.most = std::max(line.most.value_or(*number), *number);
  }
  if (position.latitude && position.longitude) {
    line.geographic.add(*position.longitude, *position.latitude);
  }
  if (position.easting && position.northing) {
    line.grid.add(*position.easting, *position.northing);
  }
}

} // namespace

void Bounds::add(double x, double y) {
  least_x = any ? std::min(least_x, x) : x;
  most_x = any ? std::max(most_x, x) : x;
  least_y = any ? std::min(least_y, y) : y;
  most_y = any ? std::max(most_y, y) : y;
  any = true;
}

LineRange* Survey::line_of(const std::string& name, uint64_t card) {
  const auto found = m_index.find(name);
  if (found != m_index.end()) {
    return &m_lines[found->second];
  }
  if (m_lines.size() >= k_most_lines) {
    m_left_out += name != m_last_left_out;
    m_last_left_out = name;
    return nullptr;
  }
  m_index.emplace(name, m_lines.size());
  LineRange line;
  line.name = name;
  line.first_card = card;
  m_lines.push_back(std::move(line));
  return &m_lines.back();
}

void Survey::add(const Position& position, uint64_t card) {
  ++m_positions;
  ++m_records[position.record];
  if (position.latitude && position.longitude) {
    m_geographic.add(*position.longitude, *position.latitude);
  }
  if (position.easting && position.northing) {
    m_grid.add(*position.easting, *position.northing);
  }
  if (position.line.empty() || position.point.empty()) {
    return;
  }
  LineRange* line = line_of(position.line, card);
  if (line == nullptr) {
    return;
  }
  if (line->points == 0 || rank_of(position.record) < rank_of(line->record)) {
    const auto name = line->name;
    *line = LineRange();
    line->name = name;
    line->record = position.record;
  }
  if (line->record == position.record) {
    take_point(position, card, *line);
  }
}

void put_line_name(const std::string& name, const domain::Locator& where,
                   domain::KeyRole role, Findings& out) {
  out.say("line_name", name, where);
  if (name.size() > 1 && domain::normalise_key("line", name)) {
    out.keys.push_back({"line", name, where, role});
  }
}

void Survey::describe_lines(Findings& out) const {
  const auto role = m_lines.size() <= k_subjects ? domain::KeyRole::subject
                                                 : domain::KeyRole::row;
  for (size_t i = 0; i < m_lines.size(); ++i) {
    const auto& line = m_lines[i];
    const auto where = at_line(line.first_card);
    if (i < k_most_names) {
      put_line_name(line.name, where, role, out);
    } else if (domain::normalise_key("line", line.name)) {
      out.keys.push_back({"line", line.name, where, role});
    }
  }
  if (!m_lines.empty()) {
    out.count("line_count", m_lines.size() + m_left_out);
  }
  if (m_left_out > 0) {
    out.refuse("line_name", m_last_left_out,
               "more than " + std::to_string(k_most_lines) +
                   " lines; changes of name among further records: " +
                   std::to_string(m_left_out));
  }
}

void Survey::describe_points(Findings& out) const {
  std::string types;
  for (const auto& [record, count] : m_records) {
    const auto* name = record_name(record);
    types += (types.empty() ? "" : ", ") + std::to_string(count) +
             (record == ' ' ? "" : std::string(" ") + record) +
             (name == nullptr ? "" : std::string(" (") + name + ")");
  }
  out.count("position_count", m_positions);
  out.say("position_records", types);
  if (m_lines.size() == 1 && m_lines[0].points > 0) {
    const auto& line = m_lines[0];
    const auto put = [&](const char* key, const std::string& text,
                         uint64_t card) {
      const auto number = parse_number(text);
      number ? out.measure(key, *number, "", at_line(card), text)
             : out.say(key, text, at_line(card));
    };
    put("shot_point_first", line.first, line.first_card);
    put("shot_point_last", line.last, line.last_card);
  }
  std::optional<double> least, most;
  for (const auto& line : m_lines) {
    if (line.least && line.most) {
      least = std::min(least.value_or(*line.least), *line.least);
      most = std::max(most.value_or(*line.most), *line.most);
    }
  }
  if (least && most) {
    out.measure("shot_point_min", *least, "");
    out.measure("shot_point_max", *most, "");
  }
}

void Survey::describe_extent(const std::string& unit, Findings& out) const {
  // Finer than any position, and without what arithmetic leaves behind.
  const auto put = [&](const char* key, double value, const char* of) {
    out.measure(key, std::round(value * 1e9) / 1e9, of);
  };
  if (m_geographic.any) {
    put("min_longitude", m_geographic.least_x, "degree");
    put("max_longitude", m_geographic.most_x, "degree");
    put("min_latitude", m_geographic.least_y, "degree");
    put("max_latitude", m_geographic.most_y, "degree");
  }
  if (m_grid.any) {
    put("min_x", m_grid.least_x, unit.c_str());
    put("max_x", m_grid.most_x, unit.c_str());
    put("min_y", m_grid.least_y, unit.c_str());
    put("max_y", m_grid.most_y, unit.c_str());
  }
}

void Survey::describe_passages(const std::string& unit, Findings& out) const {
  for (const auto& line : m_lines) {
    if (line.points > 0) {
      out.passages.push_back({line_text(line, unit),
                              at_line(line.first_card, "line " + line.name),
                              domain::PassageKind::record});
    }
  }
}

void Survey::describe(const std::string& unit, Findings& out) const {
  describe_lines(out);
  if (m_positions > 0) {
    describe_points(out);
    describe_extent(unit, out);
  }
  describe_passages(unit, out);
}

} // namespace readers::nav
