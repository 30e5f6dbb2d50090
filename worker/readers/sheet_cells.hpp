// SPDX-License-Identifier: Apache-2.0
//
// What the cells of spreadsheets have in common, whatever file they are in.
// Source: ECMA-376 part 1, 18.8.30 (number formats); [MS-XLS] 2.4.126. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace readers {

// What a number format makes of a number.
enum class NumberShape {
  plain = 0,
  percent = 1,
  date = 2,       // days, with or without a time of day
  time = 3,       // a time of day, without the date that may be there
  scientific = 4, // shown plain all the same
  span = 5,       // hours, minutes or seconds that add up: [h]:mm
};

// From a format's code: "yyyy\-mm\-dd", "0.0%", "[h]:mm", "General".
NumberShape shape_of_format(std::string_view code);
// Of the formats that files only number (0 to 163); plain if there is none.
NumberShape shape_of_builtin_format(uint32_t id);

// The number as a person would write it: whole ones up to 15 digits without an
// exponent (well numbers), 0.1 + 0.2 as 0.3 (15 digits, as spreadsheets do).
std::string number_cell(double value);

// 44197.5 → "2021-01-01 12:00:00"; without the time where it is midnight;
// nothing where the day is none (before 1900 or behind 9999). `from_1904`: the
// workbook counts days from 1904-01-01. 1900-02-29, which never was, is day 60.
std::optional<std::string> date_cell(double serial, bool from_1904);

// 0.5 → "12:00:00", 1.25 → "30:00:00".
std::string time_cell(double days);

// A number in a format of that shape, as text.
std::string shaped_cell(double value, NumberShape shape, bool from_1904);

// "#DIV/0!" for the code of [MS-XLS] 2.5.10; "#ERROR" for others.
std::string_view error_cell(uint8_t code);

// "AB12" → column 27 (from 0) and row 12 (from 1); nothing if it is none, or
// outside 16384 columns and 2^20 rows.
struct CellPlace {
  uint32_t column = 0;
  uint64_t row = 0;
};
std::optional<CellPlace> cell_place(std::string_view reference);
// 27 → "AB".
std::string column_letters(uint32_t column);

// The number that [MS-XLS] 2.5.217 and [MS-XLSB] 2.5.122 pack into 30 bits.
double rk_number(uint32_t packed);

} // namespace readers
