// SPDX-License-Identifier: Apache-2.0
//
// The text of a Rich Text document, and what it holds besides. Source: Rich
// Text Format Specification 1.9.1.
#pragma once

#include "worker/readers/office_facts.hpp"
#include "worker/readers/office_text.hpp"
#include "worker/readers/rtf_tokens.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

// What stands in a document in hexadecimal digits.
struct RtfObject {
  std::string name; // "picture 1.png", "object 1"
  std::string bytes;
};

class RtfText {
public:
  static constexpr size_t k_deepest = 500;                  // groups
  static constexpr size_t k_most_object = size_t{64} << 20; // bytes of one

  // Null `out`: only properties are gathered, until the text begins.
  RtfText(RtfTokens& tokens, OfficeText* out, domain::DocumentSink& sink)
      : m_tokens(tokens), m_out(out), m_sink(sink) {}

  // To the end of the document. What is wrong is a reject.
  base::Result<void> run();

  // Called for each embedded object and picture that is complete.
  using TakeObject = std::function<base::Result<void>(RtfObject)>;
  void on_object(TakeObject take) { m_take_object = std::move(take); }

  const OfficeProperties& properties() const { return m_properties; }
  // The first paragraph, where `out` was null.
  const std::string& first_text() const { return m_first; }
  uint64_t images() const { return m_images; }
  // Objects and pictures of which only the first k_most_object are kept.
  uint64_t cut_objects() const { return m_cut_objects; }
  uint64_t deletions() const { return m_deletions; }

private:
  enum class Into {
    text = 0,
    skip,
    fonts,
    styles,
    info,    // a property; its name in m_property
    picture, // hexadecimal digits
    object,
    author, // of the next annotation
  };
  struct Group {
    Into into = Into::text;
    std::string section; // beside the text; "" for the text
    bool hidden = false;
    bool deleted = false;
    int font = -1;
    int unicode_bytes = 1; // that follow \uN
    size_t level = 0;      // of the heading that the paragraph is
    bool in_table = false;
    bool star = false; // \* was the first in it
    bool fresh = true; // nothing was in it yet
  };

  base::Result<void> take(RtfToken& token);
  base::Result<void> open_group();
  base::Result<void> close_group();
  base::Result<void> word(const RtfToken& token);
  bool destination(std::string_view name);
  bool formatting(std::string_view name, const RtfToken& token);
  base::Result<void> structure(std::string_view name, const RtfToken& token);
  bool special(std::string_view name);
  void symbol(char c);
  void add_bytes(std::string_view bytes);
  void add_unicode(int number);
  void add(std::string_view utf8);
  void flush_bytes();
  void take_name(std::string_view bytes);
  base::Result<void> end_paragraph();
  base::Result<void> end_cell();
  base::Result<void> end_row();
  base::Result<void> end_table();
  base::Result<void> put(std::string line, size_t level);
  base::Result<void> finish_object();
  std::string_view code_page() const;
  base::Result<void> refuse(std::string reason);

  RtfTokens& m_tokens;
  OfficeText* m_out;
  domain::DocumentSink& m_sink;
  TakeObject m_take_object;
  OfficeProperties m_properties;
  std::vector<Group> m_groups;
  size_t m_too_deep = 0; // groups within the deepest
  bool m_done = false;

  std::map<int, std::string> m_pages; // code pages of fonts
  std::map<int, size_t> m_heading_styles;
  int m_style = -1;         // that is being defined
  std::string m_style_name; // as far as read
  std::string m_ansi = "windows-1252";
  int m_default_font = -1;
  std::string m_property;
  std::string m_date; // yyyy-mm-dd of a property

  std::string m_bytes; // in the code page of m_bytes_page
  std::string m_bytes_page;
  int m_skip_bytes = 0; // that stand for \uN in older programs
  uint32_t m_surrogate = 0;
  struct Flow { // one for each section: the text, a header, a note
    std::string text, hidden;
  };
  std::map<std::string, Flow, std::less<>> m_flows;
  TextTable m_table;
  bool m_table_open = false;
  TextRow m_row;
  TextCell m_cell;
  std::string m_hex; // of a picture or object
  bool m_hex_cut = false;
  uint64_t m_cut_objects = 0;
  std::string m_picture; // its extension
  std::string m_author, m_first;
  uint64_t m_images = 0, m_objects = 0, m_deletions = 0;
};

} // namespace readers
