// SPDX-License-Identifier: Apache-2.0
//
// Plain tables of one well's path or tops: with names of columns, or a path
// whose columns the values themselves prove (the way between two points is the
// difference of their measured depths).
#include "core/domain/text.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/table_profile.hpp"
#include "worker/readers/well_files.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace readers::wells {
namespace {

constexpr size_t k_most_columns = 50;
constexpr size_t k_most_looked_at = 200; // rows

bool is_comment(std::string_view line) {
  return line.front() == '#' || line.front() == '!' || line.front() == '*' ||
         line.starts_with("--") || line.starts_with("//");
}

char mark_of(std::string_view line) {
  for (const char mark : {'\t', ';', ','}) {
    if (line.find(mark) != std::string_view::npos) {
      return mark;
    }
  }
  return ' ';
}

bool is_number_row(const std::vector<std::string_view>& words) {
  return !words.empty() &&
         std::all_of(words.begin(), words.end(), [](std::string_view word) {
           return plain_number(word).has_value();
         });
}

struct Sample {
  std::vector<std::pair<size_t, std::string_view>> lines; // number, text
};

Sample sample_of(std::string_view head) {
  Sample sample;
  size_t number = 0;
  while (!head.empty() && sample.lines.size() < k_most_looked_at) {
    const auto end = head.find('\n');
    if (end == std::string_view::npos && number > 0 && head.size() > 60000) {
      break; // the head may end within a line
    }
    const auto line = trim(head.substr(0, end));
    head.remove_prefix(end == std::string_view::npos ? head.size() : end + 1);
    ++number;
    if (!line.empty() && !is_comment(line)) {
      sample.lines.emplace_back(number, line);
    }
  }
  return sample;
}

// "MD" and "m" of "MD[m]", "MD (m)".
WellColumn column_of(std::string_view word) {
  const auto open = word.find_first_of("[(");
  if (open == std::string_view::npos || open == 0) {
    return {std::string(word), "", ""};
  }
  const auto close = word.find_first_of("])", open);
  return {std::string(trim(word.substr(0, open))),
          std::string(trim(word.substr(open + 1, close == std::string_view::npos
                                                     ? close
                                                     : close - open - 1))),
          ""};
}

using Rows = std::vector<std::vector<double>>;

// Whether the way along x, y, z is that along `depth` in all steps.
bool is_way(const Rows& rows, const std::array<size_t, 3>& axes, size_t depth) {
  double all = 0;
  for (size_t i = 1; i < rows.size(); ++i) {
    double square = 0;
    for (const size_t axis : axes) {
      const double step = rows[i][axis] - rows[i - 1][axis];
      square += step * step;
    }
    const double way = std::sqrt(square);
    const double depths = rows[i][depth] - rows[i - 1][depth];
    if (depths < 0 || std::fabs(depths - way) > 0.02 * way + 0.01) {
      return false;
    }
    all += depths;
  }
  return all > 0;
}

std::optional<TableLayout> layout_by_values(const Sample& sample) {
  TableLayout layout;
  const auto first = sample.lines.front().second;
  // Tabs and blanks may be mixed.
  layout.mark = is_number_row(words_of(first, ' ')) ? ' ' : mark_of(first);
  Rows rows;
  for (const auto& [number, line] : sample.lines) {
    const auto words = words_of(line, layout.mark);
    if (!is_number_row(words) || words.size() < 4 || words.size() > 10) {
      return std::nullopt;
    }
    rows.emplace_back();
    for (const auto word : words) {
      rows.back().push_back(*plain_number(word));
    }
    if (rows.back().size() != rows.front().size()) {
      return std::nullopt;
    }
  }
  const bool depth_last = rows.size() >= 2 && is_way(rows, {0, 1, 2}, 3);
  const bool depth_first = rows.size() >= 2 && is_way(rows, {1, 2, 3}, 0);
  if (!depth_last && !depth_first) {
    return std::nullopt;
  }
  const std::array<const char*, 4> names =
      depth_last ? std::array<const char*, 4>{"X", "Y", "Z", "MD"}
                 : std::array<const char*, 4>{"MD", "X", "Y", "Z"};
  for (size_t i = 0; i < rows.front().size(); ++i) {
    layout.columns.push_back(
        {i < names.size() ? names[i] : "column " + std::to_string(i + 1), "",
         ""});
  }
  return layout;
}

std::optional<TableLayout> layout_by_names(const Sample& sample) {
  const auto& [number, line] = sample.lines.front();
  TableLayout layout;
  layout.mark = mark_of(line);
  layout.header_line = number;
  const auto words = words_of(line, layout.mark);
  if (words.size() < 2 || words.size() > k_most_columns ||
      std::any_of(words.begin(), words.end(), [](std::string_view word) {
        return word.empty() || plain_number(word);
      })) {
    return std::nullopt;
  }
  for (const auto word : words) {
    layout.columns.push_back(column_of(word));
  }
  return layout;
}

size_t roles_in(const TableLayout& layout) {
  return static_cast<size_t>(std::count_if(
      layout.columns.begin(), layout.columns.end(), [](const WellColumn& c) {
        const auto role = role_of(c);
        return role != WellRole::none && role != WellRole::top_name &&
               role != WellRole::top_depth;
      }));
}

// A column of text beside at least one of numbers in every row.
std::optional<size_t> text_column(const Sample& sample, char mark,
                                  size_t columns) {
  std::vector<size_t> texts(columns, 0), numbers(columns, 0);
  for (size_t i = 1; i < sample.lines.size(); ++i) {
    const auto words = words_of(sample.lines[i].second, mark);
    if (words.size() != columns) {
      return std::nullopt;
    }
    for (size_t c = 0; c < columns; ++c) {
      (plain_number(words[c]) ? numbers : texts)[c] += 1;
    }
  }
  const size_t rows = sample.lines.size() - 1;
  const auto text = std::find(texts.begin(), texts.end(), rows);
  const bool depth =
      std::find(numbers.begin(), numbers.end(), rows) != numbers.end();
  return text == texts.end() || !depth || rows == 0
             ? std::nullopt
             : std::optional(static_cast<size_t>(text - texts.begin()));
}

class TableParser : public Parser {
public:
  TableParser(Family family, TableLayout layout)
      : m_family(family), m_layout(std::move(layout)),
        m_table(family == Family::tops ? WellTableKind::tops
                                       : WellTableKind::survey,
                m_layout.columns, std::nullopt) {
    for (size_t i = 0; i < m_layout.roles.size(); ++i) {
      if (m_layout.roles[i] != WellRole::none) {
        m_table.set_role(i, m_layout.roles[i]);
      }
    }
  }

  void take(const Line& line) override {
    const auto text = trim(line.text);
    if (text.empty() || line.number == m_layout.header_line) {
      return;
    }
    if (is_comment(text)) {
      if (m_comments.size() < 500) {
        m_comments.push_back({line.number, clip(text, 1000)});
      }
      return;
    }
    m_table.add(words_of(text, m_layout.mark), at_line(line.number));
  }

  base::Result<void> finish(Findings& out) override {
    std::string names;
    for (const auto& column : m_layout.columns) {
      names += (names.empty() ? "" : ", ") + column.name;
      out.say("column", column.name,
              at_line(std::max<size_t>(m_layout.header_line, 1)));
    }
    const bool tops = m_family == Family::tops;
    out.passages.push_back({std::string(tops ? "Well tops" : "Well path") +
                                ", " + std::to_string(m_table.rows()) +
                                " rows. Columns: " + names + ".",
                            {},
                            domain::PassageKind::header});
    out.pack(m_comments, "comments", domain::PassageKind::header);
    m_table.finish("table", out);
    return {};
  }

private:
  Family m_family;
  TableLayout m_layout;
  WellTable m_table;
  std::vector<NumberedLine> m_comments;
};

} // namespace

std::optional<TableLayout> layout_of(std::string_view head, Family family) {
  const auto sample = sample_of(head);
  if (sample.lines.size() < 2) {
    return std::nullopt;
  }
  auto layout = layout_by_names(sample);
  if (family == Family::path) {
    const bool named =
        layout && roles_in(*layout) >= 2 &&
        is_number_row(words_of(sample.lines[1].second, layout->mark));
    return named ? layout : layout_by_values(sample);
  }
  const auto names =
      layout ? text_column(sample, layout->mark, layout->columns.size())
             : std::nullopt;
  if (!names) {
    return std::nullopt;
  }
  layout->roles.assign(layout->columns.size(), WellRole::none);
  layout->roles[*names] = WellRole::top_name;
  return layout;
}

std::unique_ptr<Parser> make_table_parser(Family family,
                                          std::string_view head) {
  auto layout = layout_of(head, family);
  return std::make_unique<TableParser>(family, layout ? std::move(*layout)
                                                      : TableLayout{});
}

} // namespace readers::wells
