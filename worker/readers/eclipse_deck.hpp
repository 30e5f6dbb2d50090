// SPDX-License-Identifier: Apache-2.0
//
// Input of reservoir simulators of the ECLIPSE family (.DATA, .GRDECL, .INC,
// .SCH): keywords at the start of a line, records that end with '/', comments
// behind "--". The grammar is that of the ECLIPSE Reference Manual and of the
// OPM Flow manual. Streams; memory is bounded.
#pragma once

#include "worker/readers/eclipse_cells.hpp"
#include "worker/readers/findings.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace readers::eclipse {

// One value of a record; a repeat count stands before "*".
struct Value {
  std::string text; // "" where it is defaulted (3*)
  uint64_t repeat = 1;
};

// The part of a line before its comment, and the comment without its dashes.
struct DeckLine {
  std::string_view data, comment;
};
DeckLine split_comment(std::string_view line);

// A keyword if it stands alone or is one that is known; "" for other lines.
std::string_view keyword_of(std::string_view data);
// Whether the keyword is one of those that tell such files from others.
bool is_known_keyword(std::string_view keyword);
bool is_section(std::string_view keyword); // RUNSPEC, GRID, …, SCHEDULE

class Deck {
public:
  // `line`: without its ending, in order.
  void add(std::string_view line, uint64_t number);
  Findings describe() const;

  const std::string& title() const { return m_title; }
  // "SCHEDULE > WELSPECS": where the last line stands.
  std::string place() const;
  // Whether it is one of the values of an array that no one reads as text.
  bool is_array() const { return m_array; }

private:
  struct Well {
    std::string group, i, j, depth, phase;
    uint64_t line = 0; // of WELSPECS, or where the name is met first
    uint64_t connections = 0;
  };
  using Record = std::vector<Value>;

  void begin(std::string_view keyword, uint64_t line);
  void values(std::string_view data, uint64_t line);
  void value(std::string_view text);
  void stream(std::string_view text);
  void end_record();
  void take(const Record& record);
  void take_well(const Record& record);
  void take_date(const Record& record);
  Well* well(const std::string& name);
  void keep(std::set<std::string>& into, const std::string& name);

  void describe_run(Findings& out) const;
  void describe_grid(Findings& out) const;
  void describe_schedule(Findings& out) const;
  void describe_wells(Findings& out) const;

  std::string m_keyword, m_section, m_title;
  uint64_t m_line = 0, m_keyword_line = 0;
  bool m_array = false, m_streamed = false, m_wants_title = false;
  uint64_t m_records = 0; // of the keyword
  Record m_record;
  size_t m_values = 0; // of the record, also beyond those that are kept
  uint64_t m_record_line = 0;

  std::map<std::string, uint64_t> m_keywords; // → first line
  std::vector<std::pair<std::string, uint64_t>> m_sections;
  std::map<std::string, uint64_t> m_phases, m_units;
  std::vector<std::pair<std::string, uint64_t>> m_includes;
  std::map<std::string, Well> m_wells;
  std::set<std::string> m_groups, m_faults, m_local_grids;
  std::array<uint64_t, 3> m_cells{};
  uint64_t m_cells_line = 0, m_title_line = 0;
  Corners m_corners;
  std::string m_grid_unit, m_map_unit;
  std::vector<double> m_axes;
  uint32_t m_start = 0; // yyyymmdd
  uint64_t m_start_line = 0;
  std::vector<std::pair<uint32_t, uint64_t>> m_dates; // first and last
  uint64_t m_date_count = 0, m_steps = 0;
  double m_step_sum = 0;
  bool m_cut = false;
};

} // namespace readers::eclipse
