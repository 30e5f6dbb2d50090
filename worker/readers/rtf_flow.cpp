// SPDX-License-Identifier: Apache-2.0
//
// RtfText: bytes and characters as text, and what becomes of it.
#include "core/base/bytes.hpp"
#include "core/domain/encoding.hpp"
#include "worker/readers/docx_styles.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/rtf_text.hpp"
#include "worker/readers/utf8.hpp"

#include <algorithm>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_longest_paragraph = 1 << 20; // bytes

std::string from_hex(std::string_view text) {
  std::string out;
  int high = -1;
  for (const char c : text) {
    const int value = base::hex_value(c);
    if (value < 0) {
      continue;
    }
    if (high < 0) {
      high = value;
    } else {
      out += static_cast<char>(high * 16 + value);
      high = -1;
    }
  }
  return out;
}

} // namespace

void RtfText::symbol(char c) {
  if (c == '~' || c == '_' || c == '\\' || c == '{' || c == '}') {
    const char plain = c == '~' ? ' ' : c == '_' ? '-' : c;
    add_bytes({&plain, 1});
  } else if (c == '\r' || c == '\n') {
    flush_bytes();
    add("\n");
  } else if (c == '\t') {
    add_bytes("\t");
  }
}

std::string_view RtfText::code_page() const {
  const auto at = m_pages.find(m_groups.back().font);
  return at == m_pages.end() || at->second.empty() ? std::string_view(m_ansi)
                                                   : at->second;
}

void RtfText::add_bytes(std::string_view bytes) {
  const auto skipped =
      std::min<size_t>(static_cast<size_t>(m_skip_bytes), bytes.size());
  bytes.remove_prefix(skipped);
  m_skip_bytes -= static_cast<int>(skipped);
  if (bytes.empty()) {
    return;
  }
  const Group& group = m_groups.back();
  if (group.into == Into::picture || group.into == Into::object) {
    if (m_hex.size() + bytes.size() <= 2 * k_most_object) {
      m_hex += bytes;
    } else {
      m_hex_cut = true;
    }
    return;
  }
  if (group.into == Into::fonts || group.into == Into::skip) {
    return;
  }
  if (group.into == Into::styles) {
    take_name(bytes);
    return;
  }
  const auto page = code_page();
  if (page != m_bytes_page || m_bytes.size() > k_longest_paragraph) {
    flush_bytes();
    m_bytes_page = page;
  }
  m_bytes += bytes;
}

// "heading 1;" at the end of a style.
void RtfText::take_name(std::string_view bytes) {
  for (const char c : bytes) {
    if (c != ';') {
      m_style_name += m_style_name.size() < 100 ? std::string(1, c) : "";
      continue;
    }
    const size_t level = heading_of_style_name(trim(m_style_name));
    if (level > 0 && m_style >= 0 && !m_heading_styles.contains(m_style)) {
      m_heading_styles[m_style] = level;
    }
    m_style_name.clear();
    m_style = -1;
  }
}

void RtfText::flush_bytes() {
  if (m_bytes.empty()) {
    return;
  }
  const bool plain = std::all_of(m_bytes.begin(), m_bytes.end(),
                                 [](char c) { return (c & 0x80) == 0; });
  const std::string bytes = std::exchange(m_bytes, {});
  add(plain ? bytes : domain::decode_text(bytes, m_bytes_page).text);
}

void RtfText::add_unicode(int number) {
  flush_bytes();
  const auto c = static_cast<uint32_t>(number) & 0xFFFF;
  m_skip_bytes = m_groups.back().unicode_bytes;
  std::string text;
  if (c >= 0xD800 && c < 0xDC00) {
    m_surrogate = c;
    return;
  }
  if (c >= 0xDC00 && c < 0xE000) {
    append_utf8(text,
                m_surrogate == 0
                    ? 0xFFFD
                    : 0x10000 + ((m_surrogate - 0xD800) << 10) + (c - 0xDC00));
  } else if (c >= 0xF020 && c <= 0xF0FF) {
    text = " "; // of a symbol font: a mark, not a letter
  } else if (c >= 0x20) {
    append_utf8(text, c);
  }
  m_surrogate = 0;
  add(text);
}

void RtfText::add(std::string_view utf8) {
  const Group& group = m_groups.back();
  if (group.into == Into::author) {
    m_author += m_author.size() < 200 ? utf8 : std::string_view();
    return;
  }
  if (group.into == Into::info) {
    auto& text = m_flows["\ninfo"].text;
    text += text.size() < 4000 ? utf8 : std::string_view();
    return;
  }
  if (group.into != Into::text || group.deleted) {
    return;
  }
  Flow& flow = m_flows[group.section];
  auto& into = group.hidden ? flow.hidden : flow.text;
  if (into.size() < k_longest_paragraph) {
    into += utf8;
  }
}

base::Result<void> RtfText::put(std::string line, size_t level) {
  const std::string section =
      m_groups.empty() ? std::string() : m_groups.back().section;
  if (!section.empty()) {
    const bool comment = section == "Comments" && !m_author.empty();
    return m_out->aside(
        section, comment ? "Comment by " + m_author + ": " + line : line);
  }
  if (!m_groups.empty() && m_groups.back().in_table) {
    m_cell.paragraphs.push_back(std::move(line));
    return {};
  }
  TRY(end_table());
  return level > 0 ? m_out->heading(level, line) : m_out->paragraph(line);
}

base::Result<void> RtfText::end_paragraph() {
  flush_bytes();
  const std::string section =
      m_groups.empty() ? std::string() : m_groups.back().section;
  Flow flow = std::exchange(m_flows[section], {});
  if (m_out == nullptr) { // enough is known once text begins
    m_first = trim(flow.text);
    m_done = m_done || !m_first.empty();
    return {};
  }
  TRY(m_out->hidden(flow.hidden));
  std::string line(trim(flow.text));
  return line.empty() ? base::Result<void>()
                      : put(std::move(line),
                            m_groups.empty() ? 0 : m_groups.back().level);
}

base::Result<void> RtfText::end_cell() {
  if (!m_groups.empty()) {
    const bool within = std::exchange(m_groups.back().in_table, true);
    TRY(end_paragraph());
    m_groups.back().in_table = within;
  }
  if (m_row.cells.size() < TextTable::k_most_columns) {
    m_row.cells.push_back(std::exchange(m_cell, {}));
  }
  return {};
}

base::Result<void> RtfText::end_row() {
  if (m_out == nullptr) {
    return {};
  }
  if (!m_cell.paragraphs.empty()) {
    TRY(end_cell());
  }
  m_table_open = true;
  return m_table.add(std::exchange(m_row, {}), *m_out);
}

base::Result<void> RtfText::end_table() {
  if (m_out == nullptr) {
    return {};
  }
  if (!m_row.cells.empty() || !m_cell.paragraphs.empty()) {
    TRY(end_row());
  }
  if (m_table_open) {
    TRY(m_table.finish(*m_out));
    m_table = {};
    m_table_open = false;
  }
  return {};
}

base::Result<void> RtfText::finish_object() {
  const bool picture = !m_picture.empty();
  RtfObject object;
  object.bytes = from_hex(m_hex);
  object.name = picture ? "picture " + std::to_string(m_images) + m_picture
                        : "object " + std::to_string(++m_objects);
  m_cut_objects += m_hex_cut ? 1 : 0;
  m_hex_cut = false;
  m_hex.clear();
  m_picture.clear();
  return m_take_object && !object.bytes.empty()
             ? m_take_object(std::move(object))
             : base::Result<void>();
}

} // namespace readers
