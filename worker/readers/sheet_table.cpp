// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/sheet_table.hpp"

#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/sheet_header.hpp"
#include "worker/readers/spool.hpp"
#include "worker/readers/table_profile.hpp"
#include "worker/readers/table_rows.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_longest_cell = 32 * 1024;
constexpr size_t k_rows_looked_at = 200;
constexpr size_t k_most_segments = 400;
constexpr size_t k_most_active = 256; // merged cells that reach one row

// Rows without a blank one between them.
struct Segment {
  uint64_t offset = 0; // in the spool
  uint64_t rows = 0;
  size_t widest = 0; // cells of a row
  std::set<uint32_t> columns;
};

// One table, or text.
struct Block {
  Segment rows;
  TableLayout layout;
  bool named = false; // has a header, and rows below it
};

template <typename T>
void put_raw(std::string& out, T value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <typename T>
T get_raw(std::string_view& in) {
  T value{};
  std::memcpy(&value, in.data(), sizeof value);
  in.remove_prefix(sizeof value);
  return value;
}

struct SheetRow {
  uint64_t number = 0;
  std::vector<SheetCell> cells;
};

// One pass over rows of the spool.
class RowCursor {
public:
  RowCursor(Spool& spool, const Segment& rows)
      : m_spool(spool), m_offset(rows.offset), m_left(rows.rows) {}

  base::Result<bool> next(SheetRow& row) {
    if (m_left == 0) {
      return false;
    }
    --m_left;
    TRY_ASSIGN(std::string_view size, m_spool.at(m_offset, sizeof(uint32_t)));
    const auto bytes = get_raw<uint32_t>(size);
    TRY_ASSIGN(std::string_view body,
               m_spool.at(m_offset + sizeof(uint32_t), bytes));
    m_offset += sizeof(uint32_t) + bytes;
    row.number = get_raw<uint64_t>(body);
    row.cells.clear();
    while (!body.empty()) {
      SheetCell& cell = row.cells.emplace_back();
      cell.column = get_raw<uint32_t>(body);
      const auto length = get_raw<uint32_t>(body);
      cell.text = body.substr(0, length);
      body.remove_prefix(length);
    }
    return true;
  }

private:
  Spool& m_spool;
  uint64_t m_offset;
  uint64_t m_left;
};

// Gives the cells below a merged one its value. Rows must come in order.
class MergeFill {
public:
  explicit MergeFill(const std::vector<SheetArea>& sorted) : m_areas(sorted) {}

  void fill(SheetRow& row) {
    while (m_next < m_areas.size() && m_areas[m_next].first_row <= row.number) {
      if (m_active.size() < k_most_active) {
        m_active.push_back({&m_areas[m_next], {}});
      }
      ++m_next;
    }
    std::erase_if(m_active, [&](const Active& active) {
      return active.area->last_row < row.number;
    });
    for (Active& active : m_active) {
      const uint32_t column = active.area->first_column;
      const auto at = std::lower_bound(
          row.cells.begin(), row.cells.end(), column,
          [](const SheetCell& c, uint32_t n) { return c.column < n; });
      const bool there = at != row.cells.end() && at->column == column;
      if (active.area->first_row == row.number) {
        active.text = there ? at->text : std::string();
      } else if (!there && !active.text.empty()) {
        row.cells.insert(at, {column, active.text});
      }
    }
  }

private:
  struct Active {
    const SheetArea* area;
    std::string text;
  };
  const std::vector<SheetArea>& m_areas;
  size_t m_next = 0;
  std::vector<Active> m_active;
};

Record dense(const SheetRow& row, const std::vector<uint32_t>& columns) {
  Record out;
  out.fields.resize(columns.size());
  for (const SheetCell& cell : row.cells) {
    const auto at =
        std::lower_bound(columns.begin(), columns.end(), cell.column);
    if (at != columns.end() && *at == cell.column) {
      out.fields[static_cast<size_t>(at - columns.begin())] = cell.text;
    }
  }
  return out;
}

std::vector<uint32_t> listed(const std::set<uint32_t>& columns) {
  return {columns.begin(), columns.end()};
}

class BlockRows final : public TableRows {
public:
  BlockRows(Spool& spool, const Block& block,
            const std::vector<SheetArea>& merges)
      : m_spool(spool), m_block(block), m_merges(merges),
        m_columns(listed(block.rows.columns)) {}

  base::Result<void> rewind() override {
    m_cursor.emplace(m_spool, m_block.rows);
    m_fill.emplace(m_merges);
    m_taken = 0;
    return {};
  }

  base::Result<bool> next(Row& row) override {
    while (true) {
      TRY_ASSIGN(const bool more, m_cursor->next(m_row));
      if (!more) {
        return false;
      }
      m_fill->fill(m_row);
      const uint64_t index = m_taken++;
      const TableLayout& layout = m_block.layout;
      if (layout.has_header && index == layout.preamble) {
        continue;
      }
      row.record = dense(m_row, m_columns);
      row.number = m_row.number;
      row.preamble = layout.has_header && index < layout.preamble;
      row.fits = !row.preamble;
      return true;
    }
  }

private:
  Spool& m_spool;
  const Block& m_block;
  const std::vector<SheetArea>& m_merges;
  std::vector<uint32_t> m_columns;
  std::optional<RowCursor> m_cursor;
  std::optional<MergeFill> m_fill;
  uint64_t m_taken = 0;
  SheetRow m_row;
};

} // namespace

struct SheetTable::State {
  State(domain::DocumentSink& out, std::string title, uint64_t most)
      : sink(out), section(std::move(title)), most_bytes(most) {}

  base::Result<void> put_cut();
  base::Result<std::vector<Record>> first_rows(const Segment& rows);
  base::Result<std::vector<Block>> blocks();
  base::Result<void> put_block(const Block& block);
  base::Result<void> put_text(const Block& block);
  bool continues(const Block& table, const Segment& rows) const;
  std::optional<size_t> said_header(const std::vector<Record>& records) const;

  domain::DocumentSink& sink;
  std::string section;
  uint64_t most_bytes; // in the spool
  Spool spool;
  std::vector<Segment> segments;
  std::vector<SheetArea> merges;
  std::set<uint64_t> headers; // rows
  uint64_t last_row = 0;
  uint64_t rows = 0;
  bool cut = false;      // more columns than are read
  uint64_t left_out = 0; // the first row beyond most_bytes; 0: none
  std::set<uint32_t> columns;
};

SheetTable::SheetTable(domain::DocumentSink& sink, const std::string& name,
                       bool hidden, uint64_t most_bytes)
    : m_state(std::make_unique<State>(sink,
                                      clip(squeeze(clean_utf8(name)), 200) +
                                          (hidden ? " (hidden sheet)" : ""),
                                      most_bytes)) {}

SheetTable::~SheetTable() = default;

const std::string& SheetTable::section() const {
  return m_state->section;
}

base::Result<void> SheetTable::row(uint64_t number,
                                   std::vector<SheetCell>& cells) {
  State& state = *m_state;
  if (++state.rows % 4096 == 0) {
    TRY(state.sink.progress());
  }
  if (state.spool.size() > state.most_bytes) {
    state.left_out = state.left_out == 0 ? number : state.left_out;
    return {};
  }
  std::string body;
  std::vector<uint32_t> used;
  for (SheetCell& cell : cells) {
    if (trim(cell.text).empty() ||
        (!used.empty() && cell.column <= used.back())) {
      continue;
    }
    if (!state.columns.contains(cell.column)) {
      if (state.columns.size() >= k_most_columns) {
        state.cut = true;
        continue;
      }
      state.columns.insert(cell.column);
    }
    const std::string text = clip(clean_utf8(cell.text), k_longest_cell);
    put_raw(body, cell.column);
    put_raw(body, static_cast<uint32_t>(text.size()));
    body += text;
    used.push_back(cell.column);
  }
  if (used.empty()) {
    return {};
  }
  const uint64_t at = std::max(number, state.last_row + 1);
  if (state.segments.empty() ||
      (at > state.last_row + 1 && state.segments.size() < k_most_segments)) {
    state.segments.push_back({state.spool.size(), 0, 0, {}});
  }
  state.last_row = at;
  Segment& segment = state.segments.back();
  ++segment.rows;
  segment.widest = std::max(segment.widest, used.size());
  segment.columns.insert(used.begin(), used.end());
  std::string bytes;
  put_raw(bytes, static_cast<uint32_t>(body.size() + sizeof(uint64_t)));
  put_raw(bytes, at);
  TRY(state.spool.append(bytes));
  return state.spool.append(body);
}

void SheetTable::merge(const SheetArea& area) {
  if (area.last_row > area.first_row &&
      m_state->merges.size() < k_most_merges) {
    m_state->merges.push_back(area);
  }
}

void SheetTable::header(uint64_t row) {
  if (m_state->headers.size() < k_most_tables) {
    m_state->headers.insert(row);
  }
}

base::Result<std::vector<Record>>
SheetTable::State::first_rows(const Segment& of) {
  RowCursor cursor(spool, of);
  const auto used = listed(of.columns);
  std::vector<Record> out;
  SheetRow row;
  while (out.size() < k_rows_looked_at) {
    TRY_ASSIGN(const bool more, cursor.next(row));
    if (!more) {
      break;
    }
    out.push_back(dense(row, used));
    out.back().line = row.number;
  }
  return out;
}

// Rows without a header of their own, below a table and within its columns,
// are more of it: blank rows stand between groups.
bool SheetTable::State::continues(const Block& table,
                                  const Segment& more) const {
  const size_t width = table.rows.columns.size();
  const bool within =
      std::includes(table.rows.columns.begin(), table.rows.columns.end(),
                    more.columns.begin(), more.columns.end());
  return table.layout.has_header && within &&
         (more.widest * 2 > width || (more.widest > 1 && more.rows > 1));
}

// The header that the file tells of.
std::optional<size_t>
SheetTable::State::said_header(const std::vector<Record>& records) const {
  for (size_t r = 0; r + 1 < records.size(); ++r) {
    if (headers.contains(records[r].line)) {
      return r;
    }
  }
  return std::nullopt;
}

base::Result<std::vector<Block>> SheetTable::State::blocks() {
  std::vector<Block> out;
  for (Segment& segment : segments) {
    TRY_ASSIGN(auto records, first_rows(segment));
    auto header = said_header(records);
    header = header ? header : find_sheet_header(records);
    if (!header && !out.empty() && continues(out.back(), segment)) {
      out.back().rows.rows += segment.rows;
      out.back().named = true;
      continue;
    }
    Block block;
    block.rows = std::move(segment);
    block.layout.columns = block.rows.columns.size();
    // Names alone, with a blank row below them.
    const bool alone = !header && records.size() == 1 &&
                       filled_cells(records[0]) >= 3 && is_header(records, 0);
    if (out.size() < k_most_tables && (header || alone)) {
      block.layout.preamble = header.value_or(0);
      block.layout.has_header = true;
      block.named = header.has_value();
      for (const auto& field : records[block.layout.preamble].fields) {
        block.layout.header.push_back(clip(squeeze(field), 120));
      }
    }
    block.layout.header.resize(block.layout.columns);
    out.push_back(std::move(block));
  }
  segments.clear();
  return out;
}

base::Result<void> SheetTable::State::put_text(const Block& block) {
  RowCursor cursor(spool, block.rows);
  PassagePacker packer(sink);
  SheetRow row;
  while (true) {
    TRY_ASSIGN(const bool more, cursor.next(row));
    if (!more) {
      return packer.flush();
    }
    domain::Locator where;
    where.section = section;
    where.row = row.number;
    std::string text;
    for (const SheetCell& cell : row.cells) {
      text += (text.empty() ? "" : "; ") + squeeze(cell.text);
    }
    TRY(packer.line(std::move(text), std::move(where)));
  }
}

base::Result<void> SheetTable::State::put_block(const Block& block) {
  const bool text = block.rows.widest < 2 && block.rows.rows < 4;
  if (text || (block.layout.has_header && !block.named)) {
    return put_text(block);
  }
  BlockRows source(spool, block, merges);
  return read_rows(source, block.layout, {section, false}, sink);
}

base::Result<void> SheetTable::State::put_cut() {
  domain::Reject reject;
  reject.locator.section = section;
  if (cut) {
    reject.field = "columns";
    reject.reason = "cells beyond " + std::to_string(k_most_columns) +
                    " columns with values are left out";
    TRY(sink.reject(reject));
  }
  if (left_out > 0) {
    reject.field = "rows";
    reject.reason = "rows from " + std::to_string(left_out) +
                    " are left out: those before hold " +
                    std::to_string(spool.size()) + " bytes";
    TRY(sink.reject(reject));
  }
  return {};
}

base::Result<void> SheetTable::finish() {
  State& state = *m_state;
  std::sort(state.merges.begin(), state.merges.end(),
            [](const SheetArea& a, const SheetArea& b) {
              return a.first_row < b.first_row;
            });
  TRY_ASSIGN(const auto all, state.blocks());
  for (const Block& block : all) {
    TRY(state.put_block(block));
  }
  return state.put_cut();
}

} // namespace readers
