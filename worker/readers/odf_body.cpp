// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/odf_body.hpp"

#include "worker/readers/reading.hpp"

#include <algorithm>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_most_open = 100;             // paragraphs, lists, tables
constexpr size_t k_longest_paragraph = 1 << 20; // bytes
constexpr int k_most_spaces = 1000;

bool is_one_of(std::string_view name,
               std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Not text of the document: old text, numbers that are counted here, help.
bool is_left_out(std::string_view name) {
  return is_one_of(name, {"tracked-changes", "note-citation", "ruby-text",
                          "forms", "scripts", "event-listeners", "number",
                          "content-validations", "change-info", "hidden-text",
                          "date", "creator", "table-source", "binary-data"});
}

bool is_cell(std::string_view name) {
  return name == "table-cell" || name == "covered-table-cell";
}

} // namespace

void OdfBody::start(std::string_view name, const XmlAttributes& attrs) {
  if (m_skip > 0) {
    ++m_skip;
    return;
  }
  if (m_on) {
    start_in_body(name, attrs);
    return;
  }
  if (name == "body") {
    m_on = true;
  } else if (name == "master-styles") {
    m_masters = 1;
  } else if (in_masters() && m_format == "odt") {
    const bool margin =
        is_one_of(name, {"header", "footer", "header-left", "footer-left",
                         "header-first", "footer-first"});
    if (margin) {
      m_beside.emplace_back(name, name.starts_with("h") ? "Header" : "Footer");
    } else if (!m_beside.empty()) {
      start_in_body(name, attrs);
    }
  } else {
    m_styles.start(name, attrs);
  }
}

void OdfBody::start_in_body(std::string_view name, const XmlAttributes& attrs) {
  if (name == "creator" && !m_beside.empty()) {
    m_in_author = true;
    m_author.clear();
    return;
  }
  if (is_left_out(name)) {
    m_counts.deletions += name == "tracked-changes" ? 1 : 0;
    ++m_skip;
    return;
  }
  if (start_beside(name, attrs)) {
    return;
  }
  if (m_sheet != nullptr && m_beside.empty()) {
    auto taken = m_sheet->start(name, attrs);
    if (!taken) {
      note(base::fail(taken.error()));
      return;
    }
    if (*taken) {
      return;
    }
  }
  if (name == "p" || name == "h") {
    start_paragraph(name, attrs);
  } else if (name == "list") {
    start_list(attrs);
  } else if (name == "list-item" && !m_lists.empty()) {
    m_lists.back().first = true;
    const auto start = attrs.number("start-value");
    if (start && m_lists.size() <= k_list_levels) {
      m_counters[m_lists.back().style].restart(
          static_cast<int>(m_lists.size()) - 1, *start);
    }
  } else if (name.starts_with("table")) {
    start_table(name, attrs);
  } else {
    start_inline(name, attrs);
  }
}

// What is not running text, until its element ends.
bool OdfBody::start_beside(std::string_view name, const XmlAttributes& attrs) {
  std::string section;
  if (name == "note") {
    section = attrs.get("note-class") == "endnote" ? "Endnotes" : "Footnotes";
  } else if (name == "annotation") {
    section = "Comments";
    m_author.clear();
  } else if (name == "notes") {
    section = "Notes";
  } else if (name == "shapes" && m_sheet != nullptr) {
    section = m_sheet->section() + " > Drawings";
  } else if ((name == "title" || name == "desc") && m_on) {
    section = "Pictures";
  } else {
    return false;
  }
  m_beside.emplace_back(name, section);
  if (section == "Pictures" && m_paragraphs.size() < k_most_open) {
    m_paragraphs.emplace_back();
  }
  return true;
}

void OdfBody::start_paragraph(std::string_view name,
                              const XmlAttributes& attrs) {
  if (m_paragraphs.size() >= k_most_open) {
    ++m_skip;
    return;
  }
  Paragraph paragraph;
  paragraph.concealed = m_styles.hides(attrs.get("style-name"));
  if (name == "h") {
    paragraph.level = static_cast<size_t>(
        std::clamp(attrs.number("outline-level").value_or(1), 1, 10));
  }
  if (!m_lists.empty() && m_lists.back().first) {
    m_lists.back().first = false;
    paragraph.number = next_number();
  } else if (name == "h" && m_lists.empty() && m_styles.numbers_outline() &&
             paragraph.level <= k_list_levels &&
             !is_on(attrs.has("is-list-header") ? attrs.get("is-list-header")
                                                : "0")) {
    paragraph.number = m_outline.next(static_cast<int>(paragraph.level) - 1,
                                      m_styles.outline());
  }
  m_paragraphs.push_back(std::move(paragraph));
}

void OdfBody::start_list(const XmlAttributes& attrs) {
  if (m_lists.size() >= k_most_open) {
    ++m_skip;
    return;
  }
  List list;
  list.style = attrs.get("style-name");
  if (list.style.empty() && !m_lists.empty()) {
    list.style = m_lists.back().style;
  }
  const bool continues = (attrs.has("continue-numbering") &&
                          is_on(attrs.get("continue-numbering"))) ||
                         attrs.has("continue-list");
  if (m_lists.empty() && !continues) {
    m_counters.erase(list.style);
  }
  m_lists.push_back(std::move(list));
}

std::string OdfBody::next_number() {
  const auto depth = static_cast<int>(m_lists.size());
  const ListLevels* levels = m_styles.list(m_lists.back().style);
  if (levels == nullptr || depth > k_list_levels) {
    return "";
  }
  return m_counters[m_lists.back().style].next(depth - 1, *levels);
}

void OdfBody::start_inline(std::string_view name, const XmlAttributes& attrs) {
  if (name == "span") {
    m_spans.push_back(m_spans.size() < k_most_open &&
                      m_styles.hides(attrs.get("style-name")));
  } else if (name == "s") {
    add(std::string(static_cast<size_t>(std::clamp(
                        attrs.number("c").value_or(1), 1, k_most_spaces)),
                    ' '));
  } else if (name == "tab") {
    add("\t");
  } else if (name == "line-break") {
    add("\n");
  } else if (name == "page" && m_format != "odt") {
    m_out.set_page(++m_counts.pages);
    m_page_name = attrs.get("name");
    m_page_name +=
        m_styles.hides(attrs.get("style-name")) ? " (hidden slide)" : "";
  } else if (name == "frame") {
    m_title = attrs.get("class") == "title";
  } else if (name == "image") {
    ++m_counts.images;
  } else if ((name == "object" || name == "object-ole") &&
             m_objects.size() < k_most_objects) {
    std::string target(attrs.get("href"));
    target = target.starts_with("./") ? target.substr(2) : target;
    if (!target.empty() && target.find(':') == std::string::npos) {
      m_objects.push_back(std::move(target));
    }
  }
}

void OdfBody::start_table(std::string_view name, const XmlAttributes& attrs) {
  if (name == "table") {
    if (m_format == "ods" && m_sheet == nullptr && m_beside.empty()) {
      const std::string title(attrs.get("name"));
      const bool hidden = m_styles.hides(attrs.get("style-name"));
      m_sheet = std::make_unique<OdfSheet>(m_sink, title, hidden);
      ++m_counts.tables;
      if (m_counts.sheets.size() < k_most_sheets) {
        m_counts.sheets.push_back({title, hidden});
      }
    } else if (m_tables.size() < k_most_open) {
      m_tables.emplace_back();
      ++m_counts.tables;
    } else {
      ++m_skip;
    }
    return;
  }
  if (m_tables.empty()) {
    return;
  }
  Table& table = m_tables.back();
  if (name == "table-header-rows") {
    table.header = true;
  } else if (name == "table-row") {
    table.row = {};
    table.row.header = table.header;
  } else if (name == "table-cell") {
    table.cell = {};
    table.in_cell = true;
  }
}

void OdfBody::end(std::string_view name) {
  if (m_skip > 0) {
    --m_skip;
    return;
  }
  if (!m_on && (!in_masters() || m_beside.empty())) {
    m_masters = name == "master-styles" ? 0 : m_masters;
    m_styles.end(name);
    return;
  }
  if (name == "creator") {
    m_in_author = false;
    return;
  }
  if (!m_beside.empty() && name == m_beside.back().first) {
    if (m_beside.back().second == "Pictures") {
      end_paragraph();
    }
    m_beside.pop_back();
    return;
  }
  if (m_sheet != nullptr && m_beside.empty()) {
    note(m_sheet->end(name));
  }
  if (name == "p" || name == "h") {
    end_paragraph();
  } else if (name == "list" && !m_lists.empty()) {
    m_lists.pop_back();
  } else if (name == "span" && !m_spans.empty()) {
    m_spans.pop_back();
  } else if (name == "frame") {
    m_title = false;
  } else if (name == "body") {
    m_on = false;
  } else if (name.starts_with("table") || is_cell(name)) {
    end_table(name);
  }
}

void OdfBody::text(std::string_view text) {
  if (m_skip > 0) {
    return;
  }
  if (m_in_author) {
    m_author += m_author.size() < 200 ? text : std::string_view();
    return;
  }
  add(text);
}

void OdfBody::add(std::string_view text) {
  if (m_paragraphs.empty()) {
    return;
  }
  Paragraph& open = m_paragraphs.back();
  const bool hidden =
      open.concealed ||
      std::find(m_spans.begin(), m_spans.end(), true) != m_spans.end();
  auto& into = hidden ? open.hidden : open.text;
  if (into.size() < k_longest_paragraph) {
    into += text;
  }
}

void OdfBody::end_paragraph() {
  if (m_paragraphs.empty()) {
    return;
  }
  const Paragraph paragraph = std::move(m_paragraphs.back());
  m_paragraphs.pop_back();
  note(m_out.hidden(paragraph.hidden));
  std::string line(trim(paragraph.text));
  if (line.empty()) {
    return;
  }
  if (!paragraph.number.empty()) {
    line = paragraph.number + " " + line;
  }
  put_line(paragraph, std::move(line));
}

void OdfBody::put_line(const Paragraph& paragraph, std::string line) {
  if (!m_beside.empty()) {
    std::string section = m_beside.back().second;
    if (section == "Comments") {
      line =
          "Comment" + (m_author.empty() ? "" : " by " + m_author) + ": " + line;
      section =
          m_sheet == nullptr ? section : m_sheet->section() + " > Comments";
    }
    note(m_out.aside(section, line));
    return;
  }
  if (m_sheet != nullptr) {
    if (m_sheet->in_cell()) {
      m_sheet->paragraph(line);
    } else {
      note(m_out.aside(m_sheet->section() + " > Drawings", line));
    }
    return;
  }
  if (!m_page_name.empty() && !m_title) {
    note(m_out.heading(1, m_page_name));
  }
  m_page_name.clear();
  if (!m_tables.empty() && m_tables.back().in_cell) {
    m_tables.back().cell.paragraphs.push_back(std::move(line));
  } else if (paragraph.level > 0 || m_title) {
    note(m_out.heading(std::max<size_t>(paragraph.level, 1), line));
  } else {
    note(m_out.paragraph(line));
  }
}

void OdfBody::end_table(std::string_view name) {
  if (name == "table" && m_tables.empty()) {
    if (m_sheet != nullptr) {
      note(m_sheet->finish());
      m_sheet.reset();
    }
    return;
  }
  if (m_tables.empty()) {
    return;
  }
  Table& table = m_tables.back();
  if (name == "table-header-rows") {
    table.header = false;
  } else if (is_cell(name)) {
    table.cell.continued = false;
    table.in_cell = false;
    if (table.row.cells.size() < TextTable::k_most_columns) {
      table.row.cells.push_back(std::exchange(table.cell, {}));
    }
  } else if (name == "table-row") {
    note(table.rows.add(std::exchange(table.row, {}), m_out));
  } else if (name == "table") {
    Table done = std::move(m_tables.back());
    m_tables.pop_back();
    if (m_tables.empty() || !m_tables.back().in_cell) {
      note(done.rows.finish(m_out));
      return;
    }
    for (auto& line : done.rows.flat()) {
      m_tables.back().cell.paragraphs.push_back(std::move(line));
    }
  }
}

void OdfBody::finish() {
  m_skip = 0;
  while (!m_paragraphs.empty()) {
    end_paragraph();
  }
  while (!m_tables.empty()) {
    end_table("table");
  }
  end_table("table");
}

} // namespace readers
