// SPDX-License-Identifier: Apache-2.0
//
// From the events of an HTML file to its passages.
#pragma once

#include "worker/readers/html_events.hpp"
#include "worker/readers/structured_text.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace readers {

// Title and <meta> values: from the start of the file.
class HtmlHead final : public HtmlEvents {
public:
  std::string title;
  std::string first_heading;
  std::vector<std::pair<std::string, std::string>> metas; // name, content

  void start(std::string_view name, const Attributes& attributes) override;
  void end(std::string_view name) override;
  void text(std::string_view text) override;

private:
  std::string* m_into = nullptr;
};

class HtmlBody final : public HtmlEvents {
public:
  HtmlBody(domain::DocumentSink& sink, std::string_view title)
      : m_out(sink, title) {}

  void start(std::string_view name, const Attributes& attributes) override;
  void end(std::string_view name) override;
  void text(std::string_view text) override;

  void set_line(uint64_t line) { m_line = line; }
  // The first error of the sink; the file should be read no further.
  base::Result<void> status() const;
  base::Result<void> finish();
  uint64_t bytes() const { return m_out.bytes(); }

private:
  struct Table {
    std::vector<std::string> names;
    std::vector<std::string> cells;
    bool any_row = false;
    bool all_names = true; // every cell of this row is a <th>
    bool in_cell = false;
    bool layout = false; // used for arranging, not for data
  };
  struct List {
    bool ordered = false;
    char type = '1'; // 1, a, A, i or I, as <ol type> has it
    int next = 1;
    std::string number; // of the current item, with those around it
  };

  void note(base::Result<void> result);
  void start_list(std::string_view name, const Attributes& attributes);
  std::string item_label(const Attributes& attributes);
  void start_block(std::string_view name, const Attributes& attributes);
  void start_table_part(std::string_view name, const Attributes& attributes);
  void end_table_part(std::string_view name);
  void end_cell();
  void end_row();
  void close_paragraph();
  bool in_data_cell() const {
    return !m_tables.empty() && m_tables.back().in_cell &&
           !m_tables.back().layout;
  }

  StructuredText m_out;
  std::optional<base::Error> m_error;
  uint64_t m_line = 1;
  uint64_t m_text_line = 1; // where m_text begins
  std::string m_text;
  int m_skip = 0; // within scripts and styles
  int m_pre = 0;
  std::vector<Table> m_tables;
  std::vector<List> m_lists;
};

} // namespace readers
