// SPDX-License-Identifier: Apache-2.0
//
// What describes the samples of a LAS file: counts, ranges and null fractions.
// The samples themselves are not kept. Memory grows with the curves, never
// with the rows.
#pragma once

#include "worker/readers/las_lexer.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers::las {

struct CurveStats {
  uint64_t values = 0; // numbers that are not null
  uint64_t nulls = 0;
  uint64_t texts = 0;         // what is no number
  double least = 0, most = 0; // if values > 0
};

// A kind of damage: how often, and where first.
struct Damage {
  uint64_t count = 0;
  uint64_t line = 0;
  std::string raw;
  void add(uint64_t at, std::string_view text);
};

class Data {
public:
  Data(size_t curves, bool wrapped, Delimiter delimiter,
       std::optional<double> null);

  void add(std::string_view line, uint64_t number);
  void finish(); // after the last row

  uint64_t rows() const { return m_rows; }
  uint64_t lines() const { return m_lines; }
  const std::vector<CurveStats>& curves() const { return m_curves; }
  // The index as written in the first and the last row.
  const std::string& first_index() const { return m_first; }
  const std::string& last_index() const { return m_last; }
  uint64_t first_line() const { return m_first_line; }
  uint64_t last_line() const { return m_last_line; }
  const Damage& too_short() const { return m_short; }
  const Damage& too_long() const { return m_long; }
  const Damage& not_numbers() const { return m_texts; }
  size_t widest() const { return m_widest; }

private:
  void add_wrapped(uint64_t number);
  void end_row(uint64_t number);
  void put(size_t column, std::string_view value, uint64_t number);
  bool is_null(double value) const;

  bool m_wrapped;
  Delimiter m_delimiter;
  std::optional<double> m_null;
  std::vector<CurveStats> m_curves;
  std::vector<std::string_view> m_values;
  size_t m_column = 0; // of the row being unwrapped
  size_t m_widest = 0;
  uint64_t m_rows = 0, m_lines = 0;
  uint64_t m_first_line = 0, m_last_line = 0;
  std::string m_first, m_last;
  Damage m_short, m_long, m_texts;
};

} // namespace readers::las
