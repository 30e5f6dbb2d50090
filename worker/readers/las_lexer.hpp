// SPDX-License-Identifier: Apache-2.0
//
// The line grammar of LAS: CWLS LAS 1.2 (1989), 2.0 (1992) and 3.0 (1999), and
// what writers make of it. Pure functions on one line of UTF-8.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers::las {

std::string_view trimmed(std::string_view text);
std::string upper_of(std::string_view text); // ASCII letters only

enum class SectionKind {
  version = 1,
  well = 2,
  curve = 3,     // ~Curve, ~Log_Definition
  parameter = 4, // ~Parameter, ~Log_Parameter
  other = 5,     // ~Other: free text
  data = 6,      // ~A, ~Ascii, ~Log_Data
  custom = 7,    // whatever else: ~Tops, ~Core_Definition, ~Lithology_Data …
};

// Whether upper_of(text) is `capitals`.
bool is_word(std::string_view text, std::string_view capitals);

// The kind of a line that begins with '~'; nothing for other lines.
std::optional<SectionKind> section_of(std::string_view line);

// "MNEM.UNIT  VALUE : DESCRIPTION". Mnemonic up to the first dot, unit up to
// the first blank behind it, value up to the last colon (one within braces or
// a time of day does not count), description.
struct Item {
  std::string mnemonic; // as written
  std::string unit;
  std::string value;
  std::string description;
  std::string format;      // of LAS 3.0, without its braces: "F", "DD/MM/YYYY"
  std::string association; // of LAS 3.0, behind '|': "Run[1]"
  uint64_t line = 0;
  bool dotless = false; // no dot: the first word was taken as the mnemonic
};

// Nothing for a line that has neither a dot nor a colon.
std::optional<Item> parse_item(std::string_view line);

// Parts the description at its last '|': what stands behind it is what the
// item belongs to. Only LAS 3.0 has that.
void split_association(Item& item);

// "Core" and 2 of "~Core[2] | Core_Definition"; 1 without a number.
struct SectionName {
  std::string name; // without '~', number and association
  size_t number = 1;
  std::string association; // "Core_Definition", without '~'
};
SectionName section_name(std::string_view line);

// How values of a row stand apart.
enum class Delimiter { blank = 1, comma = 2, tab = 3 };
std::optional<Delimiter> delimiter_of(std::string_view name); // of DLM

// The values of a data row; those in quotes with their quotes, and what parts
// values does not within them. With Delimiter::blank, commas part values too
// unless there are `expected` values without that (then they are decimal
// commas). Numbers glued by their sign ("12.5-999.25") are parted where the
// row would otherwise be short.
void split_row(std::string_view line, Delimiter delimiter, size_t expected,
               std::vector<std::string_view>& values);

// Without the quotes around it.
std::string_view unquoted(std::string_view value);

// A plain or decimal-comma number; nothing for anything else, NaN included.
std::optional<double> number_of(std::string_view text);

} // namespace readers::las
