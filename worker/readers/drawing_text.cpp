// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/drawing_text.hpp"

#include "worker/readers/passage_packer.hpp"

namespace readers {
namespace {

bool holds_strings(std::string_view name) {
  return name == "strCache" || name == "multiLvlStrCache" || name == "strLit" ||
         name == "strDim";
}

} // namespace

void DrawingText::start(std::string_view name, const XmlAttributes&) {
  if (m_skip > 0 || name == "Fallback") {
    ++m_skip;
    return;
  }
  m_strings += holds_strings(name) ? 1 : 0;
  m_on = name == "t" || (m_strings > 0 && (name == "v" || name == "pt"));
  if (name == "br") {
    m_line += ' ';
  }
}

void DrawingText::end(std::string_view name) {
  if (m_skip > 0) {
    --m_skip;
    return;
  }
  m_strings -= holds_strings(name) && m_strings > 0 ? 1 : 0;
  m_on = false;
  if (name == "p" || name == "v" || name == "pt") {
    put_line();
  }
}

void DrawingText::text(std::string_view text) {
  if (m_on && m_skip == 0 && m_line.size() < k_most) {
    m_line += text;
  }
}

void DrawingText::put_line() {
  auto line = squeeze(m_line);
  m_line.clear();
  if (line.empty() || out.size() + line.size() > k_most ||
      !m_said.insert(line).second) {
    return;
  }
  out += (out.empty() ? "" : "\n") + line;
}

} // namespace readers
