// SPDX-License-Identifier: Apache-2.0
#include "query/eval/question_table.hpp"

#include "core/domain/text.hpp"
#include "query/eval/json_fields.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace eval {
namespace {

using Cells = std::vector<std::string>;

std::string unquoted(std::string_view field) {
  if (field.size() < 2 || field.front() != '"' || field.back() != '"') {
    return std::string(field);
  }
  std::string out;
  for (size_t i = 1; i + 1 < field.size(); ++i) {
    out += field[i];
    i += field[i] == '"' && field[i + 1] == '"' && i + 2 < field.size() ? 1 : 0;
  }
  return out;
}

std::vector<std::string_view> parts_of(std::string_view text, char mark) {
  std::vector<std::string_view> out;
  while (true) {
    const size_t end = text.find(mark);
    out.push_back(text.substr(0, end));
    if (end == std::string_view::npos) {
      return out;
    }
    text.remove_prefix(end + 1);
  }
}

Cells cells_of(std::string_view line) {
  Cells out;
  for (const std::string_view field : parts_of(line, '\t')) {
    out.push_back(unquoted(field));
  }
  return out;
}

class Head {
public:
  explicit Head(const Cells& names) {
    for (size_t i = 0; i < names.size(); ++i) {
      m_at.emplace(names[i], i);
    }
  }
  bool has(const char* name) const { return m_at.contains(name); }
  // The first column of these that there is; "" without one.
  std::string cell(const Cells& row,
                   std::initializer_list<const char*> names) const {
    for (const char* name : names) {
      const auto at = m_at.find(name);
      if (at != m_at.end()) {
        return at->second < row.size() ? row[at->second] : "";
      }
    }
    return "";
  }

private:
  std::map<std::string, size_t> m_at;
};

bool has_tag(const std::string& tags, std::string_view wanted) {
  const auto all = parts_of(tags, ',');
  return std::any_of(all.begin(), all.end(), [&](std::string_view tag) {
    return domain::trim_blanks(tag) == wanted;
  });
}

Item item_of(const Head& head, const Cells& row, size_t line) {
  Item out;
  out.id = head.has("id") ? head.cell(row, {"id"}) : std::to_string(line);
  out.question = head.cell(row, {"question"});
  out.kind = head.cell(row, {"type", "person"});
  out.answer = head.cell(row, {"answer", "expected answer"});
  const std::string tags = head.cell(row, {"tags"});
  out.expect = has_tag(tags, "absent")      ? Expect::absent
               : has_tag(tags, "ambiguous") ? Expect::ambiguous
                                            : Expect::present;
  // Of what is absent the table names what is nearest, which is not right.
  if (out.expect != Expect::absent) {
    out.right =
        paths_of_cell(head.cell(row, {"expected_paths", "expected path(s)"}));
  }
  return out;
}

// Without "(…)" at both ends.
std::string_view without_remarks(std::string_view path) {
  path = domain::trim_blanks(path);
  const size_t closed = path.find(')');
  if (path.starts_with('(') && closed != std::string_view::npos) {
    path = domain::trim_blanks(path.substr(closed + 1));
  }
  const size_t open = path.rfind(" (");
  return path.ends_with(')') && open != std::string_view::npos
             ? domain::trim_blanks(path.substr(0, open))
             : path;
}

} // namespace

std::vector<std::string> paths_of_cell(std::string_view cell) {
  std::vector<std::string> out;
  for (const std::string_view part : parts_of(cell, '|')) {
    const std::string_view path = without_remarks(part);
    if (!path.empty() && path.find('*') == std::string_view::npos) {
      out.emplace_back(path);
    }
  }
  return out;
}

base::Result<QuestionSet> parse_question_table(std::string_view text) {
  QuestionSet out;
  std::vector<size_t> lines;
  std::optional<Head> head;
  each_line(text, [&](std::string_view line, size_t number) {
    const Cells row = cells_of(line);
    if (head) {
      out.items.push_back(item_of(*head, row, number));
      lines.push_back(number);
    } else {
      head.emplace(row);
    }
  });
  if (!head || !head->has("question") ||
      !(head->has("expected_paths") || head->has("expected path(s)"))) {
    return base::fail(base::Errc::invalid,
                      "a table of questions begins with a line of column "
                      "names, question and expected_paths among them, parted "
                      "by tabs");
  }
  check_items(out, lines);
  if (out.items.empty()) {
    return base::fail(base::Errc::invalid, "no question that can be asked");
  }
  return out;
}

} // namespace eval
