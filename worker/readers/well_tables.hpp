// SPDX-License-Identifier: Apache-2.0
//
// Tables that belong to one well, whatever file they stand in: formation tops,
// deviation surveys, tests. Rows become records ("TOPN: Viking; TOPT: 545 M"),
// and what people ask of such a table becomes facts. Memory is bounded.
#pragma once

#include "worker/readers/findings.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

struct WellColumn {
  std::string name, unit, description;
};

// What a column of a well's table holds, by its name or its description.
enum class WellRole {
  none = 0,
  measured_depth = 1,
  vertical_depth = 2,
  inclination = 3,
  azimuth = 4,
  top_name = 5,
  top_depth = 6,
};
WellRole role_of(const WellColumn& column);

enum class WellTableKind { other = 0, tops = 1, survey = 2 };

class WellTable {
public:
  static constexpr size_t k_most_text = 512 * 1024; // of rows that are kept
  static constexpr size_t k_most_tops = 1000;       // names as facts

  // `null`: the number that says "not measured", if there is one.
  WellTable(WellTableKind kind, std::vector<WellColumn> columns,
            std::optional<double> null);

  // Where the values tell what the name does not.
  void set_role(size_t column, WellRole role) { m_roles[column] = role; }
  bool has(WellRole role) const;

  void add(std::span<const std::string_view> values,
           const domain::Locator& where);
  // Facts, passages and rejects of it all; `section` locates them.
  void finish(const std::string& section, Findings& out);

  uint64_t rows() const { return m_rows; }

private:
  struct Range {
    std::optional<double> first, last, least, most;
    void add(double number);
  };
  std::string row_text(std::span<const std::string_view> values) const;
  bool is_null(double number) const;
  void take_roles(std::span<const std::string_view> values,
                  const domain::Locator& where);
  void put_length(const char* key, std::optional<double> number, WellRole role,
                  const domain::Locator& where, Findings& out) const;
  void put_survey(const domain::Locator& where, Findings& out) const;

  WellTableKind m_kind;
  std::vector<WellColumn> m_columns;
  std::vector<WellRole> m_roles;
  std::optional<double> m_null;
  std::vector<NumberedLine> m_lines;
  size_t m_text = 0;
  uint64_t m_rows = 0, m_unkept = 0;
  uint64_t m_odd = 0; // rows with fewer or more values than columns
  NumberedLine m_first_odd;
  Range m_measured, m_vertical, m_inclination;
  std::set<std::string> m_seen;
  std::vector<std::pair<std::string, domain::Locator>> m_tops;
};

} // namespace readers
