// SPDX-License-Identifier: Apache-2.0
//
// What an Excel workbook (BIFF2 to BIFF8) says before its sheets: which they
// are, its strings, number formats and names. Source: as biff_records.hpp.
#pragma once

#include "worker/readers/biff_records.hpp"
#include "worker/readers/sheet_cells.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

// Shared strings, in one piece of memory.
class SharedStrings {
public:
  static constexpr size_t k_most_bytes = size_t{256} << 20;
  void add(std::string_view text) {
    m_text += text;
    m_ends.push_back(m_text.size());
  }
  size_t size() const { return m_ends.size(); }
  size_t bytes() const { return m_text.size(); }
  // REQUIRES: index < size().
  std::string_view at(size_t index) const {
    const size_t from = index == 0 ? 0 : m_ends[index - 1];
    return std::string_view(m_text).substr(from, m_ends[index] - from);
  }

private:
  std::string m_text;
  std::vector<size_t> m_ends;
};

struct XlsSheet {
  enum class Kind { cells = 0, macros = 1, chart = 2, module = 6 };
  uint64_t offset = 0; // of its BOF record in the stream
  Kind kind = Kind::cells;
  bool hidden = false; // from the list of sheets, or fully
  std::string name;
};

struct XlsName {
  std::string name;
  std::string target; // "Sheet1!A1:B7" where it is plain; else ""
};

struct XlsReject {
  uint64_t byte = 0; // in the file
  std::string field, raw, reason;
};

struct XlsWorkbook {
  int biff = 8; // 2, 3, 4, 5 or 8
  std::string encoding = "windows-1252";
  bool from_1904 = false;
  SharedStrings strings;
  std::vector<XlsSheet> sheets;
  std::vector<XlsName> names;
  std::map<uint32_t, std::string> formats; // code by its number
  std::vector<uint16_t> cell_formats;      // number of a format, by XF
  std::vector<XlsReject> rejects;
  bool macros = false; // a module or a macro sheet

  std::vector<NumberShape> shapes; // by XF (BIFF2: by number of a format)

  NumberShape shape(uint32_t xf) const {
    return xf < shapes.size() ? shapes[xf] : NumberShape::plain;
  }
};

inline constexpr size_t k_most_sheets = 10'000;
inline constexpr size_t k_most_names = 20'000;

// Whether a BOF record stands there, and whose. `type`: 0x0005 globals, 0x0010
// a sheet, 0x0020 a chart, 0x0040 macros, 0x0100 a workspace.
struct BiffBegin {
  int biff = 0; // 0: none
  uint16_t type = 0;
};
BiffBegin biff_begin(uint16_t record_type, LittleEndian data);

// From the start of the stream to the end of the globals; sheets of BIFF2 to 4
// are found all over the stream. Errc::unsupported: password-protected.
base::Result<XlsWorkbook> read_workbook(ByteSource& source);

} // namespace readers
