// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/markdown_blocks.hpp"

#include "worker/readers/html_body.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/structured_text.hpp"

#include <cmark.h>

#include <algorithm>
#include <memory>

namespace readers {
namespace {

constexpr size_t k_longest_caption = 120; // of a clause that heads others

struct FreeNode {
  void operator()(cmark_node* node) const { cmark_node_free(node); }
};
struct FreeIterator {
  void operator()(cmark_iter* iterator) const { cmark_iter_free(iterator); }
};

std::string_view literal(cmark_node* node) {
  const char* text = cmark_node_get_literal(node);
  return text == nullptr ? std::string_view() : text;
}

// Stands for an escaped bar while the parser, which would make it a plain
// one, has the text: a private character, taken out of the text before.
constexpr std::string_view k_bar = "\xEE\x80\x80"; // U+E000

std::string replaced(std::string_view text, std::string_view what,
                     std::string_view with) {
  std::string out;
  while (true) {
    const auto at = text.find(what);
    out += text.substr(0, at);
    if (at == std::string_view::npos) {
      return out;
    }
    out += with;
    text.remove_prefix(at + what.size());
  }
}

// Only the text of a piece of HTML.
class PlainText final : public HtmlEvents {
public:
  std::string out;
  void start(std::string_view name, const Attributes&) override {
    m_skip += name == "script" || name == "style" ? 1 : 0;
    if (name == "br" || name == "p" || name == "tr" || name == "div") {
      out += '\n';
    } else if (name == "td" || name == "th") {
      out += ' ';
    }
  }
  void end(std::string_view name) override {
    m_skip -= (name == "script" || name == "style") && m_skip > 0 ? 1 : 0;
  }
  void text(std::string_view text) override {
    if (m_skip == 0) {
      out += text;
    }
  }

private:
  int m_skip = 0;
};

std::string text_of_html(std::string_view html) {
  PlainText plain;
  HtmlParser parser(plain);
  parser.feed(html);
  parser.finish();
  return plain.out;
}

std::vector<std::string> split_cells(std::string_view line) {
  std::vector<std::string> cells(1);
  line = trim(line);
  if (line.starts_with('|')) {
    line.remove_prefix(1);
  }
  if (line.ends_with('|')) {
    line.remove_suffix(1);
  }
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '|') {
      cells.emplace_back();
    } else {
      cells.back() += line[i];
    }
  }
  for (auto& cell : cells) {
    cell = replaced(cell, k_bar, "|");
  }
  return cells;
}

bool is_rule(std::string_view line) {
  return line.find('-') != std::string_view::npos &&
         line.find_first_not_of("-:| \t") == std::string_view::npos;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

class BlockWalk {
public:
  BlockWalk(domain::DocumentSink& sink, std::string_view title,
            uint64_t lines_before)
      : m_out(sink, title), m_sink(sink), m_before(lines_before) {}

  base::Result<void> run(cmark_node* root) {
    const std::unique_ptr<cmark_iter, FreeIterator> iterator(
        cmark_iter_new(root));
    size_t seen = 0;
    for (auto event = cmark_iter_next(iterator.get());
         event != CMARK_EVENT_DONE; event = cmark_iter_next(iterator.get())) {
      if (++seen % 4096 == 0) {
        TRY(m_sink.progress());
      }
      TRY(event == CMARK_EVENT_ENTER
              ? enter(cmark_iter_get_node(iterator.get()))
              : leave(cmark_iter_get_node(iterator.get())));
    }
    return m_out.finish();
  }

private:
  struct List {
    bool ordered = false;
    int next = 1;
    std::string number;     // of the current item, with those around it
    bool captioned = false; // the current item heads a section
    bool first = true;      // nothing of the current item came yet
  };

  uint64_t line_of(cmark_node* node) const {
    return m_before +
           static_cast<uint64_t>(std::max(1, cmark_node_get_start_line(node)));
  }

  base::Result<void> enter(cmark_node* node) {
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_LIST:
      open_list(node);
      break;
    case CMARK_NODE_ITEM:
      open_item();
      break;
    case CMARK_NODE_PARAGRAPH:
    case CMARK_NODE_HEADING:
      m_text.clear();
      break;
    case CMARK_NODE_TEXT:
      m_text += literal(node);
      break;
    case CMARK_NODE_CODE:
      m_text += replaced(literal(node), k_bar, "\\|");
      break;
    case CMARK_NODE_SOFTBREAK:
    case CMARK_NODE_LINEBREAK:
      m_text += '\n';
      break;
    case CMARK_NODE_CODE_BLOCK:
      return m_out.code(replaced(literal(node), k_bar, "\\|"), line_of(node));
    case CMARK_NODE_HTML_BLOCK:
      return m_out.paragraph(
          replaced(text_of_html(literal(node)), k_bar, "\\|"), line_of(node));
    default:
      break; // inline HTML is markup; links and emphasis give their text
    }
    return {};
  }

  base::Result<void> leave(cmark_node* node) {
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_HEADING:
      return m_out.heading(
          static_cast<size_t>(cmark_node_get_heading_level(node)),
          replaced(m_text, k_bar, "|"), line_of(node));
    case CMARK_NODE_PARAGRAPH:
      return put_paragraph(node);
    case CMARK_NODE_ITEM:
      close_item();
      break;
    case CMARK_NODE_LIST:
      if (!m_lists.empty()) {
        m_lists.pop_back();
      }
      break;
    default:
      break;
    }
    return {};
  }

  void open_list(cmark_node* node) {
    List list;
    list.ordered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST;
    list.next = list.ordered ? cmark_node_get_list_start(node) : 1;
    m_lists.push_back(std::move(list));
  }

  // The number of the item, within those of the items around it.
  void open_item() {
    if (m_lists.empty()) {
      return;
    }
    auto& list = m_lists.back();
    list.number.clear();
    list.first = true;
    if (!list.ordered) {
      return;
    }
    const auto above =
        m_lists.size() > 1 ? m_lists[m_lists.size() - 2].number : "";
    list.number =
        (above.empty() ? "" : above + ".") + std::to_string(list.next);
    list.next += list.next < 1'000'000'000 ? 1 : 0;
  }

  void close_item() {
    if (!m_lists.empty() && m_lists.back().captioned) {
      m_out.pop_section();
      m_lists.back().captioned = false;
    }
  }

  // An item of a list: behind its number; one that is short and holds
  // another list heads that list.
  std::string in_item(cmark_node* node, std::string text) {
    if (m_lists.empty() || !m_lists.back().first) {
      return text;
    }
    auto& list = m_lists.back();
    list.first = false;
    if (!list.ordered) {
      return "- " + text;
    }
    const bool alone = list.number.find('.') == std::string::npos;
    text = list.number + (alone ? ". " : " ") + text;
    const auto* next = cmark_node_next(node);
    if (next != nullptr && text.size() <= k_longest_caption &&
        cmark_node_get_type(const_cast<cmark_node*>(next)) == CMARK_NODE_LIST) {
      m_out.push_section(text);
      list.captioned = true;
    }
    return text;
  }

  base::Result<void> put_paragraph(cmark_node* node) {
    const auto line = line_of(node);
    const auto table = split_pipe_table(m_text);
    if (!table.empty()) {
      for (size_t r = 1; r < table.size(); ++r) {
        TRY(m_out.row(table.front(), table[r], line + r + 1));
      }
      return {};
    }
    const auto text =
        in_item(node, replaced(std::exchange(m_text, {}), k_bar, "|"));
    const bool clause = !m_lists.empty() &&
                        m_lists.back().number.find('.') != std::string::npos &&
                        text.size() > k_longest_caption;
    return clause ? m_out.clause(text, line) : m_out.paragraph(text, line);
  }

  StructuredText m_out;
  domain::DocumentSink& m_sink;
  uint64_t m_before;
  std::string m_text;
  std::vector<List> m_lists;
};

} // namespace

FrontMatter split_front_matter(std::string_view text) {
  FrontMatter front;
  if (!text.starts_with("---\n")) {
    return front;
  }
  size_t at = 4;
  for (uint64_t line = 2; line < 200 && at < text.size(); ++line) {
    const auto end = std::min(text.find('\n', at), text.size());
    const auto one = trim(text.substr(at, end - at));
    at = end + 1;
    if (one == "---" || one == "...") {
      front.size = std::min(at, text.size());
      front.lines = line;
      return front;
    }
    const auto colon = one.find(':');
    if (colon != std::string_view::npos && colon > 0 && colon < 60) {
      auto value = trim(one.substr(colon + 1));
      if (value.size() >= 2 && value.front() == value.back() &&
          (value.front() == '"' || value.front() == '\'')) {
        value = value.substr(1, value.size() - 2);
      }
      front.values.emplace_back(trim(one.substr(0, colon)), value);
    }
  }
  return {}; // dashes that do not close are a rule
}

std::vector<std::vector<std::string>> split_pipe_table(std::string_view text) {
  const auto lines = lines_of(text);
  if (lines.size() < 2 || lines[0].find('|') == std::string_view::npos ||
      lines[1].find('|') == std::string_view::npos || !is_rule(lines[1])) {
    return {};
  }
  std::vector<std::vector<std::string>> rows{split_cells(lines[0])};
  if (split_cells(lines[1]).size() != rows.front().size()) {
    return {};
  }
  for (size_t i = 2; i < lines.size(); ++i) {
    rows.push_back(split_cells(lines[i]));
  }
  return rows;
}

base::Result<void> put_markdown(std::string_view text, std::string_view title,
                                uint64_t lines_before,
                                domain::DocumentSink& sink) {
  const auto marked = replaced(replaced(text, k_bar, "?"), "\\|", k_bar);
  const std::unique_ptr<cmark_node, FreeNode> root(cmark_parse_document(
      marked.data(), marked.size(), CMARK_OPT_VALIDATE_UTF8));
  if (root == nullptr) {
    return base::fail(base::Errc::invalid, "not readable as Markdown");
  }
  BlockWalk walk(sink, title, lines_before);
  return walk.run(root.get());
}

} // namespace readers
