// SPDX-License-Identifier: Apache-2.0
//
// One sheet of an Excel workbook: its table, comments, texts in boxes, header
// and footer.
#pragma once

#include "core/domain/document.hpp"
#include "worker/readers/sheet_table.hpp"
#include "worker/readers/xls_workbook.hpp"

namespace readers {

// All rows to `rows`, what is no cell to `sink` with `section`.
base::Result<void> read_xls_sheet(ByteSource& source,
                                  const XlsWorkbook& workbook,
                                  const XlsSheet& sheet, SheetRows& rows,
                                  const std::string& section,
                                  domain::DocumentSink& sink);

// Put what the sheet holds. What is damaged is a reject; cells before it are
// put.
base::Result<void> put_xls_sheet(ByteSource& source,
                                 const XlsWorkbook& workbook,
                                 const XlsSheet& sheet,
                                 domain::DocumentSink& sink);

} // namespace readers
