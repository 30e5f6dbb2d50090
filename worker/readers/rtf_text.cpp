// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/rtf_text.hpp"

#include "worker/readers/rtf_pages.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

namespace readers {
namespace {

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

} // namespace readers
