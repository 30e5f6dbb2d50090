// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/odf_sheet.hpp"

#include "worker/readers/passage_packer.hpp"

#include <algorithm>
#include <charconv>

namespace readers {
namespace {

constexpr int k_last_column = 16384;
constexpr int k_last_row = 1 << 20;
constexpr size_t k_longest_text = 64 * 1024;

int repeats(const XmlAttributes& attrs, std::string_view name, int most) {
  return std::clamp(attrs.number(name).value_or(1), 1, most);
}

// The typed value, which does not depend on how many digits are shown; ""
// where the shown text is the value.
std::string value_of(const XmlAttributes& attrs) {
  const auto type = attrs.get("value-type");
  if (type == "date") {
    std::string text(attrs.get("date-value"));
    const auto t = text.find('T');
    if (t != std::string::npos) {
      text.ends_with("T00:00:00") ? text.resize(t) : (void)(text[t] = ' ');
    }
    return text;
  }
  if (type == "boolean") {
    return attrs.get("boolean-value") == "true" ? "TRUE" : "FALSE";
  }
  if (type == "float" || type == "currency" || type == "percentage") {
    const auto text = attrs.get("value");
    double value = 0;
    const auto* end = text.data() + text.size();
    const auto [at, code] = std::from_chars(text.data(), end, value);
    if (code == std::errc() && at == end && !text.empty()) {
      return shaped_cell(value,
                         type == "percentage" ? NumberShape::percent
                                              : NumberShape::plain,
                         false);
    }
  }
  return std::string(attrs.get("string-value"));
}

} // namespace

base::Result<bool> OdfSheet::start(std::string_view name,
                                   const XmlAttributes& attrs) {
  if (name == "table-row") {
    m_column = 0;
    m_cells.clear();
    m_row_repeats = repeats(attrs, "number-rows-repeated", k_last_row);
    return true;
  }
  if (name == "table-cell" || name == "covered-table-cell") {
    start_cell(attrs);
    return true;
  }
  return false;
}

void OdfSheet::start_cell(const XmlAttributes& attrs) {
  m_in_cell = true;
  m_text.clear();
  m_cell_repeats = repeats(attrs, "number-columns-repeated", k_last_column);
  m_value = value_of(attrs);
  const int rows = repeats(attrs, "number-rows-spanned", k_last_row);
  if (rows > 1) {
    m_out.merge(
        {m_row, m_row + static_cast<uint64_t>(rows) - 1, m_column, m_column});
  }
}

void OdfSheet::paragraph(std::string_view text) {
  if (m_text.size() < k_longest_text) {
    m_text += (m_text.empty() ? "" : "\n") + std::string(text);
  }
}

void OdfSheet::end_cell() {
  m_in_cell = false;
  const std::string& text = m_value.empty() ? m_text : m_value;
  const int copies =
      trim(text).empty() ? 0 : std::min(m_cell_repeats, k_most_repeats);
  for (int i = 0; i < copies && m_cells.size() < SheetTable::k_most_columns;
       ++i) {
    m_cells.push_back({m_column + static_cast<uint32_t>(i), text});
  }
  m_column = std::min(m_column + static_cast<uint32_t>(m_cell_repeats),
                      uint32_t{k_last_column});
}

base::Result<void> OdfSheet::end_row() {
  if (!m_cells.empty()) {
    const int copies = std::min(m_row_repeats, k_most_repeats);
    for (int i = 0; i < copies; ++i) {
      m_repeated += i > 0 ? m_cells.size() : 0;
      if (m_repeated > k_most_repeated_cells) {
        break;
      }
      auto cells = m_cells;
      TRY(m_out.row(m_row + static_cast<uint64_t>(i), cells));
    }
    m_cells.clear();
  }
  m_row += static_cast<uint64_t>(m_row_repeats);
  return {};
}

base::Result<void> OdfSheet::end(std::string_view name) {
  if (name == "table-cell" || name == "covered-table-cell") {
    end_cell();
  } else if (name == "table-row") {
    return end_row();
  }
  return {};
}

base::Result<void> OdfSheet::finish() {
  TRY(end_row());
  return m_out.finish();
}

} // namespace readers
