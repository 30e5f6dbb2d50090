// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/xls_sheet.hpp"

#include "worker/readers/findings.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/xls_cells.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_most_sorted = size_t{2} << 20; // records with cells
constexpr size_t k_most_notes = 20'000;
constexpr size_t k_most_boxes = 20'000;

enum : uint16_t {
  k_eof = 0x000A,
  k_footer = 0x0015,
  k_header = 0x0014,
  k_merged = 0x00E5,
  k_note = 0x001C,
  k_obj = 0x005D,
  k_txo = 0x01B6,
};

// "&L&"Arial,Bold"Left&CPage &P of &N" → "Left Page of".
std::string margin_text(std::string_view code) {
  std::string out;
  for (size_t i = 0; i < code.size(); ++i) {
    if (code[i] != '&') {
      out += code[i];
      continue;
    }
    ++i;
    const char what = i < code.size() ? code[i] : '&';
    if (what == '&') {
      out += '&';
    } else if (what == '"') {
      const auto end = code.find('"', i + 1);
      i = end == std::string_view::npos ? code.size() : end;
    } else if (what >= '0' && what <= '9') {
      while (i + 1 < code.size() && code[i + 1] >= '0' && code[i + 1] <= '9') {
        ++i;
      }
    } else if (static_cast<unsigned char>(what) < 0x80) {
      out += ' ';
    } else {
      out += what; // the first byte of a character, and no code
    }
  }
  return squeeze(clean_utf8(out));
}

class SheetReading {
public:
  SheetReading(ByteSource& source, const XlsWorkbook& workbook,
               const XlsSheet& sheet, SheetRows& rows, std::string section,
               domain::DocumentSink& sink)
      : m_source(source), m_records(source), m_workbook(workbook),
        m_sheet(sheet), m_rows(rows), m_section(std::move(section)),
        m_sink(sink) {}

  base::Result<void> run() {
    TRY_ASSIGN(const bool begun, find_begin());
    if (!begun) {
      return {};
    }
    TRY(survey());
    TRY(m_sorted ? put_in_order() : put_by_place());
    TRY(put_notes());
    return put_margins();
  }

private:
  struct Place {
    XlsPlace place;
    uint64_t offset = 0;
  };
  struct Note {
    uint32_t row = 0;
    uint32_t column = 0;
    uint16_t object = 0; // that holds its text; 0 where `text` does
    std::string author, text;
  };

  base::Result<bool> find_begin() {
    m_records.seek(m_sheet.offset);
    BiffRecord record;
    TRY_ASSIGN(const bool any, m_records.next(record));
    if (any && biff_begin(record.type, record.data).biff > 0) {
      m_first = m_records.at();
      return true;
    }
    TRY(reject(m_sheet.offset,
               any ? "the list of sheets points at something else"
                   : "the file ends before this sheet"));
    return false;
  }

  // The next record of the sheet itself: what is embedded (charts) is passed
  // over. False at its end.
  base::Result<bool> next(BiffRecord& record) {
    while (true) {
      if (++m_seen % 4096 == 0) {
        TRY(m_sink.progress());
      }
      TRY_ASSIGN(const bool more, m_records.next(record));
      if (!more) {
        m_cut = true;
        return false;
      }
      if (biff_begin(record.type, record.data).biff > 0) {
        ++m_depth;
      } else if (record.type == k_eof) {
        if (m_depth == 0) {
          return false;
        }
        --m_depth;
      } else if (m_depth == 0) {
        return true;
      }
    }
  }

  void rewind() {
    m_records.seek(m_first);
    m_depth = 0;
    m_cut = false;
  }

  // First pass: everything but the values of cells.
  base::Result<void> survey() {
    rewind();
    BiffRecord record;
    std::optional<uint32_t> last;
    while (true) {
      TRY_ASSIGN(const bool more, next(record));
      if (!more) {
        break;
      }
      if (const auto place = xls_place(record, m_workbook.biff)) {
        const uint32_t here = place->row << 16 | place->column;
        m_sorted = m_sorted && (!last || here > *last);
        last = here;
        m_wide = m_wide || place->column >= k_most_xls_columns;
        ++m_filled;
      } else {
        TRY(take(record));
      }
    }
    if (m_cut) {
      TRY(reject(m_source.size(), "the file ends inside this sheet"));
    }
    return m_wide ? reject(m_sheet.offset,
                           "cells behind column 256, where no sheet of this "
                           "format has any, are left out")
                  : base::Result<void>();
  }

  base::Result<void> take(const BiffRecord& record) {
    const LittleEndian& data = record.data;
    switch (record.type) {
    case k_merged:
      for (size_t i = 0; i < data.u16(0) && data.has(2 + 8 * i, 8); ++i) {
        const size_t at = 2 + 8 * i;
        if (data.u16(at) <= data.u16(at + 2) &&
            data.u16(at + 4) <= data.u16(at + 6)) {
          m_rows.merge({data.u16(at) + uint64_t{1},
                        data.u16(at + 2) + uint64_t{1}, data.u16(at + 4),
                        data.u16(at + 6)});
        }
      }
      break;
    case k_header:
    case k_footer:
      if (data.size() > 1) {
        m_margins.push_back(margin_text(text_at(data, 0)));
      }
      break;
    case k_obj:
      m_object = data.u16(0) == 0x15 ? data.u16(6) : uint16_t{0};
      break;
    case k_txo:
      return take_box(record);
    case k_note:
      add_note(data);
      break;
    default:
      break;
    }
    return {};
  }

  bool biff8() const { return m_workbook.biff == 8; }
  std::string text_at(LittleEndian data, size_t at) const {
    return biff_text(data, at, biff8() ? 2 : 1, biff8(), m_workbook.encoding)
        .text;
  }

  // Its text stands in the CONTINUE records behind it ([MS-XLS] 2.4.329).
  base::Result<void> take_box(const BiffRecord& record) {
    const size_t count = record.data.u16(10);
    if (!biff8() || count == 0 || m_boxes.size() >= k_most_boxes) {
      return {};
    }
    BiffRecord empty;
    ContinuedRecord text(m_records, empty);
    TRY_ASSIGN(std::string all, text.characters(count, false));
    m_boxes[m_object] = clean_utf8(all);
    return {};
  }

  void add_note(LittleEndian data) {
    if (m_notes.size() >= k_most_notes || !data.has(0, 8)) {
      return;
    }
    Note note;
    note.row = data.u16(0);
    note.column = data.u16(2);
    if (biff8()) {
      note.object = data.u16(6);
      note.author = clean_utf8(biff_text(data, 8, 2, true, {}).text);
    } else {
      note.text =
          clean_utf8(biff_text(data, 4, 2, false, m_workbook.encoding).text);
      // A long one goes on in records of no row.
      if (note.row == 0xFFFF && !m_notes.empty()) {
        m_notes.back().text += note.text;
        return;
      }
    }
    m_notes.push_back(std::move(note));
  }

  base::Result<void> put_in_order() {
    rewind();
    BiffRecord record;
    std::vector<SheetCell> cells;
    uint32_t row = 0;
    while (true) {
      TRY_ASSIGN(const bool more, next(record));
      if (!more) {
        break;
      }
      const auto place = xls_place(record, m_workbook.biff);
      if (!place) {
        continue;
      }
      if (place->row != row) {
        TRY(put_row(row, cells));
        row = place->row;
      }
      TRY(xls_cells(m_workbook, m_records, record, cells));
    }
    return put_row(row, cells);
  }

  // Writers may put cells in any order.
  base::Result<void> put_by_place() {
    rewind();
    BiffRecord record;
    std::vector<Place> places;
    while (places.size() < k_most_sorted) {
      TRY_ASSIGN(const bool more, next(record));
      if (!more) {
        break;
      }
      if (const auto place = xls_place(record, m_workbook.biff)) {
        places.push_back({*place, record.offset});
      }
    }
    if (places.size() < m_filled) {
      TRY(reject(record.offset, "cells in no order: those behind the first " +
                                    std::to_string(places.size()) +
                                    " records are left out"));
    }
    std::stable_sort(places.begin(), places.end(),
                     [](const Place& a, const Place& b) {
                       return std::pair(a.place.row, a.place.column) <
                              std::pair(b.place.row, b.place.column);
                     });
    std::vector<SheetCell> cells;
    for (size_t i = 0; i < places.size(); ++i) {
      TRY(i % 4096 == 0 ? m_sink.progress() : base::Result<void>());
      if (i > 0 && places[i].place.row != places[i - 1].place.row) {
        TRY(put_row(places[i - 1].place.row, cells));
      }
      m_records.seek(places[i].offset);
      TRY_ASSIGN(const bool more, m_records.next(record));
      if (more) {
        TRY(xls_cells(m_workbook, m_records, record, cells));
      }
    }
    return places.empty() ? base::Result<void>()
                          : put_row(places.back().place.row, cells);
  }

  base::Result<void> put_row(uint32_t row, std::vector<SheetCell>& cells) {
    if (cells.empty()) {
      return {};
    }
    // Of two records for one cell the later counts.
    std::stable_sort(cells.begin(), cells.end(),
                     [](const SheetCell& a, const SheetCell& b) {
                       return a.column < b.column;
                     });
    std::vector<SheetCell> once;
    for (SheetCell& cell : cells) {
      if (!once.empty() && once.back().column == cell.column) {
        once.back() = std::move(cell);
      } else {
        once.push_back(std::move(cell));
      }
    }
    cells.clear();
    return m_rows.row(uint64_t{row} + 1, once);
  }

  base::Result<void> put_notes() {
    for (Note& note : m_notes) {
      if (const auto box = m_boxes.find(note.object);
          note.object != 0 && box != m_boxes.end()) {
        note.text = std::move(box->second);
        m_boxes.erase(box);
      }
      // Excel writes the author in front of the text as well.
      const auto text = trim(note.text);
      const bool named = note.author.empty() || text.starts_with(note.author);
      TRY(put_passage("Comment on " + column_letters(note.column) +
                          std::to_string(note.row + 1) +
                          (named ? "" : " by " + note.author) + ": ",
                      squeeze(text), " > Comments", note.row + uint64_t{1}));
    }
    for (const auto& [object, text] : m_boxes) {
      TRY(put_passage("", trim(text), "", std::nullopt));
    }
    return {};
  }

  base::Result<void> put_margins() {
    for (const std::string& text : m_margins) {
      TRY(put_passage("", text, "", std::nullopt));
    }
    return {};
  }

  base::Result<void> put_passage(const std::string& label,
                                 std::string_view text, const char* within,
                                 std::optional<uint64_t> row) {
    if (text.empty()) {
      return {};
    }
    domain::Passage passage;
    passage.text = label + std::string(text);
    passage.locator.section = m_section + within;
    passage.locator.row = row;
    return m_sink.passage(std::move(passage));
  }

  base::Result<void> reject(uint64_t offset, std::string reason) {
    return m_sink.reject({at_byte(m_source.place_of(offset), m_section),
                          "sheet", "", std::move(reason)});
  }

  ByteSource& m_source;
  BiffRecords m_records;
  const XlsWorkbook& m_workbook;
  const XlsSheet& m_sheet;
  SheetRows& m_rows;
  std::string m_section;
  domain::DocumentSink& m_sink;
  uint64_t m_first = 0; // the first record behind the sheet's BOF
  uint64_t m_seen = 0;
  uint64_t m_filled = 0; // records with cells
  size_t m_depth = 0;
  bool m_cut = false, m_sorted = true, m_wide = false;
  uint16_t m_object = 0;
  std::map<uint16_t, std::string> m_boxes; // text by the object that holds it
  std::vector<Note> m_notes;
  std::vector<std::string> m_margins;
};

} // namespace

base::Result<void> read_xls_sheet(ByteSource& source,
                                  const XlsWorkbook& workbook,
                                  const XlsSheet& sheet, SheetRows& rows,
                                  const std::string& section,
                                  domain::DocumentSink& sink) {
  return SheetReading(source, workbook, sheet, rows, section, sink).run();
}

base::Result<void> put_xls_sheet(ByteSource& source,
                                 const XlsWorkbook& workbook,
                                 const XlsSheet& sheet,
                                 domain::DocumentSink& sink) {
  SheetTable table(sink, sheet.name, sheet.hidden);
  TRY(read_xls_sheet(source, workbook, sheet, table, table.section(), sink));
  return table.finish();
}

} // namespace readers
