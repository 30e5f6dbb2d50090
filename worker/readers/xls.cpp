// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/xls.hpp"

#include "worker/readers/findings.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/xls_sheet.hpp"

#include <algorithm>

namespace readers {
namespace {

constexpr size_t k_most_sheet_facts = 200;
constexpr size_t k_most_name_facts = 500;

base::Result<void> put_sheet_facts(const XlsWorkbook& workbook,
                                   domain::DocumentSink& sink) {
  const auto shown = std::min(workbook.sheets.size(), k_most_sheet_facts);
  TRY(put_number(sink, "sheet_count",
                 static_cast<double>(workbook.sheets.size())));
  for (size_t i = 0; i < shown; ++i) {
    const XlsSheet& sheet = workbook.sheets[i];
    TRY(put_text(sink, sheet.hidden ? "hidden_sheet" : "sheet",
                 clean_utf8(sheet.name)));
  }
  return {};
}

base::Result<void> put_names(const XlsWorkbook& workbook,
                             domain::DocumentSink& sink) {
  size_t put = 0;
  for (const XlsName& name : workbook.names) {
    const auto clean = clean_utf8(name.name);
    if (trim(clean).empty() || clean.front() == '_' ||
        ++put > k_most_name_facts) {
      continue;
    }
    TRY(put_text(
        sink, "defined_name",
        name.target.empty() ? clean : clean + " = " + clean_utf8(name.target)));
  }
  return {};
}

} // namespace

base::Result<void> put_xls(ByteSource& source, const OleProperties& properties,
                           domain::DocumentSink& sink) {
  TRY_ASSIGN(const XlsWorkbook workbook, read_workbook(source));
  domain::DocumentHead head;
  head.format = "xls";
  head.title = properties.title();
  TRY(sink.begin(std::move(head)));
  TRY(put_text(sink, "format_version",
               workbook.biff == 8 ? "BIFF8"
                                  : "BIFF" + std::to_string(workbook.biff)));
  TRY(put_properties(properties, sink));
  TRY(put_sheet_facts(workbook, sink));
  TRY(put_names(workbook, sink));
  if (workbook.macros) {
    TRY(put_text(sink, "macros", "yes"));
  }
  for (const XlsReject& reject : workbook.rejects) {
    TRY(sink.reject(
        {at_byte(reject.byte), reject.field, reject.raw, reject.reason}));
  }
  for (const XlsSheet& sheet : workbook.sheets) {
    if (sheet.kind == XlsSheet::Kind::cells ||
        sheet.kind == XlsSheet::Kind::macros) {
      TRY(put_xls_sheet(source, workbook, sheet, sink));
    }
  }
  return {};
}

} // namespace readers
