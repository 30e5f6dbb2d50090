// SPDX-License-Identifier: Apache-2.0
//
// The parts of an Excel workbook, with XML or with binary records in them, as
// the rows of its sheets.
#pragma once

#include "worker/readers/office_package.hpp"
#include "worker/readers/xlsb.hpp"
#include "worker/readers/xlsx_sheet.hpp"

#include <string>
#include <vector>

namespace readers {

class WorkbookParts {
public:
  // `package` is borrowed. `format`: "xlsx" or "xlsb".
  WorkbookParts(OfficePackage& package, std::string format)
      : m_package(package), m_format(std::move(format)) {}

  // The list of sheets, formats and strings. Errc::corrupt without a list.
  base::Result<void> open();
  const Workbook& book() const { return m_book; }
  // What is wrong with the sheet is a reject of the package.
  base::Result<void> read_sheet(const SheetPart& sheet, SheetRows& out);
  // The name of the sheet's part.
  std::string part_of(const SheetPart& sheet) const;

private:
  bool binary() const { return m_main.ends_with(".bin"); }
  std::string part(std::string_view type, const std::string& usual) const;
  base::Result<void> read_records(const std::string& name,
                                  const XlsbRecords::Take& take);
  base::Result<void> read_xml();
  base::Result<void> read_binary();

  OfficePackage& m_package;
  std::string m_format;
  std::string m_main;
  std::vector<Relation> m_relations;
  Workbook m_book;
};

} // namespace readers
