// SPDX-License-Identifier: Apache-2.0
//
// What an XML document is, by its document element: a text that only mentions
// an element is none (XML 1.0, section 2.1).
#pragma once

#include <string_view>

namespace readers {

struct XmlRoot {
  std::string_view name; // local, as written; "" where the text is not XML
  // From behind the name to the end of the text: attributes and what follows.
  std::string_view rest;

  bool has(std::string_view part) const {
    return rest.find(part) != std::string_view::npos;
  }
};

// Of the start of a document in UTF-8: a byte order mark, blanks, processing
// instructions, comments and a document type may stand before its element.
// Borrows `text`. Linear; reads nothing but names.
XmlRoot xml_root(std::string_view text);

} // namespace readers
