// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "worker/readers/office_xml.hpp"

#include <set>
#include <string>
#include <string_view>

namespace readers {

// The words in a drawing, a diagram (SmartArt) or a chart: paragraphs, and
// the names that a chart keeps of its series and categories. Each once, in
// order. Source: ECMA-376 part 1, 20 and 21.
class DrawingText final : public XmlEvents {
public:
  static constexpr size_t k_most = 256 * 1024; // bytes

  std::string out; // lines
  void start(std::string_view name, const XmlAttributes& attrs) override;
  void end(std::string_view name) override;
  void text(std::string_view text) override;

private:
  void put_line();
  std::string m_line;
  std::set<std::string, std::less<>> m_said;
  bool m_on = false;
  int m_strings = 0; // within c:strCache and the like
  int m_skip = 0;
};

} // namespace readers
