// SPDX-License-Identifier: Apache-2.0
//
// The rows of one sheet of a spreadsheet, as they come, become its tables:
// header and columns, records with the row they stand in, keys, dates. What
// stands above a header is text of the sheet; a sheet without headers is text
// row by row. Rows wait in a scratch file where they are many, so memory is
// bounded by the columns.
#pragma once

#include "core/domain/document.hpp"
#include "worker/readers/sheet_cells.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace readers {

// As it is shown; see sheet_cells.hpp. Dates are ISO dates, booleans TRUE and
// FALSE, errors "#N/A". Blank cells are not handed over.
struct SheetCell {
  uint32_t column = 0; // from 0
  std::string text;    // UTF-8; cut to 32 KiB
};

struct SheetArea { // rows from 1, columns from 0; both ends belong to it
  uint64_t first_row = 0, last_row = 0;
  uint32_t first_column = 0, last_column = 0;
};

// Takes the rows of one sheet.
class SheetRows {
public:
  SheetRows() = default;
  SheetRows(const SheetRows&) = delete;
  SheetRows& operator=(const SheetRows&) = delete;
  virtual ~SheetRows() = default;
  // Rows ascend; one that does not is put behind the last. `cells` ascend too
  // and may be changed.
  virtual base::Result<void> row(uint64_t number,
                                 std::vector<SheetCell>& cells) = 0;
  // Merged cells: those below the first have its value too. At any time.
  virtual void merge(const SheetArea& area) = 0;
};

class SheetTable final : public SheetRows {
public:
  static constexpr size_t k_most_columns = 4096; // with anything in them
  static constexpr size_t k_most_tables = 100;   // in one sheet
  static constexpr size_t k_most_merges = 20'000;
  // Of the text of its cells: one long text may stand in every cell.
  static constexpr uint64_t k_most_bytes = uint64_t{1} << 30;

  // `sink` is borrowed and outlives this. `name` is the section of all that
  // is put; a hidden sheet is told apart by the section too.
  SheetTable(domain::DocumentSink& sink, const std::string& name,
             bool hidden = false, uint64_t most_bytes = k_most_bytes);
  ~SheetTable() override;

  base::Result<void> row(uint64_t number,
                         std::vector<SheetCell>& cells) override;
  void merge(const SheetArea& area) override;
  // The file says that this row names the columns of a table.
  void header(uint64_t row);
  // Put it all. Must be the last call.
  base::Result<void> finish();

  const std::string& section() const;

private:
  struct State;
  std::unique_ptr<State> m_state;
};

} // namespace readers
