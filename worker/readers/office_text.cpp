// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/office_text.hpp"

#include "worker/readers/csv_table.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/table_profile.hpp"
#include "worker/readers/text.hpp"

#include <algorithm>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_long_cell = 1200; // bytes: text, not a value
constexpr size_t k_mean_cell = 300;
constexpr size_t k_most_flagged = 4; // rows of a header
constexpr size_t k_most_asides = 20'000;

std::string joined(const TextCell& cell, const char* between) {
  std::string out;
  for (const auto& one : cell.paragraphs) {
    out += (out.empty() ? "" : between) + one;
  }
  return out;
}

size_t bytes_of(const TextCell& cell) {
  size_t n = 0;
  for (const auto& one : cell.paragraphs) {
    n += one.size() + 1;
  }
  return n;
}

std::vector<std::string> texts(const std::vector<TextCell>& row) {
  std::vector<std::string> out;
  for (const TextCell& cell : row) {
    out.push_back(squeeze(joined(cell, " ")));
  }
  return out;
}

} // namespace

// One cell for each column; what goes on from above has the text above.
TextTable::Cells TextTable::on_grid(TextRow row) {
  Cells out;
  for (TextCell& cell : row.cells) {
    const size_t at = out.size();
    if (at >= k_most_columns) {
      break;
    }
    if (cell.continued && at < m_above.size()) {
      cell.paragraphs = m_above[at].paragraphs;
    }
    const size_t span =
        std::min<size_t>(std::max(cell.span, 1u), k_most_columns - at);
    out.push_back(std::move(cell));
    out.resize(at + span);
  }
  m_above = out;
  return out;
}

base::Result<void> TextTable::add(TextRow row, OfficeText& out) {
  const bool header = row.header;
  Cells cells = on_grid(std::move(row));
  if (m_decided) {
    return put(cells, out);
  }
  for (const TextCell& cell : cells) {
    m_bytes += bytes_of(cell);
  }
  m_rows.push_back(std::move(cells));
  m_flags.push_back(header);
  return m_rows.size() > k_most_held || m_bytes > k_most_held_bytes
             ? put_held(out)
             : base::Result<void>();
}

bool TextTable::is_layout() const {
  size_t columns = 0, cells = 0;
  for (const Cells& row : m_rows) {
    columns = std::max(columns, row.size());
    for (const TextCell& cell : row) {
      const size_t bytes = bytes_of(cell);
      cells += bytes > 0 ? 1 : 0;
      if (bytes > k_long_cell && cell.paragraphs.size() > 1) {
        return true;
      }
    }
  }
  return columns < 2 ||
         (cells > 0 && m_bytes / cells > k_mean_cell && m_rows.size() < 3);
}

// How many of the first rows are the header.
size_t TextTable::find_header() const {
  size_t flagged = 0;
  while (flagged < m_flags.size() && flagged < k_most_flagged &&
         m_flags[flagged]) {
    ++flagged;
  }
  if (flagged > 0 && flagged < m_rows.size()) {
    return flagged;
  }
  std::vector<Record> records;
  for (size_t r = 0; r < m_rows.size() && r < 50; ++r) {
    records.push_back({texts(m_rows[r]), 0, ""});
  }
  if (records.size() < 2 || records.front().fields.size() < 2 ||
      !is_header(records, 0)) {
    return 0;
  }
  if (records.front().fields.size() > 2) {
    return 1;
  }
  // Two columns are mostly names and their values.
  const bool values =
      std::all_of(records.begin() + 1, records.end(), [](const Record& one) {
        return one.fields.size() == 2 &&
               (plain_number(one.fields[1]) || looks_like_date(one.fields[1]));
      });
  return values ? 1 : 0;
}

void TextTable::decide() {
  m_decided = true;
  m_layout = is_layout();
  m_skip = m_layout ? 0 : find_header();
  for (size_t r = 0; r < m_skip; ++r) {
    const auto row = texts(m_rows[r]);
    m_names.resize(std::max(m_names.size(), row.size()));
    for (size_t c = 0; c < row.size(); ++c) {
      m_names[c] += (m_names[c].empty() || row[c].empty() ? "" : " ") + row[c];
    }
  }
  for (auto& name : m_names) {
    name = clip(name, 200);
  }
}

base::Result<void> TextTable::put(const Cells& row, OfficeText& out) {
  if (!m_layout) {
    const auto cells = texts(row);
    m_named.resize(std::max(m_named.size(), cells.size()));
    for (size_t c = 0; c < cells.size(); ++c) {
      m_named[c] = m_named[c] || !cells[c].empty();
    }
    return out.row(m_names, cells);
  }
  for (const TextCell& cell : row) {
    if (cell.continued) {
      continue;
    }
    for (const auto& one : cell.paragraphs) {
      TRY(out.paragraph(one));
    }
  }
  return {};
}

// Begins to put rows; the names of columns that stay empty come last.
base::Result<void> TextTable::put_held(OfficeText& out) {
  decide();
  for (size_t r = m_skip; r < m_rows.size(); ++r) {
    TRY(put(m_rows[r], out));
  }
  m_rows.clear();
  return {};
}

base::Result<void> TextTable::finish(OfficeText& out) {
  if (!m_decided) {
    TRY(put_held(out));
  }
  for (size_t c = 0; c < m_names.size(); ++c) {
    if (!m_names[c].empty() && (c >= m_named.size() || !m_named[c])) {
      return out.row({}, m_names);
    }
  }
  return {};
}

std::vector<std::string> TextTable::flat() const {
  std::vector<std::string> out;
  for (const Cells& row : m_rows) {
    std::string line;
    for (const auto& text : texts(row)) {
      line += (line.empty() || text.empty() ? "" : "; ") + text;
    }
    out.push_back(std::move(line));
  }
  return out;
}

bool OfficeText::full(size_t more) {
  if (m_bytes + more > k_most_text) {
    m_left_out += more;
    return true;
  }
  m_bytes += more;
  return false;
}

base::Result<void> OfficeText::heading(size_t level, std::string_view text) {
  if (trim(text).empty() || full(text.size())) {
    return {};
  }
  // A heading may be a whole paragraph in disguise: as such it is text.
  if (text.size() > 300) {
    return m_out.paragraph(clean_utf8(text), 0);
  }
  return m_out.heading(level, clean_utf8(text), 0);
}

base::Result<void> OfficeText::paragraph(std::string_view text) {
  return trim(text).empty() || full(text.size())
             ? base::Result<void>()
             : m_out.paragraph(clean_utf8(text), 0);
}

base::Result<void> OfficeText::row(const std::vector<std::string>& names,
                                   const std::vector<std::string>& cells) {
  std::vector<std::string> clean;
  size_t bytes = 0;
  for (const auto& cell : cells) {
    clean.push_back(clean_utf8(cell));
    bytes += cell.size();
  }
  return bytes == 0 || full(bytes) ? base::Result<void>()
                                   : m_out.row(names, clean, 0);
}

void OfficeText::set_page(uint64_t page) {
  m_page = page;
  m_out.set_page(page);
}

base::Result<void> OfficeText::aside(const std::string& section,
                                     std::string_view text) {
  text = trim(text);
  if (text.empty() || full(text.size())) {
    return {};
  }
  if (m_said.size() < k_most_asides &&
      !m_said.insert(section + "\n" + std::string(text.substr(0, 500)))
           .second &&
      text.size() < 500) {
    return {};
  }
  if (section != m_aside_section) {
    TRY(m_aside.flush());
    m_aside_section = section;
  }
  domain::Locator where;
  where.section = section;
  where.page = m_page;
  std::string clean = clean_utf8(text);
  std::string_view rest = clean;
  while (!rest.empty()) {
    const auto end = rest.find('\n');
    TRY(m_aside.line(squeeze(rest.substr(0, end)), where));
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  return {};
}

base::Result<void> OfficeText::hidden(std::string_view text) {
  m_hidden += trim(text).size();
  return aside("Hidden text", text);
}

base::Result<void> OfficeText::finish() {
  TRY(m_out.finish());
  TRY(m_aside.flush());
  if (m_hidden > 0) {
    TRY(put_number(m_sink, "hidden_text_bytes", static_cast<double>(m_hidden)));
  }
  if (m_left_out > 0) {
    domain::Reject reject;
    reject.field = "text";
    reject.reason = std::to_string(m_left_out) +
                    " bytes of text are left out: more than " +
                    std::to_string(k_most_text >> 20) + " MiB in one file";
    TRY(m_sink.reject(std::move(reject)));
  }
  return {};
}

} // namespace readers
