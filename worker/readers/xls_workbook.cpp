// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/xls_workbook.hpp"

#include "core/domain/encoding.hpp"
#include "worker/readers/ole_text.hpp"

#include <algorithm>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_most_formats = 10'000;
constexpr size_t k_most_cell_formats = 100'000;
constexpr uint64_t k_most_records = uint64_t{1} << 26;

// [MS-XLS] 2.3.2, and the numbers that older versions have.
enum : uint16_t {
  k_codepage = 0x0042,
  k_boundsheet = 0x0085,
  k_bundleheader = 0x008F,
  k_datemode = 0x0022,
  k_eof = 0x000A,
  k_externsheet = 0x0017,
  k_filepass = 0x002F,
  k_format_2 = 0x001E,
  k_format_4 = 0x041E,
  k_name_2 = 0x0018,
  k_name_3 = 0x0218,
  k_obproj = 0x00D3,
  k_sst = 0x00FC,
  k_supbook = 0x01AE,
  k_xf_2 = 0x0043,
  k_xf_3 = 0x0243,
  k_xf_4 = 0x0443,
  k_xf_5 = 0x00E0,
};

base::Error no_workbook(const std::string& why) {
  return {base::Errc::corrupt, "not a readable Excel workbook: " + why};
}

class GlobalsReading {
public:
  explicit GlobalsReading(ByteSource& source)
      : m_source(source), m_records(source) {}

  base::Result<XlsWorkbook> run() {
    BiffRecord record;
    TRY_ASSIGN(const bool any, m_records.next(record));
    const BiffBegin begin =
        any ? biff_begin(record.type, record.data) : BiffBegin{};
    if (begin.biff == 0) {
      return base::fail(no_workbook("its stream does not begin as one (byte " +
                                    std::to_string(m_source.place_of(0)) +
                                    "); the file may be damaged"));
    }
    m_out.biff = begin.biff;
    if (begin.biff >= 5 && begin.type == 0x0005) {
      TRY(read_globals());
    } else {
      TRY(read_flat(begin));
    }
    resolve_names();
    resolve_shapes();
    return std::move(m_out);
  }

private:
  // Up to the EOF of the globals.
  base::Result<void> read_globals() {
    BiffRecord record;
    for (uint64_t i = 0; i < k_most_records; ++i) {
      TRY_ASSIGN(const bool more, m_records.next(record));
      if (!more) {
        reject(m_source.size(), "the file ends before its list of sheets does");
        return {};
      }
      if (record.type == k_eof) {
        return {};
      }
      TRY(take(record));
    }
    return {};
  }

  // BIFF2 to BIFF4, or a lone sheet: sheets stand where they stand.
  base::Result<void> read_flat(BiffBegin begin) {
    m_records.seek(0);
    BiffRecord record;
    size_t depth = 0;
    std::string name;
    for (uint64_t i = 0; i < k_most_records; ++i) {
      TRY_ASSIGN(const bool more, m_records.next(record));
      if (!more) {
        break;
      }
      begin = biff_begin(record.type, record.data);
      if (record.type == k_bundleheader) {
        name = biff_text(record.data, 4, 1, false, m_out.encoding).text;
      } else if (begin.biff > 0 && begin.type == 0x0100) {
        continue; // the workspace around the sheets
      } else if (begin.biff > 0) {
        depth += 1;
        if (depth == 1 && m_out.sheets.size() < k_most_sheets) {
          add_flat_sheet(record.offset, begin, std::exchange(name, {}));
        }
      } else if (record.type == k_eof) {
        depth -= depth > 0 ? 1 : 0;
      } else {
        TRY(take(record));
      }
    }
    return {};
  }

  void add_flat_sheet(uint64_t offset, BiffBegin begin, std::string name) {
    XlsSheet sheet;
    sheet.offset = offset;
    sheet.kind = begin.type == 0x0020   ? XlsSheet::Kind::chart
                 : begin.type == 0x0040 ? XlsSheet::Kind::macros
                                        : XlsSheet::Kind::cells;
    m_out.macros = m_out.macros || begin.type == 0x0040;
    sheet.name = name.empty()
                     ? "Sheet" + std::to_string(m_out.sheets.size() + 1)
                     : std::move(name);
    m_out.sheets.push_back(std::move(sheet));
  }

  base::Result<void> take(const BiffRecord& record) {
    const LittleEndian& data = record.data;
    switch (record.type) {
    case k_filepass:
      return base::fail(base::Errc::unsupported,
                        "password-protected: its cells are encrypted (byte " +
                            std::to_string(m_source.place_of(record.offset)) +
                            "); save it without a password");
    case k_codepage:
      m_out.encoding = encoding_of_code_page(data.u16(0));
      break;
    case k_datemode:
      m_out.from_1904 = data.u16(0) == 1;
      break;
    case k_boundsheet:
      add_sheet(record);
      break;
    case k_obproj:
      m_out.macros = true;
      break;
    case k_format_2:
    case k_format_4:
      add_format(record);
      break;
    case k_xf_2:
    case k_xf_3:
    case k_xf_4:
    case k_xf_5:
      add_cell_format(record);
      break;
    case k_name_2:
    case k_name_3:
      add_name(data);
      break;
    case k_supbook:
      m_own_books.push_back(data.size() == 4 && data.u16(2) == 0x0401);
      break;
    case k_externsheet:
      add_externs(data);
      break;
    case k_sst:
      return read_strings(record);
    default:
      break;
    }
    return {};
  }

  bool biff8() const { return m_out.biff == 8; }

  void add_sheet(const BiffRecord& record) {
    const LittleEndian& data = record.data;
    if (m_out.sheets.size() >= k_most_sheets || !data.has(0, 7)) {
      return;
    }
    XlsSheet sheet;
    sheet.offset = data.u32(0);
    sheet.hidden = (data.u8(4) & 3) != 0;
    sheet.kind = static_cast<XlsSheet::Kind>(data.u8(5));
    sheet.name = biff_text(data, 6, 1, biff8(), m_out.encoding).text;
    m_out.macros = m_out.macros || sheet.kind == XlsSheet::Kind::macros ||
                   sheet.kind == XlsSheet::Kind::module;
    m_out.sheets.push_back(std::move(sheet));
  }

  void add_format(const BiffRecord& record) {
    if (m_out.formats.size() >= k_most_formats) {
      return;
    }
    // Before BIFF5 a format's number is its place among them.
    const auto in_order = static_cast<uint32_t>(m_out.formats.size());
    uint32_t number = in_order;
    size_t at = 0;
    if (m_out.biff >= 5) {
      number = record.data.u16(0);
      at = 2;
    } else if (m_out.biff == 4) {
      at = 2;
    }
    m_out.formats[number] =
        biff_text(record.data, at, biff8() ? 2 : 1, biff8(), m_out.encoding)
            .text;
  }

  void add_cell_format(const BiffRecord& record) {
    if (m_out.biff > 2 && m_out.cell_formats.size() < k_most_cell_formats) {
      const LittleEndian& data = record.data;
      m_out.cell_formats.push_back(m_out.biff >= 5 ? data.u16(2) : data.u8(1));
    }
  }

  // Lbl of [MS-XLS] 2.4.150; before BIFF5 names are left out.
  void add_name(LittleEndian data) {
    const bool built_in = (data.u16(0) & 0x20) != 0;
    if (m_out.biff < 5 || built_in || m_out.names.size() >= k_most_names ||
        !data.has(0, 15)) {
      return;
    }
    const size_t count = data.u8(3);
    const size_t formula = data.u16(4);
    const bool wide = biff8() && (data.u8(14) & 1) != 0;
    const size_t at = biff8() ? 15 : 14;
    const size_t size = wide ? 2 * count : count;
    const auto bytes = data.bytes(at, size);
    XlsName name;
    name.name = wide      ? text_of_utf16(bytes)
                : biff8() ? text_of_latin1(bytes)
                          : domain::decode_text(bytes, m_out.encoding).text;
    m_out.names.push_back(std::move(name));
    m_formulas.emplace_back(data.bytes(at + size, formula));
  }

  // Which sheets the areas of names lie in ([MS-XLS] 2.4.105).
  void add_externs(LittleEndian data) {
    for (size_t i = 0; biff8() && i < data.u16(0) && data.has(2 + 6 * i, 6);
         ++i) {
      m_externs.push_back({data.u16(2 + 6 * i), data.u16(4 + 6 * i)});
    }
  }

  base::Result<void> read_strings(const BiffRecord& first) {
    const uint64_t offset = first.offset;
    ContinuedRecord text(m_records, first);
    TRY(text.skip(4));
    TRY_ASSIGN(const uint32_t count, text.u32());
    for (uint32_t i = 0; i < count; ++i) {
      TRY_ASSIGN(const bool end, text.at_end());
      if (end) {
        reject(offset, "the table of shared strings ends after " +
                           std::to_string(i) + " of " + std::to_string(count));
        break;
      }
      TRY_ASSIGN(const std::string one, text.rich_string());
      if (m_out.strings.bytes() + one.size() > SharedStrings::k_most_bytes) {
        reject(offset, "shared strings behind the first 256 MiB are left out");
        break;
      }
      m_out.strings.add(one);
    }
    return {};
  }

  // ptgArea3d and ptgRef3d alone: "Sheet1!A1:B7".
  void resolve_names() {
    for (size_t i = 0; biff8() && i < m_out.names.size(); ++i) {
      const LittleEndian formula(m_formulas[i]);
      const uint8_t token = formula.u8(0) & 0x1F;
      const bool area = token == 0x1B && formula.size() == 11;
      const bool cell = token == 0x1A && formula.size() == 7;
      const size_t extern_at = formula.u16(1);
      if ((!area && !cell) || extern_at >= m_externs.size()) {
        continue;
      }
      const Extern& book = m_externs[extern_at];
      const bool own = book.book < m_own_books.size() && m_own_books[book.book];
      if (!own || book.sheet >= m_out.sheets.size()) {
        continue;
      }
      const auto place = [&](size_t row, size_t column) {
        return column_letters(formula.u16(column) & 0x3FFF) +
               std::to_string(formula.u16(row) + 1);
      };
      m_out.names[i].target =
          m_out.sheets[book.sheet].name + "!" +
          (area ? place(3, 7) + ":" + place(5, 9) : place(3, 5));
    }
  }

  NumberShape shape_of(uint32_t format) const {
    const auto code = m_out.formats.find(format);
    return code != m_out.formats.end() ? shape_of_format(code->second)
           : m_out.biff >= 5           ? shape_of_builtin_format(format)
                                       : NumberShape::plain;
  }

  void resolve_shapes() {
    if (m_out.biff == 2) {
      for (uint32_t format = 0; format < 64; ++format) {
        m_out.shapes.push_back(shape_of(format));
      }
    }
    std::map<uint32_t, NumberShape> known;
    for (const uint16_t format : m_out.cell_formats) {
      const auto at = known.find(format);
      const auto shape = at != known.end() ? at->second : shape_of(format);
      known.emplace(format, shape);
      m_out.shapes.push_back(shape);
    }
  }

  void reject(uint64_t offset, std::string reason) {
    m_out.rejects.push_back(
        {m_source.place_of(offset), "workbook", "", std::move(reason)});
  }

  struct Extern {
    uint16_t book = 0;
    uint16_t sheet = 0;
  };

  ByteSource& m_source;
  BiffRecords m_records;
  XlsWorkbook m_out;
  std::vector<bool> m_own_books;
  std::vector<Extern> m_externs;
  std::vector<std::string> m_formulas; // of the names
};

} // namespace

BiffBegin biff_begin(uint16_t record_type, LittleEndian data) {
  const uint16_t type = data.u16(2);
  switch (record_type) {
  case 0x0009:
    return data.has(0, 4) ? BiffBegin{2, type} : BiffBegin{};
  case 0x0209:
    return data.has(0, 4) ? BiffBegin{3, type} : BiffBegin{};
  case 0x0409:
    return data.has(0, 4) ? BiffBegin{4, type} : BiffBegin{};
  case 0x0809:
    // Writers differ in what they put here for BIFF5.
    return data.has(0, 4) ? BiffBegin{data.u16(0) >= 0x0600 ? 8 : 5, type}
                          : BiffBegin{};
  default:
    return {};
  }
}

base::Result<XlsWorkbook> read_workbook(ByteSource& source) {
  return GlobalsReading(source).run();
}

} // namespace readers
