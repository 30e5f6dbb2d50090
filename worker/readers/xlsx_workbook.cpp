// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/xlsx_workbook.hpp"

namespace readers {

base::Result<void> WorkbookParts::open() {
  TRY_ASSIGN(const auto root, m_package.relations(""));
  const Relation* main = first_of_type(root, "officeDocument");
  m_main = main != nullptr      ? main->target
           : m_format == "xlsb" ? "xl/workbook.bin"
                                : "xl/workbook.xml";
  if (!m_package.has(m_main)) {
    return base::fail(base::Errc::corrupt,
                      "the list of sheets (" + m_main +
                          ") is missing: save the workbook anew");
  }
  TRY_ASSIGN(m_relations, m_package.relations(m_main));
  return binary() ? read_binary() : read_xml();
}

std::string WorkbookParts::part(std::string_view type,
                                const std::string& usual) const {
  const Relation* relation = first_of_type(m_relations, type);
  return relation == nullptr ? usual + (binary() ? ".bin" : ".xml")
                             : relation->target;
}

base::Result<void> WorkbookParts::read_records(const std::string& name,
                                               const XlsbRecords::Take& take) {
  const ZipPart* one = m_package.zip().find(name);
  if (one == nullptr) {
    return {};
  }
  base::Result<void> alive;
  XlsbRecords records([&](uint32_t type, std::string_view body) {
    alive = take(type, body);
    return alive;
  });
  auto read = m_package.zip().read(*one, *m_package.input().nesting,
                                   [&](std::string_view bytes) {
                                     alive = m_package.sink().progress();
                                     return alive ? records.feed(bytes) : alive;
                                   });
  TRY(alive);
  if (!read) {
    return m_package.refuse(name, read.error().message);
  }
  return records.complete() ? base::Result<void>()
                            : m_package.refuse(name, "ends within a record");
}

base::Result<void> WorkbookParts::read_binary() {
  XlsbStyles styles(m_book);
  TRY(read_records(m_main, [&](uint32_t type, std::string_view body) {
    take_xlsb_workbook(type, body, m_book);
    return base::Result<void>();
  }));
  TRY(read_records(part("styles", "xl/styles"),
                   [&](uint32_t type, std::string_view body) {
                     styles.take(type, body);
                     return base::Result<void>();
                   }));
  return read_records(part("sharedStrings", "xl/sharedStrings"),
                      [&](uint32_t type, std::string_view body) {
                        take_xlsb_string(type, body, m_book);
                        return base::Result<void>();
                      });
}

base::Result<void> WorkbookParts::read_xml() {
  WorkbookEvents book(m_book);
  SheetStyleEvents styles(m_book);
  SharedStringEvents strings(m_book);
  TRY(m_package.parse(m_main, book));
  TRY(m_package.parse(part("styles", "xl/styles"), styles));
  TRY(m_package.parse(part("sharedStrings", "xl/sharedStrings"), strings));
  return {};
}

// Without relations (a salvaged file) sheets are numbered.
std::string WorkbookParts::part_of(const SheetPart& sheet) const {
  const Relation* relation = find_relation(m_relations, sheet.relation);
  if (relation != nullptr) {
    return relation->target;
  }
  const auto number = &sheet - m_book.sheets.data() + 1;
  return "xl/worksheets/sheet" + std::to_string(number) +
         (binary() ? ".bin" : ".xml");
}

base::Result<void> WorkbookParts::read_sheet(const SheetPart& sheet,
                                             SheetRows& out) {
  const std::string name = part_of(sheet);
  if (!m_package.has(name)) {
    return m_package.refuse(name,
                            "the sheet \"" + sheet.name + "\" is missing");
  }
  if (binary()) {
    XlsbSheet records(m_book, out);
    TRY(read_records(name, [&](uint32_t type, std::string_view body) {
      return records.take(type, body);
    }));
    return records.finish();
  }
  SheetEvents events(m_book, out);
  TRY(m_package.parse(name, events));
  events.finish();
  if (events.uncalculated() > 0) {
    TRY(m_package.refuse(
        name, std::to_string(events.uncalculated()) + " cells of the sheet \"" +
                  sheet.name +
                  "\" hold formulas whose results were never stored, the "
                  "first is " +
                  events.first_uncalculated() +
                  "; the formulas stand in their place: open the file in a "
                  "spreadsheet program and save it"));
  }
  return events.status();
}

} // namespace readers
