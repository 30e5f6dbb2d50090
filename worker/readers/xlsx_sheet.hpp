// SPDX-License-Identifier: Apache-2.0
//
// The parts of a SpreadsheetML workbook. Source: ECMA-376 part 1, 18.
#pragma once

#include "worker/readers/office_xml.hpp"
#include "worker/readers/sheet_table.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

// Strings by number, close together in memory.
class StringTable {
public:
  static constexpr size_t k_most_bytes = size_t{256} << 20;

  void add(std::string_view text);         // behind k_most_bytes: kept as ""
  std::string_view at(size_t index) const; // "" behind the end
  size_t size() const { return m_ends.size(); }
  bool cut() const { return m_cut; }

private:
  std::string m_bytes;
  std::vector<uint32_t> m_ends;
  bool m_cut = false;
};

struct SheetPart {
  std::string name;
  std::string relation;
  bool hidden = false;
};

struct Workbook {
  std::vector<SheetPart> sheets;
  std::vector<std::string> names; // that it defines
  bool from_1904 = false;
  std::vector<NumberShape> shapes; // of each cell format
  StringTable strings;

  std::string number(double value, size_t format) const;
};

class WorkbookEvents final : public XmlEvents {
public:
  explicit WorkbookEvents(Workbook& out) : m_out(out) {}
  void start(std::string_view name, const XmlAttributes& attrs) override;
  void end(std::string_view) override {}
  void text(std::string_view) override {}

private:
  Workbook& m_out;
};

class SheetStyleEvents final : public XmlEvents {
public:
  explicit SheetStyleEvents(Workbook& out) : m_out(out) {}
  void start(std::string_view name, const XmlAttributes& attrs) override;
  void end(std::string_view name) override;
  void text(std::string_view) override {}

private:
  Workbook& m_out;
  std::map<uint32_t, NumberShape> m_own;
  bool m_cells = false;
};

class SharedStringEvents final : public XmlEvents {
public:
  explicit SharedStringEvents(Workbook& out) : m_out(out) {}
  void start(std::string_view name, const XmlAttributes& attrs) override;
  void end(std::string_view name) override;
  void text(std::string_view text) override;

private:
  Workbook& m_out;
  std::string m_text;
  bool m_on = false;
  int m_phonetic = 0;
};

class SheetEvents final : public XmlEvents {
public:
  SheetEvents(const Workbook& book, SheetRows& out)
      : m_book(book), m_out(out) {}
  void start(std::string_view name, const XmlAttributes& attrs) override;
  void end(std::string_view name) override;
  void text(std::string_view text) override;
  void finish(); // of a damaged part: the row that is open

  // Cells whose formula was never worked out, as programs write them that do
  // not calculate: the formula stands for the value, where the cell has one of
  // its own.
  uint64_t uncalculated() const { return m_uncalculated; }
  const std::string& first_uncalculated() const { return m_first_place; }

private:
  void take_formula();
  void start_cell(const XmlAttributes& attrs);
  void end_cell();
  void end_row();
  std::string value() const;

  const Workbook& m_book;
  SheetRows& m_out;
  uint64_t m_row = 0;
  uint32_t m_column = 0; // of the next cell that does not say
  std::vector<SheetCell> m_cells;
  std::string m_type, m_text;
  std::string m_place, m_formula, m_first_place;
  uint64_t m_uncalculated = 0;
  bool m_has_formula = false;
  bool m_in_formula = false;
  size_t m_format = 0;
  bool m_on = false; // within the text of a value
  int m_phonetic = 0;
};

// "A1:C5"; nothing if it is none.
std::optional<SheetArea> sheet_area(std::string_view reference);

} // namespace readers
