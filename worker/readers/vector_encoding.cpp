// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/vector_encoding.hpp"

#include "core/base/bytes.hpp"
#include "core/domain/encoding.hpp"
#include "core/geodata/dbf.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <array>

namespace readers {
namespace {

constexpr size_t k_most_sampled = size_t{64} << 10;

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return (c & 0x80) == 0; });
}

// A field that is full may have lost the end of its last character.
std::string_view without_cut(std::string_view raw, size_t width) {
  if (raw.size() < width) {
    return raw;
  }
  for (size_t lost = 1; lost <= 3 && lost < raw.size(); ++lost) {
    const auto first = static_cast<unsigned char>(raw[raw.size() - lost]);
    const size_t needed = first >= 0xF0   ? 4
                          : first >= 0xE0 ? 3
                          : first >= 0xC2 ? 2
                                          : 0;
    if (needed > lost) {
      return raw.substr(0, raw.size() - lost);
    }
    if ((first & 0xC0) != 0x80) {
      break;
    }
  }
  return raw;
}

// Characters of two bytes: a pair of them may look like UTF-8.
bool is_multibyte(std::string_view encoding) {
  static constexpr std::array<std::string_view, 9> all = {
      "cp932", "cp936",   "cp949",  "cp950",    "big5",
      "gbk",   "gb18030", "euc-kr", "shift_jis"};
  std::string name(encoding);
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) {
    return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  });
  return std::find(all.begin(), all.end(), name) != all.end();
}

} // namespace

std::string code_page_name(std::string_view cpg) {
  std::string text;
  std::string digits;
  for (const char c : trim(cpg).substr(0, 40)) {
    const char lower =
        c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    text += lower;
    if (c >= '0' && c <= '9') {
      digits += c;
    }
  }
  if (text.find("utf") != std::string::npos) {
    return digits == "16" ? "" : "UTF-8"; // no table is in UTF-16
  }
  if (digits == "65001") {
    return "UTF-8";
  }
  if (digits.starts_with("8859") && digits.size() > 4) {
    return "ISO-8859-" + digits.substr(4);
  }
  if (digits.size() == 4 && digits.starts_with("125")) {
    return "windows-" + digits;
  }
  const bool page = text.starts_with("cp") || text.starts_with("ibm") ||
                    text.starts_with("oem") || text.starts_with("ansi") ||
                    text.size() == digits.size();
  if (page && digits.size() >= 3 && digits.size() <= 5) {
    return "cp" + digits;
  }
  static constexpr std::array<std::string_view, 7> known = {
      "big5", "gbk", "gb18030", "gb2312", "euc-kr", "shift_jis", "koi8-r"};
  return std::find(known.begin(), known.end(), text) != known.end() ? text : "";
}

TableEncoding::TableEncoding(std::string_view cpg, uint8_t language)
    : m_declared(code_page_name(cpg)) {
  if (m_declared.empty()) {
    m_declared = geodata::encoding_of_language(language);
  }
}

void TableEncoding::learn(std::string_view raw, size_t width) {
  if (is_ascii(raw)) {
    return;
  }
  if (base::is_utf8(raw) || base::is_utf8(without_cut(raw, width))) {
    ++m_utf8;
    return;
  }
  ++m_other;
  if (m_sample.size() + raw.size() < k_most_sampled) {
    m_sample.append(raw).append("\n");
  }
}

void TableEncoding::settle() {
  if (m_other == 0) {
    m_used = m_utf8 > 0 ? "UTF-8" : "US-ASCII";
    return;
  }
  const std::string declared = m_declared == "UTF-8" ? "" : m_declared;
  m_used = domain::decode_text(m_sample, declared).encoding;
  m_legacy = m_used;
  m_each = !is_multibyte(m_used);
  m_sample.clear();
  m_sample.shrink_to_fit();
}

std::string TableEncoding::decode(std::string_view raw, size_t width) {
  if (is_ascii(raw)) {
    return std::string(raw);
  }
  const auto whole = base::is_utf8(raw) ? raw : without_cut(raw, width);
  if ((m_each || m_legacy.empty()) && base::is_utf8(whole)) {
    return std::string(whole);
  }
  auto decoded = domain::decode_text(raw, m_legacy);
  m_replaced += decoded.replaced;
  return clean_utf8(decoded.text);
}

std::string TableEncoding::note() const {
  if (m_used == "UTF-8" && !m_declared.empty() && m_declared != "UTF-8") {
    return "declared as " + m_declared + ", but its text is UTF-8";
  }
  if (m_other > 0 && m_declared == "UTF-8") {
    return "declared as UTF-8, but " + std::to_string(m_other) +
           " values are not; read as " + m_used;
  }
  if (m_other > 0 && m_utf8 > 0) {
    return std::to_string(m_utf8) + " values are UTF-8, " +
           std::to_string(m_other) + " are not; those are read as " + m_used;
  }
  return m_other > 0 && m_declared.empty()
             ? "no code page is declared; read as " + m_used
             : "";
}

} // namespace readers
