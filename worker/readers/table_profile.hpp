// SPDX-License-Identifier: Apache-2.0
//
// What the values of a column are, judged by the values alone, never by the
// column's name. Pure; bounded memory whatever the number of rows.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

enum class ColumnType {
  empty = 0,
  integer = 1,
  number = 2,
  date = 3, // ISO or day/month/year shapes
  text = 4,
};
std::string_view name_of(ColumnType type);

// What a column is good for.
enum class ColumnUse {
  nothing = 0,    // no values, or numbers that name nothing
  name = 1,       // text that names things
  category = 2,   // few values that repeat: facts
  constant = 3,   // one value in at least nine rows of ten
  prose = 4,      // 40 characters or more, on average
  identifier = 5, // codes and long whole numbers: keys
};

// Blank, or one of the words that programs write for "no value".
bool is_missing(std::string_view text);
// A finite number written plainly (sign, digits, point, exponent; commas
// between thousands). Nothing is guessed from anything else.
std::optional<double> plain_number(std::string_view text);
// -999, -999.25, -9999, -9999.25, -99999: what programs write for "not
// measured" (the LAS standard's example, and its variants).
bool is_filler(double number);
bool looks_like_date(std::string_view text);
// A code of letters and digits or of digit groups, as parts, wells and
// documents bear: ABC-4471-B, 33-053-03703, PEDL243.
bool looks_like_code(std::string_view text);

// Nearly all of at least three different values are one word of letters and
// digits: the column names things by codes, in whatever case.
bool is_code_column(const std::vector<std::string>& sample);

class ColumnProfile {
public:
  static constexpr size_t k_most_values = 500; // distinct values counted
  static constexpr size_t k_sample = 1000;     // values kept for validation

  void add(std::string_view value);
  // In a column of total depths 0 is what an empty form holds.
  void zero_is_missing() { m_zero_is_missing = true; }

  ColumnType type() const;
  ColumnUse use() const;
  uint64_t rows() const { return m_rows; }
  uint64_t filled() const { return m_filled; }
  // At most k_most_values; complete unless overflowed().
  using Values = std::map<std::string, uint64_t, std::less<>>;
  const Values& values() const { return m_values; }
  bool overflowed() const { return m_overflow; }
  const std::vector<std::string>& sample() const { return m_sample; }
  // The value of at least nine rows of ten; null if there is none.
  const std::string* constant() const;
  // Of what is measured: -999.25 and its like (is_filler) do not count.
  uint64_t fillers() const { return m_fillers; }
  const std::string& filler() const { return m_filler; } // one, as written
  std::optional<double> minimum() const { return m_min; }
  std::optional<double> maximum() const { return m_max; }

private:
  bool repeats() const;
  bool distinct() const;
  bool names_by_number() const;

  uint64_t m_rows = 0, m_filled = 0;
  uint64_t m_integers = 0, m_numbers = 0, m_dates = 0, m_codes = 0;
  uint64_t m_characters = 0;
  uint64_t m_overflow_rows = 0;        // values that found no room in m_values
  std::map<size_t, uint64_t> m_digits; // digits of plain whole numbers → rows
  Values m_values;
  bool m_overflow = false;
  std::vector<std::string> m_sample;
  std::optional<double> m_min, m_max;
  bool m_zero_is_missing = false;
  uint64_t m_fillers = 0;
  std::string m_filler;
};

// Whether the values of a column of that name are companies, and all of them
// are known: facts however seldom each comes, so that a question by operator
// finds the table and what no table has can be told.
bool lists_companies(std::string_view name, const ColumnProfile& column);
// Names companies, and more different ones than are counted: facts would be a
// part that looks like the whole.
bool has_too_many_companies(std::string_view name, const ColumnProfile& column);

} // namespace readers
