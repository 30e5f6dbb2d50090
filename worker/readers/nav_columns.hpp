// SPDX-License-Identifier: Apache-2.0
//
// Position records in fixed columns: SEG-P1 (SEG Technical Standards Committee,
// 1983) and UKOOA P1/84 and P1/90 (UKOOA Surveying and Positioning Committee,
// type 1 records). Pure. Columns count from 1.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers::nav {

// UKOOA: 1 record, 2-13 line, 20-25 point, 26-35 latitude, 36-46 longitude,
// 47-55 easting, 56-64 northing, 65-70 water depth.
// SEG-P1: 2-17 line, 18-25 point, 27-35 latitude, 36-45 longitude (seconds in
// hundredths without a point), 46-53 easting, 54-61 northing, 62-66 depth.
enum class Columns { none = 0, ukooa = 1, segp1 = 2 };

// How latitude and longitude are written (P1/90, header H2002).
enum class AngleUnit { degrees = 0, grads = 1 };

struct FieldFault {
  const char* field;
  std::string raw;
  std::string reason;
};

struct Position {
  char record = ' '; // "S" centre of source, "V" vessel, "Q" bin centre …
  std::string line;
  std::string point; // as written, without blanks
  std::optional<double> point_number;
  std::optional<double> latitude, longitude; // degrees, north and east above 0
  std::optional<double> easting, northing;   // in units of the grid
  std::optional<double> depth;
  bool placed() const {
    return (latitude && longitude) || (easting && northing);
  }
};

// `faults`: what its columns should not hold; such a value is absent.
Position read_position(std::string_view text, Columns columns, AngleUnit unit,
                       std::vector<FieldFault>& faults);

// Whether a card is a position beyond doubt: a point number, and latitude and
// longitude with their letters, all in their columns, and nothing wrong.
bool is_position(std::string_view text, Columns columns);

// "593012.25N", "  2000000E" (`implied`: hundredths of a second without a
// point): degrees. Absent if it is not one. Up to `most` degrees. Seconds that
// were rounded to 60.00 are a minute.
std::optional<double> parse_angle(std::string_view text, double most,
                                  bool implied);

// A whole field as a number; blanks at either end do not count.
std::optional<double> parse_number(std::string_view text);

// Columns `first` to `last` of a card; a column is a character of UTF-8.
std::string_view columns_of(std::string_view text, size_t first, size_t last);
// The same, blanks at either end cut.
std::string_view field_at(std::string_view text, size_t first, size_t last);

// "centre of source"; null for a record that the standard does not name.
const char* record_name(char record);

} // namespace readers::nav
