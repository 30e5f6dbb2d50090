// SPDX-License-Identifier: Apache-2.0
//
// What office documents say about themselves, as facts. The same names for
// every format: "title", "subject", "author", "keywords", "description",
// "author_company", "manager", "category", "last_modified_by", "creator" (the
// program), "page_count", "slide_count", "word_count"; the dates
// "created_date", "updated_date"; "property_NAME" for what users add.
#pragma once

#include "core/domain/document.hpp"
#include "worker/readers/office_package.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace readers {

struct OfficeProperties {
  std::string title;
  std::vector<std::pair<std::string, std::string>> facts; // key, text
  std::vector<std::pair<std::string, std::string>> dates; // role, text
  std::vector<std::pair<std::string, uint64_t>> counts;

  // What a program writes in place of a title is none.
  void add(std::string_view element, std::string_view text);
  base::Result<void> put(domain::DocumentSink& sink) const;
};

// docProps/core.xml, app.xml and custom.xml, or whatever the package calls
// them.
base::Result<OfficeProperties>
read_properties(OfficePackage& package, const std::vector<Relation>& root);
// meta.xml of OpenDocument, or the office:meta of a flat document.
class OdfMeta final : public XmlEvents {
public:
  OfficeProperties properties;
  void start(std::string_view name, const XmlAttributes& attrs) override;
  void end(std::string_view name) override;
  void text(std::string_view text) override;

private:
  std::string m_text;
  std::string m_custom;
  bool m_on = false;
};

} // namespace readers
