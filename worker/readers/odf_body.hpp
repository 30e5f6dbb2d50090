// SPDX-License-Identifier: Apache-2.0
//
// The text of an OpenDocument: its styles, its body, the headers and footers
// of its pages. Source: OpenDocument 1.3 part 3.
#pragma once

#include "worker/readers/odf_sheet.hpp"
#include "worker/readers/odf_styles.hpp"
#include "worker/readers/office_text.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

struct OdfCounts {
  uint64_t images = 0;
  uint64_t pages = 0; // slides, drawings
  uint64_t tables = 0;
  uint64_t deletions = 0;
  // Of a workbook, the first 10,000 in its order.
  struct Sheet {
    std::string name;
    bool hidden = false;
  };
  std::vector<Sheet> sheets;
};

// Takes the events of styles.xml and then content.xml, or of a flat document.
class OdfBody final : public XmlEvents {
public:
  static constexpr size_t k_most_objects = 10'000;
  static constexpr size_t k_most_sheets = 10'000;

  // `format`: "odt", "ods" … All is borrowed.
  OdfBody(OfficeText& out, domain::DocumentSink& sink, std::string format)
      : m_out(out), m_sink(sink), m_format(std::move(format)) {}

  void start(std::string_view name, const XmlAttributes& attrs) override;
  void end(std::string_view name) override;
  void text(std::string_view text) override;
  void finish(); // what a damaged part leaves open

  const OdfCounts& counts() const { return m_counts; }
  // Parts that are embedded: "Object 1".
  const std::vector<std::string>& objects() const { return m_objects; }

private:
  struct Paragraph {
    std::string text;
    std::string hidden;
    std::string number;
    size_t level = 0; // of a heading
    bool concealed = false;
  };
  struct List {
    std::string style;
    bool first = false; // the next paragraph is numbered
  };
  struct Table {
    TextTable rows;
    TextRow row;
    TextCell cell;
    bool in_cell = false;
    bool header = false;
  };

  void start_in_body(std::string_view name, const XmlAttributes& attrs);
  void start_inline(std::string_view name, const XmlAttributes& attrs);
  void start_paragraph(std::string_view name, const XmlAttributes& attrs);
  void start_list(const XmlAttributes& attrs);
  void start_table(std::string_view name, const XmlAttributes& attrs);
  bool start_beside(std::string_view name, const XmlAttributes& attrs);
  void end_paragraph();
  void end_table(std::string_view name);
  void put_line(const Paragraph& paragraph, std::string line);
  std::string next_number();
  void add(std::string_view text);
  bool in_masters() const { return m_masters > 0; }

  OfficeText& m_out;
  domain::DocumentSink& m_sink;
  std::string m_format;
  OdfStyles m_styles;
  OdfCounts m_counts;
  std::vector<std::string> m_objects;
  std::unique_ptr<OdfSheet> m_sheet;

  bool m_on = false; // within office:body
  int m_masters = 0; // within office:master-styles
  int m_skip = 0;
  std::vector<Paragraph> m_paragraphs;
  std::vector<bool> m_spans;                                 // hidden or not
  std::vector<std::pair<std::string, std::string>> m_beside; // element, section
  std::string m_author;
  bool m_in_author = false;
  std::vector<List> m_lists;
  std::map<std::string, ListCounter, std::less<>> m_counters;
  ListCounter m_outline;
  std::vector<Table> m_tables;
  bool m_title = false;    // within the frame of a slide's title
  std::string m_page_name; // until something of the page is put
};

} // namespace readers
