// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/xlsx_sheet.hpp"

#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <charconv>
#include <limits>

namespace readers {
namespace {

constexpr size_t k_most_sheets = 2000;
constexpr size_t k_most_names = 100;
constexpr size_t k_most_formats = 100'000;
constexpr size_t k_longest_text = 64 * 1024;
constexpr size_t k_longest_formula = 1024;

std::optional<double> real(std::string_view text) {
  text = trim(text);
  double value = 0;
  const auto* end = text.data() + text.size();
  const auto [at, code] = std::from_chars(text.data(), end, value);
  return code == std::errc() && at == end && !text.empty()
             ? std::optional(value)
             : std::nullopt;
}

bool is_phonetic(std::string_view name) {
  return name == "rPh" || name == "phoneticPr";
}

// _x000D_ is how a string holds a character that XML cannot.
std::string unescaped(std::string_view text) {
  std::string out;
  while (true) {
    const auto at = text.find("_x00");
    if (at == std::string_view::npos || at + 7 > text.size() ||
        text[at + 6] != '_') {
      return out.append(text);
    }
    unsigned value = 0;
    const auto [end, code] =
        std::from_chars(text.data() + at + 4, text.data() + at + 6, value, 16);
    out.append(text.substr(0, at));
    const bool hex = code == std::errc() && end == text.data() + at + 6;
    out += hex && value < 0x80 ? static_cast<char>(value) : '_';
    text.remove_prefix(at + (hex && value < 0x80 ? 7 : 1));
  }
}

} // namespace

void StringTable::add(std::string_view text) {
  if (m_bytes.size() + text.size() > k_most_bytes) {
    m_cut = true;
    text = {};
  }
  if (m_ends.size() < k_most_bytes / 8) {
    m_bytes += text;
    m_ends.push_back(static_cast<uint32_t>(m_bytes.size()));
  } else {
    m_cut = true;
  }
}

std::string_view StringTable::at(size_t index) const {
  if (index >= m_ends.size()) {
    return {};
  }
  const size_t begin = index == 0 ? 0 : m_ends[index - 1];
  return std::string_view(m_bytes).substr(begin, m_ends[index] - begin);
}

std::string Workbook::number(double value, size_t format) const {
  return shaped_cell(
      value, format < shapes.size() ? shapes[format] : NumberShape::plain,
      from_1904);
}

void WorkbookEvents::start(std::string_view name, const XmlAttributes& attrs) {
  if (name == "sheet" && m_out.sheets.size() < k_most_sheets) {
    const auto state = attrs.get("state");
    m_out.sheets.push_back({std::string(attrs.get("name")),
                            std::string(attrs.relation("id")),
                            state == "hidden" || state == "veryHidden"});
  } else if (name == "workbookPr" && attrs.has("date1904")) {
    m_out.from_1904 = is_on(attrs.get("date1904"));
  } else if (name == "definedName" && m_out.names.size() < k_most_names &&
             !attrs.get("name").starts_with("_xlnm.") && !attrs.has("hidden")) {
    m_out.names.emplace_back(attrs.get("name"));
  }
}

void SheetStyleEvents::start(std::string_view name,
                             const XmlAttributes& attrs) {
  if (name == "numFmt" && m_own.size() < k_most_formats) {
    const auto id = attrs.number("numFmtId").value_or(-1);
    if (id >= 0) {
      m_own[static_cast<uint32_t>(id)] =
          shape_of_format(attrs.get("formatCode"));
    }
  } else if (name == "cellXfs") {
    m_cells = true;
  } else if (name == "xf" && m_cells && m_out.shapes.size() < k_most_formats) {
    const auto id = static_cast<uint32_t>(attrs.number("numFmtId").value_or(0));
    const auto own = m_own.find(id);
    m_out.shapes.push_back(own == m_own.end() ? shape_of_builtin_format(id)
                                              : own->second);
  }
}

void SheetStyleEvents::end(std::string_view name) {
  if (name == "cellXfs") {
    m_cells = false;
  }
}

void SharedStringEvents::start(std::string_view name, const XmlAttributes&) {
  m_phonetic += is_phonetic(name) ? 1 : 0;
  if (name == "si") {
    m_text.clear();
  }
  m_on = name == "t" && m_phonetic == 0;
}

void SharedStringEvents::end(std::string_view name) {
  m_phonetic -= is_phonetic(name) ? 1 : 0;
  m_on = false;
  if (name == "si") {
    m_out.strings.add(unescaped(m_text));
  }
}

void SharedStringEvents::text(std::string_view text) {
  if (m_on && m_text.size() < k_longest_text) {
    m_text += text;
  }
}

void SheetEvents::start(std::string_view name, const XmlAttributes& attrs) {
  if (name == "c") {
    start_cell(attrs);
  } else if (name == "v" || name == "t") {
    m_on = m_phonetic == 0;
  } else if (name == "f") {
    m_has_formula = m_in_formula = true;
  } else if (name == "row") {
    end_row();
    const auto number = attrs.number("r");
    m_row = number && *number > 0 ? static_cast<uint64_t>(*number) : m_row + 1;
    m_column = 0;
  } else if (name == "mergeCell") {
    if (const auto area = sheet_area(attrs.get("ref"))) {
      m_out.merge(*area);
    }
  } else if (is_phonetic(name)) {
    ++m_phonetic;
  }
}

void SheetEvents::start_cell(const XmlAttributes& attrs) {
  if (const auto place = cell_place(attrs.get("r"))) {
    m_column = place->column;
  }
  m_place = attrs.get("r");
  m_has_formula = false;
  m_formula.clear();
  m_type = attrs.get("t");
  const auto format = attrs.number("s").value_or(0);
  m_format = format < 0 ? 0 : static_cast<size_t>(format);
  m_text.clear();
}

std::string SheetEvents::value() const {
  if (m_type == "s") {
    const auto index = whole_number(m_text).value_or(-1);
    return std::string(index < 0
                           ? std::string_view()
                           : m_book.strings.at(static_cast<size_t>(index)));
  }
  if (m_type == "b") {
    return trim(m_text) == "1" || trim(m_text) == "true" ? "TRUE" : "FALSE";
  }
  if (m_type == "str" || m_type == "inlineStr") {
    return unescaped(m_text);
  }
  if (m_type == "d") { // ISO 8601, with a time that is mostly none
    std::string text(trim(m_text));
    return text.ends_with("T00:00:00") ? text.substr(0, 10) : text;
  }
  const auto number = m_type == "e" ? std::nullopt : real(m_text);
  return number ? m_book.number(*number, m_format) : std::string(trim(m_text));
}

// Of a formula that several cells share, only the first has the text.
void SheetEvents::take_formula() {
  m_first_place = m_uncalculated++ == 0 ? m_place : m_first_place;
  if (!trim(m_formula).empty()) {
    m_cells.push_back({m_column, "=" + std::string(trim(m_formula))});
  }
}

void SheetEvents::end_cell() {
  if (m_text.empty() && m_has_formula) {
    take_formula();
  }
  if (!m_text.empty()) {
    m_cells.push_back({m_column, value()});
  }
  m_text.clear();
  ++m_column;
}

void SheetEvents::end_row() {
  if (!m_cells.empty()) {
    note(m_out.row(m_row, m_cells));
    m_cells.clear();
  }
}

void SheetEvents::end(std::string_view name) {
  if (name == "v" || name == "t") {
    m_on = false;
  } else if (name == "f") {
    m_in_formula = false;
  } else if (name == "c") {
    end_cell();
  } else if (name == "row") {
    end_row();
  } else if (is_phonetic(name)) {
    m_phonetic -= m_phonetic > 0 ? 1 : 0;
  }
}

void SheetEvents::text(std::string_view text) {
  if (m_on && m_text.size() < k_longest_text) {
    m_text += text;
  } else if (m_in_formula && m_formula.size() < k_longest_formula) {
    m_formula += text;
  }
}

void SheetEvents::finish() {
  end_row();
}

std::optional<SheetArea> sheet_area(std::string_view reference) {
  const auto colon = reference.find(':');
  const auto first = cell_place(reference.substr(0, colon));
  const auto last = colon == std::string_view::npos
                        ? first
                        : cell_place(reference.substr(colon + 1));
  if (!first || !last) {
    return std::nullopt;
  }
  return SheetArea{first->row, last->row, first->column, last->column};
}

} // namespace readers
