// SPDX-License-Identifier: Apache-2.0
//
// What the records of one simulator file say together. Bounded memory.
#pragma once

#include "worker/readers/eclipse_cells.hpp"
#include "worker/readers/eclipse_records.hpp"
#include "worker/readers/findings.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace readers::eclipse {

class Output {
public:
  // All records; damage ends it and is kept as a reject. An error only where
  // the sink or the file itself fails, or where no record could be read.
  base::Result<void> read(Records& records);
  Findings describe() const;

private:
  struct Seen {
    uint64_t times = 0;
    uint64_t count = 0; // of the first one
    std::string type;
    uint64_t offset = 0; // of the first one
  };
  struct Vector {
    std::string keyword, name, unit;
  };
  using Texts = std::vector<std::string>;
  using Numbers = std::vector<double>;

  base::Result<void> take(const Keyword& keyword, Records& records);
  base::Result<void> take_numbers(const Keyword& keyword, Records& records);
  base::Result<void> take_texts(const Keyword& keyword, Records& records);
  void take_head(const Numbers& head, uint64_t offset);
  void take_cells(double columns, double rows, double layers, uint64_t offset);
  void take_date(double day, double month, double year, uint64_t offset);
  void take_wells(const Texts& names, uint64_t offset);

  std::string kind() const;
  std::set<std::string> well_names() const;
  std::vector<Vector> vectors() const;
  void describe_kind(Findings& out) const;
  void describe_place(Findings& out) const;
  void describe_time(Findings& out) const;
  void describe_names(Findings& out) const;
  void describe_records(Findings& out) const;

  std::map<std::string, Seen> m_seen;
  uint64_t m_records = 0;
  std::vector<domain::Reject> m_rejects;
  Corners m_corners;
  std::array<uint64_t, 3> m_cells{};
  uint64_t m_cells_at = 0;
  uint64_t m_active = 0;
  bool m_active_known = false;
  int m_units = 0, m_phases = 0, m_program = 0, m_dual = 0;
  uint64_t m_head_at = 0;
  uint64_t m_well_words = 3;    // texts of one well in ZWEL
  std::vector<uint32_t> m_days; // yyyymmdd: first and last
  std::vector<uint64_t> m_days_at;
  uint64_t m_connections = 0; // between cells that are no neighbours
  std::map<std::string, uint64_t> m_wells; // name → where
  std::set<std::string> m_groups, m_refinements;
  std::string m_grid_unit, m_map_unit, m_restart;
  Texts m_keywords, m_names, m_unit_names; // of a summary
};

} // namespace readers::eclipse
