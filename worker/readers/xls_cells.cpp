// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/xls_cells.hpp"

#include "core/domain/encoding.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_longest_cell = 32 * 1024;

enum : uint16_t {
  k_integer = 0x0002,
  k_number_2 = 0x0003,
  k_label_2 = 0x0004,
  k_boolerr_2 = 0x0005,
  k_formula = 0x0006,
  k_string_2 = 0x0007,
  k_mulrk = 0x00BD,
  k_rstring = 0x00D6,
  k_labelsst = 0x00FD,
  k_number = 0x0203,
  k_label = 0x0204,
  k_boolerr = 0x0205,
  k_formula_3 = 0x0206,
  k_string = 0x0207,
  k_array = 0x0221,
  k_array_2 = 0x0021,
  k_table = 0x0236,
  k_table_2 = 0x0037,
  k_rk = 0x027E,
  k_formula_4 = 0x0406,
  k_shared_formula = 0x04BC,
};

std::string printable(std::string text) {
  const bool control = std::any_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
  });
  return clip(control ? clean_utf8(text) : std::move(text), k_longest_cell);
}

class Cells {
public:
  Cells(const XlsWorkbook& workbook, BiffRecords& records,
        std::vector<SheetCell>& out)
      : m_workbook(workbook), m_records(records), m_out(out) {}

  base::Result<void> take(const BiffRecord& record) {
    const LittleEndian& data = record.data;
    const bool biff2 = m_workbook.biff == 2;
    // BIFF2 has three bytes of attributes where others name an XF record.
    const size_t value = biff2 && record.type < 8 ? 7 : 6;
    m_column = data.u16(2);
    m_format = biff2 ? data.u8(5) & 0x3F : data.u16(4);
    switch (record.type) {
    case k_integer:
      put_number(data.u16(value));
      break;
    case k_number_2:
    case k_number:
      put_number(data.f64(value));
      break;
    case k_rk:
      put_number(rk_number(data.u32(value)));
      break;
    case k_mulrk:
      put_many(data);
      break;
    case k_label_2:
    case k_label:
    case k_rstring:
      return put_label(record, value);
    case k_labelsst:
      put_shared(data.u32(value));
      break;
    case k_boolerr_2:
    case k_boolerr:
      put_flag(data.u8(value), data.u8(value + 1) != 0);
      break;
    default:
      return put_result(data, value);
    }
    return {};
  }

private:
  void put(std::string text) {
    if (!text.empty() && m_column < k_most_xls_columns) {
      m_out.push_back({m_column, printable(std::move(text))});
    }
  }

  void put_number(double number) {
    put(shaped_cell(number, m_workbook.shape(m_format), m_workbook.from_1904));
  }

  void put_many(LittleEndian data) {
    for (size_t at = 4; data.has(at, 8); at += 6) {
      m_format = data.u16(at);
      put_number(rk_number(data.u32(at + 2)));
      ++m_column;
    }
  }

  base::Result<void> put_label(const BiffRecord& record, size_t at) {
    if (m_workbook.biff == 8) {
      put(biff_text(record.data, at, 2, true, {}).text);
    } else {
      put(biff_text(record.data, at, m_workbook.biff == 2 ? 1 : 2, false,
                    m_workbook.encoding)
              .text);
    }
    return {};
  }

  void put_shared(uint32_t index) {
    if (index < m_workbook.strings.size()) {
      put(std::string(m_workbook.strings.at(index)));
    }
  }

  void put_flag(uint8_t value, bool is_error) {
    put(is_error     ? std::string(error_cell(value))
        : value != 0 ? "TRUE"
                     : "FALSE");
  }

  // The result that was computed when the file was saved.
  base::Result<void> put_result(LittleEndian data, size_t at) {
    if (data.u16(at + 6) != 0xFFFF) {
      put_number(data.f64(at));
      return {};
    }
    switch (data.u8(at)) {
    case 0:
      return put_text_result();
    case 1:
      put_flag(data.u8(at + 2), false);
      break;
    case 2:
      put_flag(data.u8(at + 2), true);
      break;
    default: // an empty text
      break;
    }
    return {};
  }

  // In a record of its own, perhaps behind the formula's other parts.
  base::Result<void> put_text_result() {
    for (int skipped = 0; skipped < 3; ++skipped) {
      TRY_ASSIGN(const uint16_t type, m_records.next_type());
      const bool text = type == k_string || type == k_string_2;
      const bool part = type == k_array || type == k_array_2 ||
                        type == k_table || type == k_table_2 ||
                        type == k_shared_formula;
      if (!text && !part) {
        break;
      }
      BiffRecord record;
      TRY_ASSIGN(const bool more, m_records.next(record));
      if (!more) {
        break;
      }
      if (text) {
        return put_string(record);
      }
    }
    return {};
  }

  base::Result<void> put_string(const BiffRecord& record) {
    if (m_workbook.biff < 8) {
      put(biff_text(record.data, 0, m_workbook.biff == 2 ? 1 : 2, false,
                    m_workbook.encoding)
              .text);
      return {};
    }
    ContinuedRecord text(m_records, record);
    TRY_ASSIGN(const uint16_t count, text.u16());
    TRY_ASSIGN(const uint8_t flags, text.u8());
    TRY_ASSIGN(std::string all, text.characters(count, (flags & 1) != 0));
    put(std::move(all));
    return {};
  }

  const XlsWorkbook& m_workbook;
  BiffRecords& m_records;
  std::vector<SheetCell>& m_out;
  uint32_t m_column = 0;
  uint32_t m_format = 0;
};

} // namespace

std::optional<XlsPlace> xls_place(const BiffRecord& record, int biff) {
  size_t least = 0;
  switch (record.type) {
  case k_integer:
  case k_label_2:
  case k_boolerr_2:
    if (biff != 2) {
      return std::nullopt;
    }
    least = 8;
    break;
  case k_number_2:
    if (biff != 2) {
      return std::nullopt;
    }
    least = 15;
    break;
  case k_formula:
  case k_formula_3:
  case k_formula_4:
  case k_number:
    least = 14;
    break;
  case k_boolerr:
  case k_label:
  case k_rstring:
    least = 8;
    break;
  case k_labelsst:
  case k_rk:
  case k_mulrk:
    least = 10;
    break;
  default:
    return std::nullopt;
  }
  if (!record.data.has(0, least)) {
    return std::nullopt;
  }
  return XlsPlace{record.data.u16(0), record.data.u16(2)};
}

base::Result<void> xls_cells(const XlsWorkbook& workbook, BiffRecords& records,
                             const BiffRecord& record,
                             std::vector<SheetCell>& out) {
  return Cells(workbook, records, out).take(record);
}

} // namespace readers
