// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/html_body.hpp"

#include "core/domain/clause.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace readers {
namespace {

constexpr size_t k_longest_text = 64 * 1024; // of one paragraph
constexpr size_t k_most_cells = 1000;        // of one row
constexpr size_t k_longest_cell = 2000;      // more is layout, not data
constexpr size_t k_most_nested = 50;         // tables, lists

template <size_t N>
bool is_one_of(std::string_view name,
               const std::array<std::string_view, N>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_skipped(std::string_view name) {
  static constexpr std::array<std::string_view, 7> names{
      "script", "style", "template", "svg", "title", "noframes", "object"};
  return is_one_of(name, names);
}

bool is_block(std::string_view name) {
  static constexpr std::array<std::string_view, 27> names{
      "p",        "div",  "section",    "article", "header",  "footer", "nav",
      "aside",    "main", "blockquote", "ul",      "ol",      "dl",     "dt",
      "dd",       "li",   "pre",        "address", "figure",  "hr",     "form",
      "fieldset", "body", "caption",    "details", "summary", "option"};
  return is_one_of(name, names);
}

bool is_table_part(std::string_view name) {
  static constexpr std::array<std::string_view, 4> names{"table", "tr", "td",
                                                         "th"};
  return is_one_of(name, names);
}

std::string upper_ascii(std::string text) {
  for (char& c : text) {
    c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return text;
}

// 1 to 6 for h1 to h6, else 0.
size_t heading_level(std::string_view name) {
  return name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6'
             ? static_cast<size_t>(name[1] - '0')
             : 0;
}

std::optional<int> number_in(const Attributes& attributes, const char* name) {
  const auto found = attributes.find(name);
  if (found == attributes.end()) {
    return std::nullopt;
  }
  int value = 0;
  const auto& text = found->second;
  const auto [end, ec] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  return ec == std::errc() && value >= 0 && value < 1'000'000
             ? std::optional(value)
             : std::nullopt;
}

// 1 is a, 26 is z, 27 is aa (HTML: "alphabetic" counting).
std::string letters_of(int number) {
  std::string out;
  for (; number > 0; number = (number - 1) / 26) {
    out.insert(out.begin(), static_cast<char>('a' + (number - 1) % 26));
  }
  return out;
}

size_t span_of(const Attributes& attributes) {
  const auto found = attributes.find("colspan");
  size_t span = 1;
  if (found != attributes.end()) {
    const auto& text = found->second;
    if (std::from_chars(text.data(), text.data() + text.size(), span).ec !=
        std::errc()) {
      span = 1;
    }
  }
  return std::clamp<size_t>(span, 1, 100);
}

} // namespace

void HtmlHead::start(std::string_view name, const Attributes& attributes) {
  if (name == "title" && title.empty()) {
    m_into = &title;
  } else if (name == "h1" && first_heading.empty()) {
    m_into = &first_heading;
  } else if (name == "meta" && metas.size() < 100) {
    auto key = attributes.find("name");
    key = key == attributes.end() ? attributes.find("property") : key;
    const auto content = attributes.find("content");
    if (key != attributes.end() && content != attributes.end()) {
      metas.emplace_back(key->second, content->second);
    }
  }
}

void HtmlHead::end(std::string_view name) {
  if (name == "title" || name == "h1") {
    m_into = nullptr;
  }
}

void HtmlHead::text(std::string_view text) {
  if (m_into != nullptr && m_into->size() < 2000) {
    *m_into += text;
  }
}

void HtmlBody::note(base::Result<void> result) {
  if (!result && !m_error) {
    m_error = std::move(result.error());
  }
}

base::Result<void> HtmlBody::status() const {
  return m_error ? base::Result<void>(base::fail(*m_error))
                 : base::Result<void>();
}

void HtmlBody::close_paragraph() {
  if (in_data_cell()) {
    if (!m_text.empty() && m_text.back() != '\n') {
      m_text += '\n';
    }
    return;
  }
  const auto text = clean_utf8(m_text);
  m_text.clear();
  if (trim(text).empty()) {
    return;
  }
  note(m_pre > 0 ? m_out.code(text, m_text_line)
                 : m_out.paragraph(text, m_text_line));
}

void HtmlBody::start(std::string_view name, const Attributes& attributes) {
  if (is_skipped(name)) {
    ++m_skip;
  }
  if (m_skip > 0) {
    return;
  }
  if (name == "br") {
    m_text += '\n';
  } else if (name == "img") {
    const auto alt = attributes.find("alt");
    if (alt != attributes.end()) {
      text(" " + alt->second + " ");
    }
  } else if (is_table_part(name)) {
    start_table_part(name, attributes);
  } else if (heading_level(name) > 0) {
    if (in_data_cell()) {
      m_tables.back().layout = true;
    }
    close_paragraph();
  } else if (is_block(name)) {
    start_block(name, attributes);
  }
}

void HtmlBody::start_list(std::string_view name, const Attributes& attributes) {
  if (m_lists.size() >= k_most_nested) {
    return;
  }
  List list;
  list.ordered = name == "ol";
  const auto type = attributes.find("type");
  if (type != attributes.end() && type->second.size() == 1 &&
      std::string_view("aAiI").find(type->second[0]) !=
          std::string_view::npos) {
    list.type = type->second[0];
  }
  list.next = number_in(attributes, "start").value_or(1);
  m_lists.push_back(std::move(list));
}

// What a browser would show before an item; digits within digits with those
// around them, as contracts number.
std::string HtmlBody::item_label(const Attributes& attributes) {
  if (m_lists.empty() || !m_lists.back().ordered) {
    return "- ";
  }
  List& list = m_lists.back();
  list.next = number_in(attributes, "value").value_or(list.next);
  const int number = list.next++;
  list.number.clear();
  switch (list.type) {
  case 'a':
    return letters_of(number) + ". ";
  case 'A':
    return "(" + upper_ascii(letters_of(number)) + ") ";
  case 'i':
  case 'I': {
    const bool roman = number > 0 && number < 4000;
    const auto text = roman ? domain::roman_text(static_cast<uint32_t>(number))
                            : std::to_string(number);
    return list.type == 'i' ? text + ". " : upper_ascii(text) + ". ";
  }
  default:
    break;
  }
  const auto& above =
      m_lists.size() > 1 ? m_lists[m_lists.size() - 2].number : std::string();
  list.number = (above.empty() ? "" : above + ".") + std::to_string(number);
  return list.number + (above.empty() ? ". " : " ");
}

void HtmlBody::start_block(std::string_view name,
                           const Attributes& attributes) {
  close_paragraph();
  if (name == "pre") {
    ++m_pre;
  } else if (name == "ul" || name == "ol") {
    start_list(name, attributes);
  } else if (name == "li") {
    text(item_label(attributes));
  }
}

void HtmlBody::start_table_part(std::string_view name,
                                const Attributes& attributes) {
  if (name == "table") {
    // A table within a cell: the outer one arranges.
    for (auto& table : m_tables) {
      table.layout = true;
    }
    close_paragraph();
    if (m_tables.size() < k_most_nested) {
      m_tables.emplace_back();
    }
    return;
  }
  if (m_tables.empty()) {
    close_paragraph();
    return;
  }
  auto& table = m_tables.back();
  if (name == "tr") {
    end_row();
    return;
  }
  end_cell();
  close_paragraph();
  table.in_cell = true;
  table.all_names = table.all_names && name == "th";
  for (size_t i = 1; i < span_of(attributes); ++i) {
    // What spans columns stands in the first of them.
    if (table.cells.size() < k_most_cells) {
      table.cells.emplace_back();
    }
  }
}

void HtmlBody::end_cell() {
  auto& table = m_tables.back();
  if (!table.in_cell) {
    return;
  }
  if (m_text.size() > k_longest_cell) {
    table.layout = true;
  }
  if (table.layout) {
    close_paragraph();
    table.in_cell = false;
    return;
  }
  table.in_cell = false;
  if (table.cells.size() < k_most_cells) {
    table.cells.push_back(clean_utf8(m_text));
  }
  m_text.clear();
}

void HtmlBody::end_row() {
  end_cell();
  auto& table = m_tables.back();
  auto cells = std::exchange(table.cells, {});
  const bool names = std::exchange(table.all_names, true);
  const bool filled =
      std::any_of(cells.begin(), cells.end(),
                  [](const std::string& cell) { return !trim(cell).empty(); });
  if (!filled) {
    return;
  }
  if (names && cells.size() > 1) {
    table.names = cells;
    if (!table.any_row) {
      table.any_row = true;
      return;
    }
  }
  table.any_row = true;
  note(m_out.row(names ? std::vector<std::string>{} : table.names, cells,
                 m_text_line));
  m_text_line = m_line;
}

void HtmlBody::end_table_part(std::string_view name) {
  if (m_tables.empty()) {
    close_paragraph();
    return;
  }
  if (name == "td" || name == "th") {
    end_cell();
  } else if (name == "tr") {
    end_row();
  } else {
    end_row();
    m_tables.pop_back();
    close_paragraph();
  }
}

void HtmlBody::end(std::string_view name) {
  if (is_skipped(name)) {
    m_skip -= m_skip > 0 ? 1 : 0;
    return;
  }
  if (m_skip > 0) {
    return;
  }
  if (const size_t level = heading_level(name); level > 0) {
    const auto title = clean_utf8(std::exchange(m_text, {}));
    note(m_out.heading(level, title, m_text_line));
  } else if (is_table_part(name)) {
    end_table_part(name);
  } else if (is_block(name)) {
    close_paragraph();
    if (name == "pre") {
      m_pre -= m_pre > 0 ? 1 : 0;
    } else if ((name == "ul" || name == "ol") && !m_lists.empty()) {
      m_lists.pop_back();
    }
  }
}

void HtmlBody::text(std::string_view text) {
  if (m_skip > 0) {
    return;
  }
  if (m_text.empty()) {
    m_text_line = m_line;
  }
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (m_pre > 0 || !blank) {
      m_text += c;
    } else if (!m_text.empty() && m_text.back() != ' ' &&
               m_text.back() != '\n') {
      m_text += ' ';
    }
  }
  if (m_text.size() > k_longest_text) {
    if (in_data_cell()) {
      m_tables.back().layout = true;
    }
    close_paragraph();
  }
}

base::Result<void> HtmlBody::finish() {
  while (!m_tables.empty()) {
    end_table_part("table");
  }
  close_paragraph();
  TRY(status());
  return m_out.finish();
}

} // namespace readers
