// SPDX-License-Identifier: Apache-2.0
//
// Text files of wells that carry no more than a path, tops or logs along it:
// RMS well files, Petrel well paths and well tops, deviation and tops tables.
// Each is recognised by what it holds; tables without names of columns or a
// file name that says so are left to other readers.
#pragma once

#include "core/domain/curves.hpp"
#include "worker/readers/findings.hpp"
#include "worker/readers/line_source.hpp"
#include "worker/readers/well_tables.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers::wells {

enum class Family {
  none = 0,
  rms_well = 1,    // RMS text well: name, position, logs, rows
  petrel_path = 2, // "# WELL TRACE FROM PETREL"
  petrel_tops = 3, // "# Petrel well tops"
  path = 4,        // a table of a well's path
  tops = 5,        // a table of depths and names
};
std::string_view format_of(Family family); // "rms_well", "" of none

// By the start of the text, and for plain tables the file's extension.
Family family_of(std::string_view head, std::string_view extension);

// Words of a line: parted by `mark`, or by blanks where that is ' '. Quotes
// hold a value together and are taken off.
std::vector<std::string_view> words_of(std::string_view line, char mark);

// What a line-by-line parser of one family does. One thread.
class Parser {
public:
  Parser() = default;
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;
  virtual ~Parser() = default;
  virtual void take(const Line& line) = 0;
  // The facts; an error means that nothing of it can be used.
  virtual base::Result<void> finish(Findings& out) = 0;
};

std::unique_ptr<Parser> make_rms_parser(const domain::CurveFamilies& curves);
std::unique_ptr<Parser> make_petrel_path_parser();
std::unique_ptr<Parser> make_petrel_tops_parser();
// Learns the layout from the start of the text.
std::unique_ptr<Parser> make_table_parser(Family family, std::string_view head);

// Whether the text begins as that family does.
bool is_rms_well(std::string_view head);
// Names of columns, as a table of that family has them.
struct TableLayout {
  char mark = ' ';
  std::vector<WellColumn> columns;
  size_t header_line = 0; // 0: no names, the columns are told by their values
  std::vector<WellRole> roles;
};
std::optional<TableLayout> layout_of(std::string_view head, Family family);

// The well's name as a fact and as keys.
void put_well_name(const std::string& name, const domain::Locator& where,
                   Findings& out);

} // namespace readers::wells
