// SPDX-License-Identifier: Apache-2.0
//
// The parts of a binary workbook (.xlsb). Source: [MS-XLSB] 2.1.4 (records)
// and 2.4.
#pragma once

#include "worker/readers/xlsx_sheet.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace readers {

// Records of a part, as its bytes come.
class XlsbRecords {
public:
  static constexpr size_t k_longest = size_t{1} << 20; // what is handed over

  // `body` is cut to k_longest bytes.
  using Take =
      std::function<base::Result<void>(uint32_t type, std::string_view body)>;
  explicit XlsbRecords(Take take) : m_take(std::move(take)) {}

  base::Result<void> feed(std::string_view bytes);
  // Whether the part ended between two records.
  bool complete() const { return m_bytes.empty() && m_skip == 0; }

private:
  Take m_take;
  std::string m_bytes; // of a record that is not complete
  uint64_t m_skip = 0; // bytes of a record too long
};

// The text at `at`: a count of 32 bits and UTF-16. "" where the body is short.
// `at` is moved behind it.
std::string xlsb_string(std::string_view body, size_t& at);

void take_xlsb_workbook(uint32_t type, std::string_view body, Workbook& out);
void take_xlsb_string(uint32_t type, std::string_view body, Workbook& out);

class XlsbStyles {
public:
  explicit XlsbStyles(Workbook& out) : m_out(out) {}
  void take(uint32_t type, std::string_view body);

private:
  Workbook& m_out;
  std::map<uint32_t, NumberShape> m_own;
  bool m_cells = false;
};

class XlsbSheet {
public:
  XlsbSheet(const Workbook& book, SheetRows& out) : m_book(book), m_out(out) {}
  base::Result<void> take(uint32_t type, std::string_view body);
  base::Result<void> finish(); // the last row

private:
  std::string value(uint32_t type, std::string_view body) const;
  const Workbook& m_book;
  SheetRows& m_out;
  uint64_t m_row = 0;
  std::vector<SheetCell> m_cells;
};

} // namespace readers
