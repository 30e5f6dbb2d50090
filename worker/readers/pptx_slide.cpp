// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/pptx_slide.hpp"

#include "worker/readers/passage_packer.hpp"

#include <algorithm>

namespace readers {

void SlideEvents::start(std::string_view name, const XmlAttributes& attrs) {
  const auto type = attrs.get("type");
  const bool changing =
      name == "fld" && (type == "slidenum" || type.starts_with("datetime"));
  if (m_skip > 0 || name == "Fallback" || changing) {
    ++m_skip;
    return;
  }
  if (name == "sld") {
    hidden = attrs.has("show") && !is_on(attrs.get("show"));
  } else if (name == "sp" || name == "graphicFrame" || name == "cxnSp") {
    m_open = shapes.size() < k_most_shapes;
    if (m_open) {
      shapes.emplace_back();
    }
  } else if (name == "ph" && m_open) {
    shapes.back().kind = type.empty() ? "body" : type;
  } else if (name == "blip") {
    ++images;
  } else {
    start_text(name, attrs);
  }
}

void SlideEvents::start_text(std::string_view name,
                             const XmlAttributes& attrs) {
  if (name == "t") {
    m_on = true;
  } else if (name == "br") {
    add("\n");
  } else if (name == "tab") {
    add("\t");
  } else if (name == "tr" && m_open) {
    shapes.back().rows.emplace_back();
  } else if (name == "tc" && m_open && !shapes.back().rows.empty()) {
    TextCell cell;
    cell.continued = is_on(attrs.get("vMerge")) && attrs.has("vMerge");
    auto& cells = shapes.back().rows.back().cells;
    if (cells.size() < TextTable::k_most_columns) {
      cells.push_back(std::move(cell));
      m_in_cell = true;
    }
  }
}

void SlideEvents::end(std::string_view name) {
  if (m_skip > 0) {
    --m_skip;
    return;
  }
  if (name == "t") {
    m_on = false;
  } else if (name == "p") {
    end_paragraph();
  } else if (name == "tc") {
    m_in_cell = false;
  } else if (name == "sp" || name == "graphicFrame" || name == "cxnSp") {
    m_open = false;
  }
}

void SlideEvents::text(std::string_view text) {
  if (m_on && m_skip == 0) {
    add(text);
  }
}

void SlideEvents::add(std::string_view text) {
  if (m_bytes < k_most_bytes) {
    m_text += text;
    m_bytes += text.size();
  }
}

void SlideEvents::end_paragraph() {
  const auto text = trim(m_text);
  if (!text.empty() && m_open) {
    auto& into = m_in_cell ? shapes.back().rows.back().cells.back().paragraphs
                           : shapes.back().paragraphs;
    into.emplace_back(text);
  }
  m_text.clear();
}

std::string SlideEvents::title() const {
  for (const Shape& shape : shapes) {
    if (shape.kind == "title" || shape.kind == "ctrTitle") {
      std::string out;
      for (const auto& one : shape.paragraphs) {
        out += (out.empty() ? "" : " ") + squeeze(one);
      }
      return out;
    }
  }
  return "";
}

} // namespace readers
