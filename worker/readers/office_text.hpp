// SPDX-License-Identifier: Apache-2.0
//
// What documents of word processors and presentations are made of, put as
// passages: running text, tables, and what stands beside the text (notes,
// comments, headers, hidden text), which is kept apart.
#pragma once

#include "worker/readers/structured_text.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

struct TextCell {
  std::vector<std::string> paragraphs;
  uint32_t span = 1;      // columns
  bool continued = false; // the cell above goes on
};

struct TextRow {
  std::vector<TextCell> cells;
  bool header = false; // the format says so
};

class OfficeText;

// A table as it is read, row by row; told apart from tables that only arrange
// text on a page. Memory is bounded: of a long table the first rows decide.
class TextTable {
public:
  static constexpr size_t k_most_held = 2000; // rows
  static constexpr size_t k_most_held_bytes = size_t{2} << 20;
  static constexpr size_t k_most_columns = 256;

  base::Result<void> add(TextRow row, OfficeText& out);
  base::Result<void> finish(OfficeText& out);
  // All of it as lines, for a table within a cell.
  std::vector<std::string> flat() const;

private:
  using Cells = std::vector<TextCell>;
  void decide();
  bool is_layout() const;
  size_t find_header() const;
  base::Result<void> put(const Cells& row, OfficeText& out);
  base::Result<void> put_held(OfficeText& out);
  Cells on_grid(TextRow row);

  std::vector<Cells> m_rows;
  std::vector<bool> m_flags; // of each row: said to be a header
  size_t m_bytes = 0;
  bool m_decided = false;
  bool m_layout = false;
  size_t m_skip = 0; // rows of the header
  std::vector<std::string> m_names;
  std::vector<bool> m_named; // columns whose name was put with a value
  Cells m_above;
};

class OfficeText {
public:
  OfficeText(domain::DocumentSink& sink, std::string_view title)
      : m_sink(sink), m_out(sink, title), m_aside(sink) {}

  base::Result<void> heading(size_t level, std::string_view text);
  base::Result<void> paragraph(std::string_view text);
  base::Result<void> row(const std::vector<std::string>& names,
                         const std::vector<std::string>& cells);
  void set_page(uint64_t page);

  // Not part of the running text; in a section of that name. Each text once.
  base::Result<void> aside(const std::string& section, std::string_view text);
  // What no reader of the document sees.
  base::Result<void> hidden(std::string_view text);

  // Must be the last call. Facts: "hidden_text_bytes".
  base::Result<void> finish();

private:
  bool full(size_t more);

  domain::DocumentSink& m_sink;
  StructuredText m_out;
  PassagePacker m_aside;
  std::string m_aside_section;
  std::set<std::string, std::less<>> m_said; // asides so far, cut short
  std::optional<uint64_t> m_page;
  uint64_t m_bytes = 0;
  uint64_t m_left_out = 0; // bytes
  uint64_t m_hidden = 0;   // bytes
};

} // namespace readers
