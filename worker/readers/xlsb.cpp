// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/xlsb.hpp"

#include "core/base/bytes.hpp"
#include "worker/readers/ole_text.hpp"

#include <algorithm>
#include <bit>
#include <optional>

namespace readers {
namespace {

constexpr uint64_t k_most_rows = uint64_t{1} << 20;
constexpr size_t k_most_sheets = 2000;
constexpr size_t k_most_formats = 100'000;
constexpr size_t k_longest_text = 64 * 1024;

enum Record : uint32_t {
  row_header = 0,
  cell_rk = 2,
  cell_error = 3,
  cell_bool = 4,
  cell_real = 5,
  cell_string = 6,
  cell_shared = 7,
  formula_string = 8,
  formula_number = 9,
  formula_bool = 10,
  formula_error = 11,
  string_item = 19,
  defined_name = 39,
  format = 44,
  cell_format = 47,
  cell_rich = 62,
  workbook_properties = 153,
  sheet = 156,
  merged = 176,
  begin_cell_formats = 617,
  end_cell_formats = 618,
};

uint32_t u32(std::string_view body, size_t at) {
  return static_cast<uint32_t>(base::load_le(body, at, 4));
}

// A number of up to `most` bytes, seven bits in each; nothing if it is cut.
std::optional<uint32_t> variable(std::string_view bytes, size_t& at,
                                 size_t most) {
  uint32_t value = 0;
  for (size_t i = 0; i < most; ++i) {
    if (at >= bytes.size()) {
      return std::nullopt;
    }
    const auto byte = static_cast<uint8_t>(bytes[at++]);
    value |= static_cast<uint32_t>(byte & 0x7F) << (7 * i);
    if ((byte & 0x80) == 0) {
      break;
    }
  }
  return value;
}

} // namespace

base::Result<void> XlsbRecords::feed(std::string_view bytes) {
  m_bytes += bytes;
  std::string_view rest = m_bytes;
  while (true) {
    const auto skipped = std::min<uint64_t>(m_skip, rest.size());
    rest.remove_prefix(static_cast<size_t>(skipped));
    m_skip -= skipped;
    size_t at = 0;
    const auto type = variable(rest, at, 2);
    const auto size = type ? variable(rest, at, 4) : std::nullopt;
    if (m_skip > 0 || !size) {
      break;
    }
    const size_t kept = std::min<size_t>(*size, k_longest);
    if (rest.size() - at < kept) {
      break;
    }
    TRY(m_take(*type, rest.substr(at, kept)));
    rest.remove_prefix(at + kept);
    m_skip = *size - kept;
  }
  m_bytes.erase(0, m_bytes.size() - rest.size());
  return {};
}

std::string xlsb_string(std::string_view body, size_t& at) {
  if (at + 4 > body.size()) {
    at = body.size();
    return "";
  }
  const uint32_t count = u32(body, at);
  at += 4;
  if (count == 0xFFFFFFFF) {
    return ""; // there is none
  }
  const size_t bytes =
      std::min<uint64_t>(uint64_t{count} * 2, body.size() - at);
  auto out = text_of_utf16(
      body.substr(at, std::min(bytes, k_longest_text) & ~size_t{1}));
  at += bytes;
  return out;
}

void take_xlsb_workbook(uint32_t type, std::string_view body, Workbook& out) {
  if (type == workbook_properties) {
    out.from_1904 = (u32(body, 0) & 1) != 0;
  } else if (type == sheet && out.sheets.size() < k_most_sheets) {
    SheetPart part;
    part.hidden = u32(body, 0) != 0;
    size_t at = 8;
    part.relation = xlsb_string(body, at);
    part.name = xlsb_string(body, at);
    out.sheets.push_back(std::move(part));
  }
}

void take_xlsb_string(uint32_t type, std::string_view body, Workbook& out) {
  if (type == string_item) {
    size_t at = 1;
    out.strings.add(xlsb_string(body, at));
  }
}

void XlsbStyles::take(uint32_t type, std::string_view body) {
  if (type == format && m_own.size() < k_most_formats) {
    size_t at = 2;
    m_own[static_cast<uint32_t>(base::load_le(body, 0, 2))] =
        shape_of_format(xlsb_string(body, at));
  } else if (type == begin_cell_formats || type == end_cell_formats) {
    m_cells = type == begin_cell_formats;
  } else if (type == cell_format && m_cells &&
             m_out.shapes.size() < k_most_formats) {
    const auto id = static_cast<uint32_t>(base::load_le(body, 2, 2));
    const auto own = m_own.find(id);
    m_out.shapes.push_back(own == m_own.end() ? shape_of_builtin_format(id)
                                              : own->second);
  }
}

std::string XlsbSheet::value(uint32_t type, std::string_view body) const {
  const size_t style = u32(body, 4) & 0xFFFFFF;
  size_t at = type == cell_rich ? 9 : 8;
  switch (type) {
  case cell_rk:
    return m_book.number(rk_number(u32(body, 8)), style);
  case cell_real:
  case formula_number:
    return m_book.number(std::bit_cast<double>(base::load_le(body, 8, 8)),
                         style);
  case cell_bool:
  case formula_bool:
    return base::load_le(body, 8, 1) != 0 ? "TRUE" : "FALSE";
  case cell_error:
  case formula_error:
    return std::string(
        error_cell(static_cast<uint8_t>(base::load_le(body, 8, 1))));
  case cell_shared:
    return std::string(m_book.strings.at(u32(body, 8)));
  case cell_string:
  case cell_rich:
  case formula_string:
    return xlsb_string(body, at);
  default:
    return "";
  }
}

base::Result<void> XlsbSheet::take(uint32_t type, std::string_view body) {
  if (type == row_header) {
    TRY(finish());
    m_row = std::min<uint64_t>(u32(body, 0), k_most_rows) + 1;
  } else if (type == merged) {
    m_out.merge({uint64_t{u32(body, 0)} + 1, uint64_t{u32(body, 4)} + 1,
                 u32(body, 8), u32(body, 12)});
  } else if ((type >= cell_rk && type <= formula_error) || type == cell_rich) {
    auto text = value(type, body);
    if (!text.empty() && m_cells.size() < SheetTable::k_most_columns) {
      m_cells.push_back({u32(body, 0), std::move(text)});
    }
  }
  return {};
}

base::Result<void> XlsbSheet::finish() {
  if (!m_cells.empty()) {
    TRY(m_out.row(m_row, m_cells));
    m_cells.clear();
  }
  return {};
}

} // namespace readers
