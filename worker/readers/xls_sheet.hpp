// SPDX-License-Identifier: Apache-2.0
//
// One sheet of an Excel workbook: its table, comments, texts in boxes, header
// and footer.
#pragma once

#include "core/domain/document.hpp"
#include "worker/readers/sheet_table.hpp"
#include "worker/readers/xls_workbook.hpp"

namespace readers {

// Where the cells go. Rows ascend from 1, cells by column.
class XlsRows {
public:
  XlsRows() = default;
  XlsRows(const XlsRows&) = delete;
  XlsRows& operator=(const XlsRows&) = delete;
  virtual ~XlsRows() = default;
  virtual base::Result<void> row(uint64_t number,
                                 std::vector<SheetCell>& cells) = 0;
  virtual void merge(const SheetArea& area) = 0;
};

// All rows to `rows`, what is no cell to `sink` with `section`.
base::Result<void> read_xls_sheet(ByteSource& source,
                                  const XlsWorkbook& workbook,
                                  const XlsSheet& sheet, XlsRows& rows,
                                  const std::string& section,
                                  domain::DocumentSink& sink);

// Put what the sheet holds. What is damaged is a reject; cells before it are
// put.
base::Result<void> put_xls_sheet(ByteSource& source,
                                 const XlsWorkbook& workbook,
                                 const XlsSheet& sheet,
                                 domain::DocumentSink& sink);

} // namespace readers
