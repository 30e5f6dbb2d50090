// SPDX-License-Identifier: Apache-2.0
#include "query/eval/question_set.hpp"

#include "core/base/fd.hpp"
#include "query/eval/json_fields.hpp"
#include "query/eval/question_table.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace eval {
namespace {

constexpr std::array k_expects = {Expect::present, Expect::absent,
                                  Expect::ambiguous};

base::Result<Expect> expect_of(const Json& row) {
  TRY_ASSIGN(const std::string name, text_field(row, "expect"));
  for (const Expect expect : k_expects) {
    if (name == name_of(expect) ||
        (name.empty() && expect == Expect::present)) {
      return expect;
    }
  }
  return base::fail(base::Errc::invalid,
                    "expect is present, absent or ambiguous");
}

base::Result<std::vector<double>> grades_of(const Json& row, size_t wanted) {
  std::vector<double> out;
  const auto found = row.find("grades");
  if (found == row.end()) {
    return out;
  }
  if (!found->is_array() || found->size() != wanted) {
    return base::fail(base::Errc::invalid, "grades is not one number for each "
                                           "path of right");
  }
  for (const Json& grade : *found) {
    const double value = grade.is_number() ? grade.get<double>() : -1;
    if (!(value > 0) || !std::isfinite(value)) {
      return base::fail(base::Errc::invalid, "a grade is not above 0");
    }
    out.push_back(value);
  }
  return out;
}

base::Result<std::string> id_of(const Json& row, size_t line) {
  const auto found = row.find("id");
  if (found == row.end()) {
    return std::to_string(line);
  }
  if (found->is_number_integer()) {
    return found->dump();
  }
  return text_field(row, "id");
}

base::Result<Item> item_of(std::string_view text, size_t line) {
  const Json row = Json::parse(text, nullptr, false);
  if (!row.is_object()) {
    return base::fail(base::Errc::invalid, "no JSON object");
  }
  Item out;
  TRY_ASSIGN(out.id, id_of(row, line));
  TRY_ASSIGN(out.question, text_field(row, "question"));
  TRY_ASSIGN(out.kind, text_field(row, "class"));
  TRY_ASSIGN(out.expect, expect_of(row));
  TRY_ASSIGN(out.right, text_list(row, "right"));
  TRY_ASSIGN(out.grades, grades_of(row, out.right.size()));
  TRY_ASSIGN(out.passages, text_list(row, "passages"));
  TRY_ASSIGN(out.answer, text_field(row, "answer"));
  return out;
}

// Why it cannot be asked; "" if it can.
std::string problem_of(const Item& item, std::set<std::string>& ids) {
  const auto blank = [](const std::string& text) {
    return text.find_first_not_of(" \t\r\n") == std::string::npos;
  };
  if (blank(item.question)) {
    return "no question";
  }
  if (item.expect == Expect::present && item.right.empty()) {
    return "no right path that can be ranked";
  }
  if (std::any_of(item.right.begin(), item.right.end(), blank) ||
      std::any_of(item.passages.begin(), item.passages.end(), blank)) {
    return "an empty path or passage";
  }
  return item.id.empty() || !ids.insert(item.id).second
             ? "the id is empty or that of a line before"
             : "";
}

} // namespace

std::string_view name_of(Expect expect) {
  switch (expect) {
  case Expect::present:
    return "present";
  case Expect::absent:
    return "absent";
  case Expect::ambiguous:
    return "ambiguous";
  }
  return "present";
}

void check_items(QuestionSet& set, const std::vector<size_t>& lines) {
  std::set<std::string> ids;
  std::vector<Item> kept;
  for (size_t i = 0; i < set.items.size(); ++i) {
    const std::string problem = problem_of(set.items[i], ids);
    if (problem.empty()) {
      kept.push_back(std::move(set.items[i]));
    } else {
      set.bad.push_back({lines[i], problem});
    }
  }
  set.items = std::move(kept);
  std::sort(set.bad.begin(), set.bad.end(),
            [](const BadLine& a, const BadLine& b) { return a.line < b.line; });
}

base::Result<QuestionSet> parse_json_set(std::string_view text) {
  QuestionSet out;
  std::vector<size_t> lines;
  each_line(text, [&](std::string_view line, size_t number) {
    auto item = item_of(line, number);
    if (item) {
      out.items.push_back(std::move(*item));
      lines.push_back(number);
    } else {
      out.bad.push_back({number, item.error().message});
    }
  });
  check_items(out, lines);
  if (out.items.empty()) {
    return base::fail(base::Errc::invalid,
                      out.bad.empty()
                          ? "no questions"
                          : "no questions; line " +
                                std::to_string(out.bad.front().line) + ": " +
                                out.bad.front().reason);
  }
  return out;
}

std::string json_line(const Item& item) {
  Json row = {{"id", item.id}, {"question", item.question}};
  const auto put = [&row](const char* name, const auto& value) {
    if (!value.empty()) {
      row[name] = value;
    }
  };
  put("class", item.kind);
  if (item.expect != Expect::present) {
    row["expect"] = name_of(item.expect);
  }
  put("right", item.right);
  put("grades", item.grades);
  put("passages", item.passages);
  put("answer", item.answer);
  return row.dump(-1, ' ', false, Json::error_handler_t::replace);
}

base::Result<QuestionSet> read_question_set(const std::string& path) {
  TRY_ASSIGN(const std::string text, base::read_file(path, k_largest_set));
  auto set = path.ends_with(".tsv") ? parse_question_table(text)
                                    : parse_json_set(text);
  if (!set) {
    return base::fail(std::move(set.error()).within(path));
  }
  return set;
}

} // namespace eval
