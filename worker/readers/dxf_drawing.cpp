// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/dxf_drawing.hpp"

#include "worker/readers/dxf_pairs.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/utf8.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace readers {
namespace {

constexpr size_t k_longest_text = 64 * 1024;

// $INSUNITS of the DXF Reference.
std::string unit_of(std::string_view code) {
  static constexpr std::array<std::string_view, 21> all = {"",
                                                           "inch",
                                                           "foot",
                                                           "mile",
                                                           "millimetre",
                                                           "centimetre",
                                                           "metre",
                                                           "kilometre",
                                                           "microinch",
                                                           "mil",
                                                           "yard",
                                                           "angstrom",
                                                           "nanometre",
                                                           "micron",
                                                           "decimetre",
                                                           "decametre",
                                                           "hectometre",
                                                           "gigametre",
                                                           "astronomical unit",
                                                           "light year",
                                                           "parsec"};
  size_t value = 0;
  code = trim(code);
  const auto [end, error] =
      std::from_chars(code.data(), code.data() + code.size(), value);
  return error == std::errc() && value < all.size() ? std::string(all[value])
         : code == "21"                             ? "US survey foot"
                                                    : "";
}

bool has_words(std::string_view kind) {
  static constexpr std::array<std::string_view, 10> all = {
      "TEXT",        "MTEXT",   "ATTRIB",     "ATTDEF", "DIMENSION",
      "MULTILEADER", "MLEADER", "ACAD_TABLE", "RTEXT",  "TOLERANCE"};
  return std::find(all.begin(), all.end(), kind) != all.end();
}

// The others know "%%d" and "\\U+00B0" only.
bool is_rich(std::string_view kind) {
  return kind != "TEXT" && !kind.starts_with("ATT");
}

class Scan {
public:
  explicit Scan(DxfDrawing& out) : m_out(out) {}

  void take(const DxfPair& pair) {
    if (pair.code == 0) {
      finish_entity();
      begin(std::string(trim(pair.value)));
      return;
    }
    if (m_kind == "SECTION") {
      if (pair.code == 2) {
        m_section = trim(pair.value);
        m_kind.clear();
        m_sections += 1;
      }
    } else if (m_section == "HEADER") {
      header(pair);
    } else if (m_section == "TABLES") {
      if (m_kind == "LAYER" && pair.code == 2) {
        name(m_out.layers, pair.value);
      }
    } else if (m_section == "BLOCKS" || m_section == "ENTITIES") {
      entity(pair);
    }
  }

  void finish() { finish_entity(); }
  size_t sections() const { return m_sections; }
  bool ended() const { return m_ended; }

private:
  void begin(std::string kind) {
    m_kind = std::move(kind);
    m_text = {};
    m_pieces.clear();
    m_ended = m_ended || m_kind == "EOF";
    if (m_kind == "ENDSEC") {
      m_section.clear();
    }
    const bool drawn = m_section == "ENTITIES" || m_section == "BLOCKS";
    if (drawn && m_kind != "ENDBLK" && m_kind != "BLOCK" &&
        m_kind != "SEQEND" && m_kind != "VERTEX" &&
        m_out.entities.size() < 200) {
      ++m_out.entities[clip(clean_utf8(m_kind), 40)];
    }
  }

  void header(const DxfPair& pair) {
    if (pair.code == 9) {
      m_variable = trim(pair.value);
    } else if (m_variable == "$ACADVER") {
      m_out.version = clip(clean_utf8(trim(pair.value)), 20);
    } else if (m_variable == "$INSUNITS") {
      m_out.unit = unit_of(pair.value);
    } else if (m_variable == "$LASTSAVEDBY") {
      m_out.last_saved_by = clip(plain_dxf_text(pair.value), 200);
    } else if (m_variable == "$CUSTOMPROPERTYTAG") {
      m_tag = clip(plain_dxf_text(pair.value), 200);
    } else if (m_variable == "$CUSTOMPROPERTY" &&
               m_out.properties.size() < 500) {
      m_out.properties.emplace_back(m_tag,
                                    clip(plain_dxf_text(pair.value), 2000));
    }
  }

  static void name(std::set<std::string>& names, std::string_view value) {
    auto text = clip(plain_dxf_text(value), 255);
    if (!text.empty() && names.size() < DxfDrawing::k_most_names) {
      names.insert(std::move(text));
    }
  }

  void entity(const DxfPair& pair) {
    if (pair.code == 8) {
      m_text.layer = clip(plain_dxf_text(pair.value), 255);
      name(m_out.layers, pair.value);
    } else if (m_kind == "BLOCK" && pair.code == 2) {
      // "*U12", "$MODEL_SPACE": no names that a person gave.
      if (!pair.value.starts_with('*') && !pair.value.starts_with('$')) {
        name(m_out.blocks, pair.value);
      }
    } else if (has_words(m_kind)) {
      words(pair);
    }
  }

  void words(const DxfPair& pair) {
    const bool cells = m_kind == "ACAD_TABLE" || m_kind.ends_with("LEADER");
    const bool piece = pair.code == 1 ||
                       (pair.code == 3 && m_kind == "MTEXT") ||
                       (cells && (pair.code == 302 || pair.code == 304));
    if (pair.code == 2 && m_kind.starts_with("ATT")) {
      m_text.tag = clip(plain_dxf_text(pair.value), 255);
    } else if (piece && m_pieces.size() < k_longest_text) {
      // A long MTEXT comes in pieces of 250 characters.
      m_pieces +=
          (m_pieces.empty() || m_kind == "MTEXT" ? "" : "\n") + pair.value;
    }
  }

  void finish_entity() {
    if (m_pieces.empty() || !has_words(m_kind)) {
      return;
    }
    m_text.kind = m_kind;
    m_text.text = plain_dxf_text(m_pieces, is_rich(m_kind));
    m_pieces.clear();
    // "<>" is the measure itself.
    if (m_text.text.empty() || m_text.text == "<>") {
      return;
    }
    m_bytes += m_text.text.size() + m_text.layer.size();
    if (m_out.texts.size() >= DxfDrawing::k_most_texts ||
        m_bytes > DxfDrawing::k_most_bytes) {
      ++m_out.left_out;
      return;
    }
    m_out.texts.push_back(std::move(m_text));
  }

  DxfDrawing& m_out;
  std::string m_section, m_kind, m_variable, m_tag, m_pieces;
  DxfText m_text;
  size_t m_bytes = 0, m_sections = 0;
  bool m_ended = false;
};

// Formatting codes of one text, from left to right.
class Plain {
public:
  Plain(std::string_view text, bool rich) : m_text(text), m_rich(rich) {}

  std::string run() {
    while (m_at < m_text.size()) {
      const char c = m_text[m_at];
      if (c == '\\' && m_at + 1 < m_text.size()) {
        escape();
      } else if (c == '%' && m_text.substr(m_at).starts_with("%%")) {
        percent();
      } else {
        // Braces only group.
        if (!m_rich || (c != '{' && c != '}')) {
          m_out += c;
        }
        ++m_at;
      }
    }
    return std::move(m_out);
  }

private:
  void escape() {
    const char c = m_text[m_at + 1];
    if (!m_rich && c != 'U') {
      m_out += '\\';
      ++m_at;
      return;
    }
    switch (c) {
    case 'P':
    case 'N':
      m_out += '\n';
      m_at += 2;
      return;
    case '~':
      m_out += ' ';
      m_at += 2;
      return;
    case '\\':
    case '{':
    case '}':
      m_out += c;
      m_at += 2;
      return;
    case 'L':
    case 'l':
    case 'O':
    case 'o':
    case 'K':
    case 'k':
      m_at += 2;
      return;
    case 'U':
      unicode();
      return;
    case 'S':
      stacked();
      return;
    default:
      break;
    }
    constexpr std::string_view k_until_semicolon = "ACcFfHhpQTW";
    const auto end = m_text.find(';', m_at);
    if (k_until_semicolon.find(c) != std::string_view::npos &&
        end != std::string_view::npos && end - m_at < 300) {
      m_at = end + 1;
      return;
    }
    m_out += '\\'; // a path, as it is
    ++m_at;
  }

  // \U+00B0
  void unicode() {
    const auto hex = m_text.substr(std::min(m_at + 3, m_text.size()), 4);
    uint32_t c = 0;
    const auto [end, error] =
        std::from_chars(hex.data(), hex.data() + hex.size(), c, 16);
    const bool whole = m_text.substr(m_at).starts_with("\\U+") &&
                       error == std::errc() && hex.size() == 4 &&
                       end == hex.data() + 4 && c >= 0x20 &&
                       (c < 0xD800 || c > 0xDFFF);
    if (whole) {
      append_utf8(m_out, c);
      m_at += 7;
    } else {
      m_out += '\\';
      ++m_at;
    }
  }

  // \S1^2; or \S1/2; or \S1#2;
  void stacked() {
    const auto end = m_text.find(';', m_at);
    if (end == std::string_view::npos || end - m_at > 300) {
      m_out += '\\';
      ++m_at;
      return;
    }
    for (const char c : m_text.substr(m_at + 2, end - m_at - 2)) {
      m_out += c == '^' || c == '#' ? '/' : c;
    }
    m_at = end + 1;
  }

  void percent() {
    const char c = m_at + 2 < m_text.size() ? m_text[m_at + 2] : '\0';
    const char small = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    const std::string_view sign = small == 'd'   ? "°"
                                  : small == 'p' ? "±"
                                  : small == 'c' ? "Ø"
                                  : small == '%' ? "%"
                                                 : "";
    const bool toggle = small == 'u' || small == 'o' || small == 'k';
    if (sign.empty() && !toggle) {
      m_out += "%%";
      m_at += 2;
      return;
    }
    m_out += sign;
    m_at += 3;
  }

  std::string_view m_text;
  bool m_rich;
  size_t m_at = 0;
  std::string m_out;
};

} // namespace

std::string plain_dxf_text(std::string_view text, bool rich) {
  const auto clean = clean_utf8(text);
  return std::string(trim(clean_utf8(Plain(clean, rich).run())));
}

base::Result<DxfDrawing>
read_dxf(const std::string& path,
         const std::function<base::Result<void>()>& progress) {
  TRY_ASSIGN(const auto pairs, DxfPairs::open(path));
  DxfDrawing out;
  Scan scan(out);
  DxfPair pair;
  uint64_t seen = 0;
  while (!scan.ended()) {
    auto more = pairs->next(pair);
    if (!more && more.error().code != base::Errc::corrupt) {
      return base::fail(std::move(more.error()));
    }
    if (!more || !*more) {
      out.damage =
          more ? "the file ends before its end mark" : more.error().message;
      out.damaged_at = pairs->position();
      break;
    }
    scan.take(pair);
    if (++seen % 4096 == 0) {
      TRY(progress());
    }
  }
  scan.finish();
  if (scan.sections() == 0) {
    return base::fail(base::Errc::corrupt,
                      "no section of a drawing in it" +
                          (out.damage.empty() ? "" : ": " + out.damage));
  }
  return out;
}

} // namespace readers
