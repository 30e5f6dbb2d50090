// SPDX-License-Identifier: Apache-2.0
//
// One slide of a PresentationML document, or its notes. Source: ECMA-376
// part 1, 19.3 and 21.1.
#pragma once

#include "worker/readers/office_text.hpp"
#include "worker/readers/office_xml.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

class SlideEvents final : public XmlEvents {
public:
  static constexpr size_t k_most_shapes = 20'000;
  static constexpr size_t k_most_bytes = size_t{8} << 20;

  struct Shape {
    std::string kind; // of its placeholder: "title", "body", "ftr"
    std::vector<std::string> paragraphs;
    std::vector<TextRow> rows; // of a table
  };
  std::vector<Shape> shapes;
  bool hidden = false;
  uint64_t images = 0;

  void start(std::string_view name, const XmlAttributes& attrs) override;
  void end(std::string_view name) override;
  void text(std::string_view text) override;

  // Of the title's shape; "".
  std::string title() const;

private:
  void start_text(std::string_view name, const XmlAttributes& attrs);
  void end_paragraph();
  void add(std::string_view text);

  std::string m_text;
  size_t m_bytes = 0;
  bool m_on = false, m_open = false, m_in_cell = false;
  int m_skip = 0;
};

} // namespace readers
