// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/rtf_text.hpp"

#include "core/domain/encoding.hpp"
#include "worker/readers/docx_styles.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_longest_paragraph = 1 << 20; // bytes
constexpr size_t k_most_fonts = 10'000;

struct Named {
  std::string_view word;
  std::string_view value;
};

// Destinations with nothing to read, or with a copy of what is read.
constexpr std::string_view k_skipped[] = {
    "colortbl",   "filetbl",      "listtable",    "listoverridetable",
    "revtbl",     "rsidtbl",      "generator",    "xmlnstbl",
    "fldinst",    "nonshppict",   "shprslt",      "sp",
    "datafield",  "bkmkstart",    "bkmkend",      "themedata",
    "datastore",  "mmathPr",      "latentstyles", "pgptbl",
    "pgdsctbl",   "nonesttables", "objclass",     "objname",
    "userprops",  "docvar",       "formfield",    "upr",
    "atrfstart",  "atrfend",      "atnref",       "atntime",
    "atndate",    "atnid",        "pnseclvl",     "panose",
    "falt",       "private",      "xe",           "tc",
    "background", "template",     "operator"};

constexpr Named k_sections[] = {
    {"header", "Header"},      {"headerl", "Header"}, {"headerr", "Header"},
    {"headerf", "Header"},     {"footer", "Footer"},  {"footerl", "Footer"},
    {"footerr", "Footer"},     {"footerf", "Footer"}, {"footnote", "Footnotes"},
    {"annotation", "Comments"}};

// \info: the names that OfficeProperties::add() knows.
constexpr Named k_info[] = {
    {"title", "title"},         {"subject", "subject"},
    {"author", "creator"},      {"keywords", "keywords"},
    {"doccomm", "description"}, {"company", "Company"},
    {"manager", "Manager"},     {"category", "category"}};

constexpr Named k_characters[] = {
    {"emdash", "—"},    {"endash", "–"},    {"lquote", "‘"},   {"rquote", "’"},
    {"ldblquote", "“"}, {"rdblquote", "”"}, {"bullet", "•"},   {"tab", "\t"},
    {"line", "\n"},     {"emspace", " "},   {"enspace", " "},  {"qmspace", " "},
    {"nestcell", "; "}, {"nestrow", "\n"},  {"softline", "\n"}};

template <typename List>
const Named* find_named(const List& list, std::string_view word) {
  const auto at =
      std::find_if(std::begin(list), std::end(list),
                   [&](const Named& one) { return one.word == word; });
  return at == std::end(list) ? nullptr : &*at;
}

// \fcharsetN
const char* page_of_charset(int charset) {
  switch (charset) {
  case 77:
    return "macintosh";
  case 128:
    return "windows-932";
  case 129:
    return "windows-949";
  case 134:
    return "windows-936";
  case 136:
    return "windows-950";
  case 161:
    return "windows-1253";
  case 162:
    return "windows-1254";
  case 163:
    return "windows-1258";
  case 177:
    return "windows-1255";
  case 178:
    return "windows-1256";
  case 186:
    return "windows-1257";
  case 204:
    return "windows-1251";
  case 222:
    return "windows-874";
  case 238:
    return "windows-1250";
  case 255:
    return "cp437";
  default:
    return "";
  }
}

// Only pages that are converters' names: looking for others is slow.
std::string page_of_number(int number) {
  static constexpr int dos[] = {437, 737, 775, 850, 852, 855, 857, 858,
                                860, 861, 862, 863, 864, 865, 866, 869};
  static constexpr int windows[] = {874,  932,  936,  949,  950,  1250, 1251,
                                    1252, 1253, 1254, 1255, 1256, 1257, 1258};
  const auto among = [number](const auto& list) {
    return std::find(std::begin(list), std::end(list), number) !=
           std::end(list);
  };
  return number == 10000   ? "macintosh"
         : number == 65001 ? "utf-8"
         : among(dos)      ? "cp" + std::to_string(number)
         : among(windows)  ? "windows-" + std::to_string(number)
                           : "windows-1252";
}

void append_utf8(std::string& out, uint32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | (c >> 6));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | (c >> 12));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | (c >> 18));
    out += static_cast<char>(0x80 | ((c >> 12) & 0x3F));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  }
}

std::string from_hex(std::string_view text) {
  std::string out;
  int high = -1;
  for (const char c : text) {
    const int value = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : -1;
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

base::Result<void> RtfText::run() {
  RtfToken token;
  uint64_t seen = 0;
  while (!m_done) {
    if (++seen % 4096 == 0) {
      TRY(m_sink.progress());
    }
    TRY(m_tokens.next(token));
    if (token.kind == RtfToken::Kind::end) {
      if (!m_groups.empty() && m_out != nullptr) {
        TRY(refuse("the file is cut at byte " +
                   std::to_string(m_tokens.position())));
      }
      break;
    }
    TRY(take(token));
  }
  while (!m_groups.empty()) {
    TRY(close_group());
  }
  TRY(end_paragraph());
  return end_table();
}

base::Result<void> RtfText::refuse(std::string reason) {
  domain::Reject reject;
  reject.field = "text";
  reject.reason = std::move(reason);
  return m_sink.reject(std::move(reject));
}

base::Result<void> RtfText::take(RtfToken& token) {
  using Kind = RtfToken::Kind;
  if (token.kind == Kind::open) {
    return open_group();
  }
  if (token.kind == Kind::close) {
    return close_group();
  }
  if (m_groups.empty() || m_too_deep > 0) {
    return {};
  }
  Group& group = m_groups.back();
  if (token.kind == Kind::word) {
    TRY(word(token));
  } else if (token.kind == Kind::symbol) {
    if (token.text == "*" && group.fresh) {
      group.star = true;
      return {};
    }
    symbol(token.text.empty() ? '\0' : token.text[0]);
  } else if (token.kind == Kind::hex) {
    const char byte = static_cast<char>(token.number.value_or(0));
    add_bytes({&byte, 1});
  } else {
    add_bytes(token.text);
  }
  if (!m_groups.empty()) {
    m_groups.back().fresh = false;
  }
  return {};
}

base::Result<void> RtfText::open_group() {
  flush_bytes();
  m_skip_bytes = 0;
  if (m_groups.size() >= k_deepest) {
    m_too_deep += 1;
    return m_too_deep == 1 && m_out != nullptr
               ? refuse("groups nested too deeply at byte " +
                        std::to_string(m_tokens.position()) + " are left out")
               : base::Result<void>();
  }
  if (m_groups.empty()) {
    m_groups.emplace_back();
  } else {
    m_groups.back().fresh = false;
    m_groups.push_back(m_groups.back());
  }
  m_groups.back().star = false;
  m_groups.back().fresh = true;
  return {};
}

base::Result<void> RtfText::close_group() {
  flush_bytes();
  m_skip_bytes = 0;
  if (m_too_deep > 0) {
    --m_too_deep;
    return {};
  }
  if (m_groups.empty()) {
    return {};
  }
  const Group closed = std::move(m_groups.back());
  m_groups.pop_back();
  const bool outer_same =
      !m_groups.empty() && m_groups.back().into == closed.into;
  if (closed.into == Into::info && !m_property.empty()) {
    if (!m_date.empty()) {
      m_properties.dates.emplace_back(m_property, std::exchange(m_date, {}));
    } else {
      m_properties.add(m_property, m_flows["\ninfo"].text);
    }
    m_flows.erase("\ninfo");
    m_property.clear();
  } else if ((closed.into == Into::picture || closed.into == Into::object) &&
             !outer_same) {
    TRY(finish_object());
  }
  const std::string_view outer =
      m_groups.empty() ? "" : std::string_view(m_groups.back().section);
  if (closed.section != outer) {
    m_groups.push_back(closed); // its last paragraph has no end of its own
    TRY(end_paragraph());
    m_groups.pop_back();
  }
  m_done = m_groups.empty();
  return {};
}

base::Result<void> RtfText::word(const RtfToken& token) {
  Group& group = m_groups.back();
  const std::string_view name = token.text;
  if (name == "u") {
    add_unicode(token.number.value_or(0));
    return {};
  }
  m_skip_bytes = 0;
  const bool first = group.fresh;
  if (first && destination(name)) {
    return {};
  }
  if (first && group.star) {
    group.into = Into::skip;
    return {};
  }
  if (formatting(name, token) || special(name)) {
    return {};
  }
  return structure(name, token);
}

// The first word of a group says where its text belongs.
bool RtfText::destination(std::string_view name) {
  Group& group = m_groups.back();
  if (std::find(std::begin(k_skipped), std::end(k_skipped), name) !=
      std::end(k_skipped)) {
    group.into = name == "upr" ? group.into : Into::skip;
    return true;
  }
  if (group.into == Into::skip) {
    return false;
  }
  if (name == "fonttbl") {
    group.into = Into::fonts;
  } else if (name == "stylesheet") {
    group.into = Into::styles;
  } else if (name == "pict") {
    group.into = Into::picture;
    m_picture.clear();
    m_hex.clear();
    ++m_images;
  } else if (name == "objdata") {
    group.into = Into::object;
    m_hex.clear();
  } else if (name == "info") {
    group.into = Into::info;
  } else if (name == "atnauthor") {
    group.into = Into::author;
    m_author.clear();
  } else if (const Named* section = find_named(k_sections, name)) {
    group.section = section->value;
    group.hidden = false;
  } else if (const Named* info = find_named(k_info, name);
             info != nullptr && group.into == Into::info) {
    m_property = info->value;
  } else if (group.into == Into::info) {
    m_property = name == "creatim"  ? "created_date"
                 : name == "revtim" ? "updated_date"
                                    : "";
    group.into = m_property.empty() ? Into::skip : group.into;
  } else {
    // \*\shppict, \*\shpinst, \*\objdata … hold something; others do not.
    return name == "shppict" || name == "shpinst" || name == "ud" ||
           name == "pntext" || name == "listtext" || name == "shptxt";
  }
  return true;
}

bool RtfText::formatting(std::string_view name, const RtfToken& token) {
  Group& group = m_groups.back();
  const int number = token.number.value_or(1);
  if (name == "v") {
    flush_bytes();
    group.hidden = number != 0;
  } else if (name == "plain") {
    flush_bytes();
    group.hidden = false;
    group.deleted = false;
    group.font = m_default_font;
  } else if (name == "deleted") {
    flush_bytes();
    group.deleted = number != 0;
    m_deletions += group.deleted ? 1 : 0;
  } else if (name == "f" && group.into != Into::fonts) {
    flush_bytes();
    group.font = token.number.value_or(-1);
  } else if (name == "f") {
    group.font = token.number.value_or(-1);
  } else if (name == "fcharset" && group.into == Into::fonts &&
             m_pages.size() < k_most_fonts) {
    m_pages[group.font] = page_of_charset(token.number.value_or(0));
  } else if (name == "cpg" && group.into == Into::fonts &&
             m_pages.size() < k_most_fonts) {
    m_pages[group.font] = page_of_number(token.number.value_or(1252));
  } else if (name == "uc") {
    group.unicode_bytes = std::clamp(number, 0, 100);
  } else if (name == "ansicpg") {
    m_ansi = page_of_number(token.number.value_or(1252));
  } else if (name == "mac" || name == "pc" || name == "pca") {
    m_ansi = name == "mac" ? "macintosh" : name == "pc" ? "cp437" : "cp850";
  } else if (name == "deff") {
    m_default_font = token.number.value_or(-1);
  } else {
    return false;
  }
  return true;
}

// What stands for a character.
bool RtfText::special(std::string_view name) {
  const Named* character = find_named(k_characters, name);
  if (character == nullptr) {
    return false;
  }
  flush_bytes();
  add(character->value);
  return true;
}

base::Result<void> RtfText::structure(std::string_view name,
                                      const RtfToken& token) {
  Group& group = m_groups.back();
  const int number = token.number.value_or(0);
  if (group.into == Into::styles) {
    if (name == "s") {
      m_style = number;
    } else if (name == "cs" || name == "ds" || name == "ts") {
      m_style = -1;
    } else if (name == "outlinelevel" && m_style >= 0) {
      m_heading_styles[m_style] =
          static_cast<size_t>(std::clamp(number + 1, 0, 10));
    }
    return {};
  }
  if (group.into == Into::picture) {
    m_picture = name == "pngblip"                          ? ".png"
                : name == "jpegblip"                       ? ".jpg"
                : name == "emfblip" || name == "wmetafile" ? ".wmf"
                                                           : m_picture;
    return {};
  }
  if (group.into == Into::info) {
    if (name == "yr" && number > 0) {
      m_date = std::to_string(number);
    } else if ((name == "mo" || name == "dy") && !m_date.empty()) {
      std::array<char, 16> text{};
      std::snprintf(text.data(), text.size(), "-%02d",
                    std::clamp(number, 0, 99));
      m_date += text.data();
    }
    return {};
  }
  if (group.into != Into::text) {
    return {};
  }
  if (name == "par" || name == "sect" || name == "page" || name == "column") {
    return end_paragraph();
  }
  if (name == "pard") {
    flush_bytes();
    group.level = 0;
    group.in_table = false;
  } else if (name == "s") {
    const auto style = m_heading_styles.find(number);
    group.level = style == m_heading_styles.end() ? 0 : style->second;
  } else if (name == "outlinelevel") {
    group.level = static_cast<size_t>(std::clamp(number + 1, 0, 10)) % 10;
  } else if (name == "intbl") {
    group.in_table = true;
  } else if (name == "trhdr") {
    m_row.header = true;
  } else if (name == "cell") {
    return end_cell();
  } else if (name == "row") {
    return end_row();
  }
  return {};
}

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
    if (m_hex.size() < 2 * k_most_object) {
      m_hex += bytes;
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
  m_hex.clear();
  m_picture.clear();
  return m_take_object && !object.bytes.empty()
             ? m_take_object(std::move(object))
             : base::Result<void>();
}

} // namespace readers
