// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/docx_body.hpp"

#include "worker/readers/reading.hpp"

#include <algorithm>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_most_open = 64;              // paragraphs, tables
constexpr size_t k_longest_paragraph = 1 << 20; // bytes

bool is_one_of(std::string_view name,
               std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// What Word shows in older versions, and properties from before a change.
bool is_left_out(std::string_view name) {
  return is_one_of(name, {"Fallback", "pPrChange", "rPrChange", "tblPrChange",
                          "tcPrChange", "trPrChange", "sectPrChange",
                          "tblGridChange", "numberingChange", "rt"});
}

bool is_deleted(std::string_view name) {
  return name == "del" || name == "moveFrom";
}

} // namespace

void DocxBody::start(std::string_view name, const XmlAttributes& attrs) {
  if (m_skip > 0 || is_left_out(name)) {
    ++m_skip;
    return;
  }
  if (name == "p") {
    if (m_paragraphs.size() < k_most_open) {
      m_paragraphs.emplace_back();
    } else {
      ++m_skip;
    }
  } else if (name == "pPr") {
    m_paragraph_properties = true;
  } else if (name == "r") {
    m_run = {};
  } else if (name == "rPr") {
    m_run_properties = true;
  } else if (m_paragraph_properties || m_run_properties) {
    start_property(name, attrs);
  } else if (is_one_of(name, {"tbl", "tr", "tc", "gridSpan", "vMerge",
                              "tblHeader"})) {
    start_table_part(name, attrs);
  } else if (is_deleted(name)) {
    const bool row = !m_tables.empty() && !m_tables.back().in_cell;
    if (row) {
      m_tables.back().deleted = true;
    }
    ++m_counts.deletions;
    ++m_deleted;
  } else if (name == "ins" || name == "moveTo") {
    ++m_counts.insertions;
  } else if (is_one_of(name, {"footnote", "endnote", "comment"})) {
    start_note(name, attrs);
  } else {
    start_run_part(name, attrs);
  }
}

void DocxBody::start_note(std::string_view name, const XmlAttributes& attrs) {
  const auto type = attrs.get("type");
  if (type == "separator" || type == "continuationSeparator" ||
      type == "continuationNotice") {
    ++m_skip;
    return;
  }
  const auto author = trim(attrs.get("author"));
  if (name == "comment") {
    m_note = author.empty() ? "Comment: "
                            : "Comment by " + std::string(author) + ": ";
  }
}

void DocxBody::start_property(std::string_view name,
                              const XmlAttributes& attrs) {
  if (name == "vanish" && !m_paragraph_properties) {
    m_run.hidden = is_on(attrs.get("val"));
    return;
  }
  if (m_run_properties && !m_paragraph_properties && name == "rStyle") {
    const DocxStyle* style = m_styles.find(attrs.get("val"));
    m_run.hidden =
        m_run.hidden || (style != nullptr && style->hidden.value_or(false));
    return;
  }
  if (!m_paragraph_properties || m_paragraphs.empty()) {
    return;
  }
  Paragraph& paragraph = m_paragraphs.back();
  if (name == "pStyle") {
    paragraph.style = attrs.get("val");
  } else if (name == "numId") {
    paragraph.list = attrs.number("val");
  } else if (name == "ilvl") {
    paragraph.level = attrs.number("val");
  } else if (name == "outlineLvl") {
    paragraph.outline = attrs.number("val");
  } else if (is_deleted(name) && m_run_properties) {
    paragraph.mark_deleted = true;
    ++m_counts.deletions;
  }
}

void DocxBody::start_table_part(std::string_view name,
                                const XmlAttributes& attrs) {
  if (name == "tbl") {
    if (m_tables.size() >= k_most_open) {
      ++m_skip;
      return;
    }
    m_tables.emplace_back();
    ++m_counts.tables;
    return;
  }
  if (m_tables.empty()) {
    return;
  }
  Table& table = m_tables.back();
  if (name == "tr") {
    table.row = {};
    table.deleted = false;
  } else if (name == "tc") {
    table.cell = {};
    table.in_cell = true;
  } else if (name == "gridSpan") {
    table.cell.span = static_cast<uint32_t>(
        std::clamp(attrs.number("val").value_or(1), 1, 256));
  } else if (name == "vMerge") {
    table.cell.continued = attrs.get("val") != "restart";
  } else {
    table.row.header = is_on(attrs.get("val"));
  }
}

void DocxBody::start_run_part(std::string_view name,
                              const XmlAttributes& attrs) {
  if (name == "t") {
    m_text = true;
  } else if (name == "tab" || name == "ptab") {
    add("\t");
  } else if (name == "br" || name == "cr") {
    add("\n");
  } else if (name == "noBreakHyphen") {
    add("-");
  } else if (name == "blip" || name == "imagedata") {
    ++m_counts.images;
  } else if (name == "docPr" && !trim(attrs.get("descr")).empty()) {
    note(m_out.aside("Pictures", attrs.get("descr")));
  }
}

void DocxBody::end(std::string_view name) {
  if (m_skip > 0) {
    --m_skip;
    return;
  }
  if (name == "t") {
    m_text = false;
  } else if (name == "p") {
    end_paragraph();
  } else if (name == "pPr") {
    m_paragraph_properties = false;
  } else if (name == "rPr") {
    m_run_properties = false;
  } else if (m_paragraph_properties || m_run_properties) {
    return;
  } else if (is_deleted(name)) {
    m_deleted -= m_deleted > 0 ? 1 : 0;
  } else if (is_one_of(name, {"tbl", "tr", "tc"})) {
    end_table_part(name);
  }
}

void DocxBody::text(std::string_view text) {
  if (m_text && m_skip == 0) {
    add(text);
  }
}

void DocxBody::add(std::string_view text) {
  if (m_paragraphs.empty() || m_deleted > 0 || m_skip > 0) {
    return;
  }
  auto& into =
      m_run.hidden ? m_paragraphs.back().hidden : m_paragraphs.back().text;
  if (into.size() < k_longest_paragraph) {
    into += text;
  } else {
    note(m_out.aside("Rest of a long paragraph", text));
  }
}

size_t DocxBody::heading_level(const Paragraph& paragraph) const {
  const DocxStyle* style = m_styles.find(paragraph.style);
  const auto outline = paragraph.outline  ? paragraph.outline
                       : style != nullptr ? style->outline
                                          : std::nullopt;
  if (outline) {
    return *outline >= 0 && *outline < 9 ? static_cast<size_t>(*outline) + 1
                                         : 0;
  }
  return style == nullptr ? 0 : heading_of_style_name(style->name);
}

std::string DocxBody::number_of(const Paragraph& paragraph) {
  const DocxStyle* style = m_styles.find(paragraph.style);
  std::optional<int> list = paragraph.list;
  std::optional<int> level = paragraph.level;
  if (!list && style != nullptr && style->list) {
    list = style->list;
    if (!level) {
      const int own = m_lists.level_of_style(*list, paragraph.style);
      level = own >= 0 ? std::optional(own) : style->level;
    }
  }
  if (!list || *list <= 0) {
    return "";
  }
  return m_lists.next(*list, level.value_or(0));
}

void DocxBody::end_paragraph() {
  if (m_paragraphs.empty()) {
    return;
  }
  Paragraph paragraph = std::move(m_paragraphs.back());
  m_paragraphs.pop_back();
  paragraph.text = std::exchange(m_carried, {}) + paragraph.text;
  if (paragraph.mark_deleted && paragraph.text.size() < k_longest_paragraph) {
    m_carried = std::move(paragraph.text);
    paragraph.text.clear();
    note(m_out.hidden(paragraph.hidden));
    return;
  }
  put_paragraph(std::move(paragraph));
}

void DocxBody::put_paragraph(Paragraph paragraph) {
  const bool hidden =
      trim(paragraph.text).empty() && !trim(paragraph.hidden).empty();
  note(m_out.hidden(paragraph.hidden));
  if (hidden) {
    return;
  }
  const std::string number = number_of(paragraph);
  std::string line(trim(paragraph.text));
  if (line.empty()) {
    return;
  }
  if (!number.empty()) {
    line = number + " " + line;
  }
  put_line(heading_level(paragraph), line);
}

void DocxBody::put_line(size_t level, const std::string& line) {
  if (!m_tables.empty() && m_tables.back().in_cell) {
    m_tables.back().cell.paragraphs.push_back(line);
  } else if (!m_section.empty()) {
    note(m_out.aside(m_section, std::exchange(m_note, {}) + line));
  } else if (level > 0) {
    note(m_out.heading(level, line));
  } else {
    note(m_out.paragraph(line));
  }
}

void DocxBody::end_table_part(std::string_view name) {
  if (m_tables.empty()) {
    return;
  }
  Table& table = m_tables.back();
  if (name == "tc") {
    table.in_cell = false;
    if (table.row.cells.size() < TextTable::k_most_columns) {
      table.row.cells.push_back(std::move(table.cell));
    }
    table.cell = {};
    return;
  }
  if (name == "tr") {
    if (!table.deleted) {
      note(table.rows.add(std::exchange(table.row, {}), m_out));
    }
    return;
  }
  Table done = std::move(m_tables.back());
  m_tables.pop_back();
  if (!m_tables.empty() && m_tables.back().in_cell) {
    for (auto& line : done.rows.flat()) {
      m_tables.back().cell.paragraphs.push_back(std::move(line));
    }
  } else if (!m_section.empty()) {
    for (const auto& line : done.rows.flat()) {
      note(m_out.aside(m_section, line));
    }
  } else {
    note(done.rows.finish(m_out));
  }
}

void DocxBody::finish() {
  m_skip = 0;
  while (!m_paragraphs.empty()) {
    end_paragraph();
  }
  while (!m_tables.empty()) {
    if (m_tables.back().in_cell) {
      end_table_part("tc");
    }
    if (!m_tables.back().row.cells.empty()) {
      end_table_part("tr");
    }
    end_table_part("tbl");
  }
  if (!m_carried.empty()) {
    put_line(0, std::exchange(m_carried, {}));
  }
}

} // namespace readers
