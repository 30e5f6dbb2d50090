// SPDX-License-Identifier: Apache-2.0
//
// The text of one part of a WordprocessingML document: body, notes, comments,
// headers and footers. Source: ECMA-376 part 1, 17.3 to 17.16.
#pragma once

#include "worker/readers/docx_styles.hpp"
#include "worker/readers/office_text.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

// What was seen on the way.
struct DocxCounts {
  uint64_t images = 0;
  uint64_t insertions = 0; // tracked changes, kept in the text
  uint64_t deletions = 0;  // tracked changes, left out
  uint64_t tables = 0;
};

class DocxBody final : public XmlEvents {
public:
  // `section`: all of it goes beside the text; "" for the body. Borrows all.
  DocxBody(OfficeText& out, const DocxStyles& styles, DocxLists& lists,
           DocxCounts& counts, std::string section = {})
      : m_out(out), m_styles(styles), m_lists(lists), m_counts(counts),
        m_section(std::move(section)) {}

  void start(std::string_view name, const XmlAttributes& attrs) override;
  void end(std::string_view name) override;
  void text(std::string_view text) override;
  // What the end of a damaged part leaves open.
  void finish();

private:
  struct Paragraph {
    std::string text;
    std::string hidden;
    std::string style;
    std::optional<int> list, level, outline;
    bool mark_deleted = false; // it runs on into the next
  };
  struct Table {
    TextTable rows;
    TextRow row;
    TextCell cell;
    bool in_cell = false;
    bool deleted = false; // this row
  };
  struct Run {
    bool hidden = false;
  };

  void start_property(std::string_view name, const XmlAttributes& attrs);
  void start_run_part(std::string_view name, const XmlAttributes& attrs);
  void start_table_part(std::string_view name, const XmlAttributes& attrs);
  void start_note(std::string_view name, const XmlAttributes& attrs);
  void end_table_part(std::string_view name);
  void end_paragraph();
  void put_paragraph(Paragraph paragraph);
  void put_line(size_t level, const std::string& line);
  size_t heading_level(const Paragraph& paragraph) const;
  std::string number_of(const Paragraph& paragraph);
  void add(std::string_view text);

  OfficeText& m_out;
  const DocxStyles& m_styles;
  DocxLists& m_lists;
  DocxCounts& m_counts;
  std::string m_section;
  std::vector<Paragraph> m_paragraphs; // text boxes stand within paragraphs
  std::vector<Table> m_tables;
  std::string m_carried; // of a paragraph that runs on
  Run m_run;
  std::string m_note; // "Comment by A: ", before its first paragraph
  int m_skip = 0;     // within what is left out
  int m_deleted = 0;  // within deleted text
  bool m_run_properties = false, m_paragraph_properties = false;
  bool m_text = false; // within w:t
};

} // namespace readers
