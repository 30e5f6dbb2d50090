// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/page_passages.hpp"

#include "worker/readers/page_layout.hpp"
#include "worker/readers/pdf_text.hpp"

#include <algorithm>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_table_unit = 800; // bytes of a passage of rows, about
constexpr size_t k_longest_head = 300;

// Rows of a table, in passages that each begin with its head.
class TableRows {
public:
  TableRows(ClausePacker& packer, const domain::Locator& where)
      : m_packer(packer), m_where(where) {}

  base::Result<void> add(std::string_view row) {
    if (m_rows == 0 && row.size() <= k_longest_head && is_head(row)) {
      m_head = row;
    }
    if (!m_text.empty() && m_text.size() + row.size() > k_table_unit) {
      TRY(put());
      m_text = m_head;
    }
    m_text += (m_text.empty() ? "" : "\n") + std::string(row);
    ++m_rows;
    return {};
  }
  base::Result<void> finish() {
    TRY(put());
    m_rows = 0;
    m_head.clear();
    return {};
  }
  bool open() const { return m_rows > 0; }

private:
  // Names, no numbers.
  static bool is_head(std::string_view row) {
    return std::none_of(row.begin(), row.end(),
                        [](char c) { return c >= '0' && c <= '9'; });
  }
  base::Result<void> put() {
    return m_text.empty() ? base::Result<void>()
                          : m_packer.unit(std::exchange(m_text, {}), m_where,
                                          domain::PassageKind::record);
  }

  ClausePacker& m_packer;
  const domain::Locator& m_where;
  std::string m_text, m_head;
  size_t m_rows = 0;
};

} // namespace

base::Result<void> PagePassages::put(const std::string& text, size_t number) {
  m_where.page = number;
  m_where.section = m_sections.at_start(number - 1);
  TableRows table(m_packer, m_where);
  size_t at = 0;
  while (at < text.size()) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const auto line = std::string_view(text).substr(at, end - at);
    const bool row = line.find(k_cell_break) != std::string_view::npos;
    if (table.open() && !row) {
      TRY(table.finish());
    }
    if (row) {
      TRY(close());
      TRY(table.add(line));
    } else if (trim(line).empty()) {
      TRY(close());
    } else {
      TRY(add(line, number));
    }
    at = end + 1;
  }
  TRY(table.finish());
  TRY(close());
  return m_packer.flush();
}

base::Result<void> PagePassages::add(std::string_view line, size_t number) {
  const auto* entry = m_sections.begins(number - 1, line);
  if (entry == nullptr) {
    m_paragraph.emplace_back(line);
    return {};
  }
  TRY(close());
  TRY(m_packer.flush());
  m_where.section = entry->section;
  TRY(m_packer.line(std::string(trim(line)), m_where, entry->level));
  return m_packer.line("", m_where);
}

base::Result<void> PagePassages::close() {
  TRY(m_packer.line(join_lines(m_paragraph), m_where));
  m_paragraph.clear();
  return m_packer.line("", m_where);
}

} // namespace readers
