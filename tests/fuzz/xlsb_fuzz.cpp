// SPDX-License-Identifier: Apache-2.0
// The records of one part, in pieces of the size that the first byte says.
#include "core/base/assert.hpp"
#include "core/base/bytes.hpp"
#include "core/domain/collect.hpp"
#include "worker/readers/xlsb.hpp"

#include <algorithm>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) {
    return 0;
  }
  std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  const size_t piece = data[0] + size_t{1};
  readers::Workbook book;
  readers::XlsbStyles styles(book);
  domain::Collector out(100'000);
  ASSERT(out.begin({"xlsb", "", {}}));
  readers::SheetTable table(out, "S");
  readers::XlsbSheet sheet(book, table);
  readers::XlsbRecords records([&](uint32_t type, std::string_view body) {
    readers::take_xlsb_workbook(type, body, book);
    readers::take_xlsb_string(type, body, book);
    styles.take(type, body);
    return sheet.take(type, body);
  });
  while (!rest.empty()) {
    ASSERT(records.feed(rest.substr(0, piece)));
    rest.remove_prefix(std::min(piece, rest.size()));
  }
  ASSERT(sheet.finish());
  ASSERT(table.finish());
  for (const auto& passage : out.documents().front().passages) {
    ASSERT(!passage.text.empty() && base::is_utf8(passage.text));
  }
  return 0;
}
