// SPDX-License-Identifier: Apache-2.0
//
// The cells in the records of one sheet of an Excel workbook. Source: as
// biff_records.hpp.
#pragma once

#include "worker/readers/sheet_table.hpp"
#include "worker/readers/xls_workbook.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace readers {

inline constexpr uint32_t k_most_xls_columns = 256;

// Where the cells of one record stand, without their values.
struct XlsPlace {
  uint32_t row = 0;    // from 0
  uint32_t column = 0; // of the first; from 0
};
// Nothing if the record holds no cells, or only blank ones.
std::optional<XlsPlace> xls_place(const BiffRecord& record, int biff);

// Append the cells of a record for which xls_place() gave a place. `records`
// stands behind it, and is moved on where the text of a formula follows.
base::Result<void> xls_cells(const XlsWorkbook& workbook, BiffRecords& records,
                             const BiffRecord& record,
                             std::vector<SheetCell>& out);

} // namespace readers
