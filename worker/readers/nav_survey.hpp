// SPDX-License-Identifier: Apache-2.0
//
// What the position records of a navigation file say together: lines with
// their points, extent, counts. Memory is bounded: further lines are counted.
#pragma once

#include "worker/readers/findings.hpp"
#include "worker/readers/nav_columns.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace readers::nav {

struct Bounds {
  double least_x = 0, most_x = 0, least_y = 0, most_y = 0;
  bool any = false;
  void add(double x, double y);
};

struct LineRange {
  std::string name;
  std::string sequence;    // P2/94; "" otherwise
  char record = ' ';       // whose points these are
  std::string first, last; // as written
  std::optional<double> least, most;
  bool numeric = true; // every point is a number
  uint64_t points = 0; // records
  uint64_t first_card = 0, last_card = 0;
  Bounds geographic, grid; // x is longitude, easting
};

class Survey {
public:
  static constexpr size_t k_most_lines = 5000;

  void add(const Position& position, uint64_t card);

  const std::vector<LineRange>& lines() const { return m_lines; }
  uint64_t lines_left_out() const { return m_left_out; }
  uint64_t positions() const { return m_positions; }

  // Line names as facts and keys, ranges of points, extent, counts, and one
  // passage for each line. `unit`: of eastings and northings, "" if unknown.
  void describe(const std::string& unit, Findings& out) const;

private:
  LineRange* line_of(const std::string& name, uint64_t card);
  void describe_lines(Findings& out) const;
  void describe_points(Findings& out) const;
  void describe_extent(const std::string& unit, Findings& out) const;
  void describe_passages(const std::string& unit, Findings& out) const;

  std::vector<LineRange> m_lines;
  std::unordered_map<std::string, size_t> m_index;
  std::string m_last_left_out;
  uint64_t m_left_out = 0;
  uint64_t m_positions = 0;
  std::map<char, uint64_t> m_records;
  Bounds m_geographic, m_grid;
};

// The names of a line as a fact and as a key of the family "line".
void put_line_name(const std::string& name, const domain::Locator& where,
                   domain::KeyRole role, Findings& out);

} // namespace readers::nav
