// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/structured_text.hpp"

#include "worker/readers/reading.hpp"

#include <algorithm>
#include <utility>

namespace readers {

domain::Locator StructuredText::locator(uint64_t line) const {
  domain::Locator where;
  where.page = m_page;
  if (line > 0) {
    where.line = line;
  }
  for (const auto& heading : m_headings) {
    where.section += (where.section.empty() ? "" : " > ") + heading.title;
  }
  for (const auto& title : m_inner) {
    where.section += (where.section.empty() ? "" : " > ") + title;
  }
  return where;
}

base::Result<void> StructuredText::heading(size_t level, std::string_view text,
                                           uint64_t line) {
  const auto title = clip(squeeze(text), 200);
  if (title.empty()) {
    return {};
  }
  while (!m_headings.empty() && m_headings.back().level >= level) {
    m_headings.pop_back();
  }
  m_headings.push_back({level, title});
  return m_packer.heading(level, title, locator(line));
}

base::Result<void> StructuredText::put_lines(std::string_view text,
                                             uint64_t line, bool keep_blanks) {
  while (!text.empty()) {
    const auto end = text.find('\n');
    const auto one = text.substr(0, end);
    if (keep_blanks || !trim(one).empty()) {
      TRY(m_packer.line(keep_blanks ? std::string(one) : squeeze(one),
                        locator(line)));
    }
    line += keep_blanks && line > 0 ? 1 : 0;
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return m_packer.line("", locator(line));
}

base::Result<void> StructuredText::paragraph(std::string_view text,
                                             uint64_t line) {
  return put_lines(trim(text), line, false);
}

base::Result<void> StructuredText::code(std::string_view text, uint64_t line) {
  return put_lines(text, line, true);
}

base::Result<void> StructuredText::clause(std::string_view text,
                                          uint64_t line) {
  TRY(m_packer.flush());
  TRY(m_packer.unit(std::string(trim(text)), locator(line),
                    domain::PassageKind::prose));
  return m_packer.flush();
}

base::Result<void> StructuredText::row(const std::vector<std::string>& names,
                                       const std::vector<std::string>& cells,
                                       uint64_t line) {
  std::string out;
  const auto filled =
      std::count_if(cells.begin(), cells.end(), [](const std::string& cell) {
        return !trim(cell).empty();
      });
  const bool pair = names.empty() && cells.size() == 2 && filled == 2;
  for (size_t c = 0; c < cells.size(); ++c) {
    const auto cell = squeeze(cells[c]);
    if (cell.empty()) {
      continue;
    }
    const auto name = c < names.size() ? squeeze(names[c]) : std::string();
    out += out.empty() ? "" : pair ? ": " : "; ";
    out += name.empty() || name == cell ? cell : name + ": " + cell;
  }
  return m_packer.unit(std::move(out), locator(line),
                       domain::PassageKind::record);
}

void StructuredText::push_section(std::string title) {
  m_inner.push_back(clip(squeeze(title), 200));
}

void StructuredText::pop_section() {
  if (!m_inner.empty()) {
    m_inner.pop_back();
  }
}

} // namespace readers
